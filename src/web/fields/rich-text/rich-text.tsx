import { lazy, Suspense } from 'react'
import css from '../fields.module.css'
import type { RichTextProps } from './rich-text-props.ts'

const Editor = lazy(() => import('./rich-text-editor.tsx'))

/** An editor of formatted text, fetched when it is first shown. */
export function RichTextInput(props: RichTextProps) {
  return (
    <Suspense
      fallback={<div className={css.waiting} data-tall={props.isCompact ? 'compact' : true} aria-hidden="true" />}
    >
      <Editor {...props} />
    </Suspense>
  )
}
