import { IconAlertCircle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { t } from '../../shared/language.ts'
import { failureWords } from '../api.ts'
import css from './snackbar.module.css'

export interface SnackbarOptions {
  variant?: 'default' | 'alert'
  /** The colour of an alert. */
  colour?: 'ok' | 'info' | 'warn' | 'bad'
  /** A button that does something about it, and closes. */
  action?: { label: string; run: () => void }
}
interface Shown extends SnackbarOptions {
  id: number
  message: string
}

const STAYS_MS = 6000
/** What can be undone waits longer. */
const STAYS_TO_ACT_MS = 10_000
const MOST = 3
let shown: readonly Shown[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Says something briefly at the bottom right; a click elsewhere leaves it (specification section 4). */
export function snackbar(message: string = t('Note archived'), options: SnackbarOptions = {}): void {
  lastId += 1
  become([...shown.filter((one) => one.message !== message), { id: lastId, message, ...options }].slice(-MOST))
}

export const sayFailure = (error: unknown): void => snackbar(failureWords(error), { variant: 'alert', colour: 'bad' })

/** Where the snackbars stand: once, in the shell. */
export function SnackbarHost() {
  const now = useSyncExternalStore(listen, () => shown)
  const host = useRef<HTMLElement>(null)
  const isEmpty = now.length === 0
  useEffect(() => {
    if (isEmpty && host.current) stand(host.current, false)
  }, [isEmpty])
  useEffect(() => {
    const onFocus = () => makeWay(host.current)
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [])
  return (
    <section ref={host} className={css.host} aria-label={t('Messages')} aria-live="polite">
      {now.map((one) => (
        <Snack key={one.id} snack={one} />
      ))}
    </section>
  )
}

/** To the other end of the window, where what takes the focus would lie under the notices (WCAG 2.2, 2.4.11). */
function makeWay(host: HTMLElement | null): void {
  const focused = document.activeElement
  if (!host?.firstChild || !focused || host.contains(focused)) return
  // Once the page has scrolled to it.
  requestAnimationFrame(() => {
    const [mine, its] = [host.getBoundingClientRect(), focused.getBoundingClientRect()]
    const isUnder = its.top < mine.bottom && its.bottom > mine.top && its.left < mine.right && its.right > mine.left
    if (isUnder) stand(host, !host.style.top)
  })
}

function stand(host: HTMLElement, isAbove: boolean): void {
  host.style.top = isAbove ? '64px' : ''
  host.style.bottom = isAbove ? 'auto' : ''
}

const SIGNS = { ok: IconCircleCheck, info: IconInfoCircle, warn: IconAlertCircle, bad: IconAlertCircle }

function Snack({ snack }: { snack: Shown }) {
  const [isHeld, setHeld] = useState(false)
  const stays = snack.action ? STAYS_TO_ACT_MS : STAYS_MS
  useEffect(() => {
    if (isHeld) return
    const timer = window.setTimeout(() => close(snack.id), stays)
    return () => window.clearTimeout(timer)
  }, [isHeld, stays, snack.id])
  const colour = snack.variant === 'alert' ? (snack.colour ?? 'info') : undefined
  const Sign = colour && SIGNS[colour]
  const hold = (held: boolean) => () => setHeld(held)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer over it only stops its clock
    <div
      className={css.snack}
      data-colour={colour}
      role={colour === 'bad' ? 'alert' : 'status'}
      onPointerEnter={hold(true)}
      onPointerLeave={hold(false)}
      onFocus={hold(true)}
      onBlur={hold(false)}
    >
      {Sign && <Sign size={20} aria-hidden className={css.sign} />}
      <p className={css.words}>{snack.message}</p>
      {snack.action && (
        <button
          type="button"
          className={css.action}
          onClick={() => {
            snack.action?.run()
            close(snack.id)
          }}
        >
          {snack.action.label}
        </button>
      )}
      <button type="button" className={css.close} aria-label={t('Close')} onClick={() => close(snack.id)}>
        <IconX size={16} aria-hidden />
      </button>
    </div>
  )
}

const close = (id: number) => become(shown.filter((one) => one.id !== id))

function become(next: readonly Shown[]): void {
  shown = next
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
