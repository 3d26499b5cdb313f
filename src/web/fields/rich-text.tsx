import { lazy, Suspense } from 'react'
import type { Named } from '../../shared/fields.ts'
import css from './fields.module.css'

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

const Editor = lazy(() => import('./rich-text-editor.tsx'))

/** An editor of formatted text, fetched when it is first shown. */
export function RichTextInput(props: RichTextProps) {
  return (
    <Suspense fallback={<div className={css.waiting} data-tall aria-hidden="true" />}>
      <Editor {...props} />
    </Suspense>
  )
}

/** The people mentioned in a text written with `onMention`, each once. */
export function mentionsIn(html: string): number[] {
  const ids = [...html.matchAll(/data-mention="(\d+)"/g)].map((found) => Number(found[1]))
  return [...new Set(ids)]
}
