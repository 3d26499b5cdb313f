import type { Named } from '../../../shared/fields.ts'

/** A ready text. */
export interface Snippet {
  id: number | string
  name: string
  hint?: string | undefined
  html: string
  /** Once it stands in the text. */
  onInsert?: () => void
}

/** By which attribute of its element a text names a picture. */
export type PictureName = { 'data-file': string } | { 'data-inline': string }

/** How pictures come into a text, and how they are shown while it is written. */
export interface TextPictures {
  /** Takes one in; answers the id by which the text names it, or null where it could not be taken. */
  store: (file: File) => Promise<string | null>
  addressOf: (name: PictureName) => Promise<string | null>
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
  /** At the end of what is written; before it by `start`. */
  autoFocus?: boolean | 'start'
  /** Finds people for what follows an @; without it an @ is just an @. */
  onMention?: (search: string) => Promise<Named[]>
  /** Finds ready texts for what follows a slash; without it a slash is just a slash. */
  onSlash?: (search: string) => Promise<readonly Snippet[]>
  /** Ctrl+Enter. */
  onSubmit?: () => void
  /** Files pasted or dropped into the text. */
  onFiles?: (files: File[]) => void
  /** Pictures pasted or dropped into the text stand in it; without it they are files as others are. */
  pictures?: TextPictures
  /** As high as what it stands in, and scrolls in itself. */
  fills?: boolean
  /** Lower toolbar and text, for comments. */
  isCompact?: boolean
}
