import { createPortal } from 'react-dom'
import { t } from '../../../shared/language.ts'
import { Composer } from './composer.web.tsx'
import css from './writing.module.css'
import { useWritings } from './writings.web.ts'

/** Where mails are written: side by side at the foot of a wide window, one at a time over the page on a smaller one. */
export default function Dock() {
  const writings = useWritings()
  if (writings.length === 0) return null
  return createPortal(
    <aside className={css.dock} aria-label={t('Mails being written')}>
      {writings.map((writing) => (
        <Composer key={writing.key} writing={writing} />
      ))}
    </aside>,
    document.body,
  )
}
