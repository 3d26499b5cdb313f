import type { Named } from '../../../shared/fields.ts'

/** A ready text. */
export interface Snippet {
  id: number | string
  name: string
  hint?: string | undefined
  html: string
}

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
  /** Finds ready texts for what follows a slash; without it a slash is just a slash. */
  onSlash?: (search: string) => Promise<readonly Snippet[]>
  /** Ctrl+Enter. */
  onSubmit?: () => void
  /** Files pasted or dropped into the text. */
  onFiles?: (files: File[]) => void
  /** Lower toolbar and text, for comments. */
  isCompact?: boolean
}
