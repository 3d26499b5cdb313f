import { CloseButton, SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/SegmentedControl.css'
import {
  type KeyboardEvent,
  lazy,
  memo,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react'
import { t } from '../../../shared/language.ts'
import { useMay } from '../../../web/session.ts'
import { SkeletonLines } from '../../../web/ui/states.tsx'
import { ComplaintCommentBox } from '../comments/comment-box.web.tsx'
import type { Complaint } from '../complaint.web.tsx'
import { complaintFlow, DIRECTS } from '../flow.ts'
import { isOpen } from '../handling/is-open.web.ts'
import css from './composer.module.css'
import { type ComposerTab, listenToComposer, writeIn } from './open-composer.web.ts'

const AnswerBox = lazy(() => import('./answer-box.web.tsx'))
const CallBox = lazy(() => import('./call-box.web.tsx'))

/** Where words are written at the foot of a case: to the customer, to the colleagues, or what was said on the phone. */
export function Composer({ row }: { row: Complaint }) {
  const may = useMay()
  const canComplete = may('complaints', complaintFlow.steps.complete.needs) && isOpen(row)
  const canMail = may('complaints', DIRECTS) && Boolean(row.email)
  const [tab, setTab] = useState<ComposerTab>('note')
  // The press shows at once, the editor a moment later.
  const drawn = useDeferredValue(tab)
  // On a phone it lies over the case once it is opened from the bar below.
  const [isRaised, setRaised] = useState(false)
  const place = useRef<HTMLElement>(null)
  useEffect(
    () =>
      listenToComposer(row.id, (asked) => {
        setTab(asked)
        setRaised(true)
        // Where it lies over the case by now, nothing scrolls.
        requestAnimationFrame(() => place.current?.scrollIntoView({ block: 'nearest' }))
      }),
    [row.id],
  )
  const canAnswer = canComplete || canMail
  const tabs = [
    ...(canAnswer ? [{ value: 'answer', label: t('Reply') }] : []),
    { value: 'note', label: t('Internal note') },
    ...(may('complaints', 'edit') ? [{ value: 'call', label: t('Call') }] : []),
  ]
  const close = useCallback(() => setRaised(false), [])
  return (
    <section
      ref={place}
      className={css.composer}
      aria-label={t('Write')}
      data-raised={isRaised || undefined}
      data-composer={row.id}
      data-tab={drawn}
      onKeyDown={leaveOnEscape}
    >
      <div className={css.head}>
        {tabs.length > 1 && (
          <SegmentedControl
            size="xs"
            value={tab}
            onChange={(value) => {
              const asked = value as ComposerTab // one of the values above
              setTab(asked)
              if (asked !== 'note') writeIn(row.id, asked)
            }}
            aria-label={t('Write')}
            data={tabs}
          />
        )}
        {isRaised && <CloseButton className={css.close} aria-label={t('Close')} onClick={close} />}
      </div>
      <Box tab={drawn} row={row} canComplete={canComplete} onDone={close} />
    </section>
  )
}

interface BoxProps {
  tab: ComposerTab
  row: Complaint
  canComplete: boolean
  onDone: () => void
}

const Box = memo(({ tab, row, canComplete, onDone }: BoxProps) => (
  <Suspense fallback={<SkeletonLines lines={4} />}>
    {tab === 'answer' && <AnswerBox row={row} canComplete={canComplete} onDone={onDone} />}
    {tab === 'call' && <CallBox row={row} onDone={onDone} />}
    {tab === 'note' && <ComplaintCommentBox row={row} />}
  </Suspense>
))

function leaveOnEscape({ key, target, nativeEvent }: KeyboardEvent): void {
  if (key !== 'Escape' || nativeEvent.defaultPrevented || !(target instanceof HTMLElement)) return
  target.blur()
}
