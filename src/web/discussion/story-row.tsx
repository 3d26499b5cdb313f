import type { ReactNode } from 'react'
import css from './story.module.css'

/** An entry of a story beside its sign on the line: a face, or a dot. */
export const StoryRow = ({ sign, children }: { sign: ReactNode; children: ReactNode }) => (
  <>
    <span className={css.sign}>{sign}</span>
    <div className={css.body}>{children}</div>
  </>
)
