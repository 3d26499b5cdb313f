import { Button } from '@mantine/core'
import { IconMoodSad, IconPlugConnectedX } from '@tabler/icons-react'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import type { NoDraw, REFUSED, WhyNot } from '../../shared/draws/desk.ts'
import { t } from '../../shared/language.ts'
import css from './desk.module.css'
import { isNeed } from './entry.ts'
import type { DeskWork } from './use-work.ts'

interface ActProps {
  work: DeskWork
  /** Whether this person may draw at all. */
  mayDraw: boolean
}

/** The one big press, or why there is none: large enough to be read by the customer on the other side. */
export function ActPanel({ work, mayDraw }: ActProps) {
  const { stage, checked, isConnected, lost } = work
  if (!isConnected && stage !== 'won') return <NoLine isPressed={stage === 'drawing'} />
  if (stage === 'refused' || (stage === 'over' && !work.shown)) return <Refusals work={work} />
  if (!mayDraw) return null
  const left = checked?.draws_left ?? 0
  const isBusy = stage === 'drawing' || stage === 'turning'
  if (stage !== 'ready' && !isBusy) return null
  return (
    <div className={css.press}>
      <BigButton
        isFirst={stage === 'ready' || stage === 'turning'}
        isBusy={stage === 'drawing'}
        // A second press shows at once where the wheel would stop.
        onPress={() => (stage === 'turning' ? work.reveal() : void work.draw())}
      >
        {stage === 'turning' ? t('Show the result') : t('Draw now')}
      </BigButton>
      <p role="status">
        {lost > 0
          ? t('No answer yet. The same press is sent again by itself: it is one draw, however often it is sent.')
          : stage === 'ready' && left > 1
            ? t('Draws left with this bill: {{n}}', { n: left })
            : ''}
      </p>
    </div>
  )
}

/** The wheel has given way by then. */
const SETTLED_MS = 350

interface BigButtonProps {
  /** It is what comes next: whoever is nowhere else is there. */
  isFirst: boolean
  /** What it answers: once that changes it has the focus anew, as a scan may have been on its way when it came first. */
  under?: unknown
  isBusy?: boolean
  onPress: () => void
  children: string
}

/** What comes next, as large as a hand; it has the focus unless somebody types. */
export function BigButton({ isFirst, under, isBusy = false, onPress, children }: BigButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  // Before the next key can come, which would go nowhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer that changes is no value, but the moment to look again
  useLayoutEffect(() => {
    if (!isFirst || isTyping()) return
    button.current?.focus({ preventScroll: true })
    // Once what stands above it has got its size; the field, ready again for the next scan, may have taken the focus back by then.
    const timer = window.setTimeout(() => {
      if (document.activeElement instanceof HTMLInputElement && !isTyping())
        button.current?.focus({ preventScroll: true })
      button.current?.scrollIntoView({ block: 'nearest' })
    }, SETTLED_MS)
    return () => window.clearTimeout(timer)
  }, [isFirst, under])
  return (
    <Button ref={button} className={css.big} fullWidth loading={isBusy} onKeyDown={ignoreRepeats} onClick={onPress}>
      {children}
    </Button>
  )
}

/** A key that is held down presses once. */
const ignoreRepeats = (event: KeyboardEvent): void => {
  if (event.repeat) event.preventDefault()
}

/** Something is being typed, or a dialog is open. */
export function isTyping(): boolean {
  const { activeElement } = document
  if (activeElement?.closest('[role="dialog"]')) return true
  return activeElement instanceof HTMLInputElement && activeElement.type !== 'radio' && activeElement.value !== ''
}

function NoLine({ isPressed }: { isPressed: boolean }) {
  return (
    <div className={css.refused} data-tone="line" role="status">
      <IconPlugConnectedX size={28} aria-hidden="true" />
      <div>
        <strong>{t('No connection: nothing can be drawn now.')}</strong>
        <p>
          {isPressed
            ? t('The press is kept. It is sent by itself once the line is back, and is one draw.')
            : t(
                'The result is decided by the server alone. What is entered here stays, and goes on once the line is back.',
              )}
        </p>
      </div>
    </div>
  )
}

function Refusals({ work }: { work: DeskWork }) {
  const why = work.checked?.refusals.filter((one) => !isNeed(one)) ?? []
  const advice = [...new Set(why.map(({ code }) => adviceFor(code)).filter(Boolean))]
  return (
    <div className={css.refused} role="alert">
      <IconMoodSad size={28} aria-hidden="true" />
      <div>
        {why.length === 0 ? <strong>{t('All draws of this bill are made.')}</strong> : null}
        {why.map((one: NoDraw) => (
          <strong key={one.code + one.message}>{one.message}</strong>
        ))}
        {advice.map((words) => (
          <p key={words}>{words}</p>
        ))}
        <BigButton isFirst under={work.checked} onPress={() => work.next()}>
          {t('Next customer')}
        </BigButton>
      </div>
    </div>
  )
}

/** What can be done about it, said to the customer. */
function adviceFor(code: WhyNot): string {
  const words: Partial<Record<(typeof REFUSED)[number], string>> = {
    'too small': t('Another bill, of a larger sum, may take part.'),
    used: t('Thank you for taking part. The next bill brings new draws.'),
    'too old': t('A bill from the days of the event may take part.'),
    'no member': t('Membership is free: whoever registers may take part with the next bill.'),
    'members not': t('This event is for customers who are no members yet. Please look at what is on for members.'),
    'customer most': t('Thank you for taking part so often. The gifts are for the other customers, too.'),
    'day most': t('Tomorrow there are new draws.'),
  }
  return words[code as keyof typeof words] ?? '' // what is needed has no advice
}
