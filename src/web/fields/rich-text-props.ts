import type { Named } from '../../shared/fields.ts'

export interface RichTextProps {
  /** HTML; empty text is ''. */
  value: string
  onChange: (html: string) => void
  id?: string
  'aria-label'?: string
  'aria-labelledby'?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
  placeholder?: string
  disabled?: boolean
  autoFocus?: boolean
  /** Finds people for what follows an @; without it an @ is just an @. */
  onMention?: (search: string) => Promise<Named[]>
  /** Ctrl+Enter. */
  onSubmit?: () => void
  /** Files pasted or dropped into the text. */
  onFiles?: (files: File[]) => void
  /** Lower toolbar and text, for comments. */
  isCompact?: boolean
}
