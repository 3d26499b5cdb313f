import { useMediaQuery } from '@mantine/hooks'
import { createPortal } from 'react-dom'
import { t } from '../../../shared/language.ts'
import { useBack } from '../../../web/app/location.ts'
import { Composer } from './composer.web.tsx'
import css from './writing.module.css'
import { fold, useWritings } from './writings.web.ts'

/** Up to here a mail that is written fills the window, as the style sheet has it. */
const FILLS = '(max-width: 1099.98px)'

/** Where mails are written: side by side at the foot of a wide window, one at a time over the page on a smaller one. */
export default function Dock() {
  const writings = useWritings()
  const fills = useMediaQuery(FILLS, undefined, { getInitialValueInEffect: false })
  const unfolded = writings.filter(({ isFolded }) => !isFolded)
  useBack(fills && unfolded.length > 0, () => {
    for (const { key } of unfolded) fold(key)
  })
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
