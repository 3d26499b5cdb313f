import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { t } from '../../shared/language.ts'
import { isLeavingForSignIn } from '../token.ts'

/** Where the person is. The addresses are few and plain, so the browser's own history is the whole router. */
interface Place {
  path: string
  search: string
}

let place: Place = here()
/** How many steps of this application the browser has behind the present one. */
let step = stepOf(history.state) ?? 0
const listeners = new Set<() => void>()
/** Each asks whether an unsaved page may be left; true of those whose draft is kept until its person is back. */
const guards = new Map<() => Promise<boolean>, boolean>()
/** The arrival at a page that was pressed for and has not been drawn yet. */
let coming: (() => void) | undefined
/** Whatever is pressed next is meant for the page that is coming. */
for (const press of ['keydown', 'pointerdown', 'click']) window.addEventListener(press, comeNow, { capture: true })

interface Going {
  replace?: boolean
  /** The page is drawn together with what else the press changes, before the next paint. */
  isAtOnce?: boolean
}

/**
 * Leads to a path of this application, its query included. Where a press asks for it the answer to the press is painted before the
 * page is drawn, so that a slow processor is not seen to hang (https://web.dev/articles/optimize-inp, yielding).
 */
export function go(to: string, { replace = false, isAtOnce = false }: Going = {}): void {
  comeNow()
  const url = new URL(to, window.location.href)
  const arrive = () => {
    step = replace ? step : step + 1
    history[replace ? 'replaceState' : 'pushState']({ step }, '', url)
    tell()
  }
  // A box that is ticked shows what the address says: it would be taken back for a frame.
  const isPress = window.event instanceof UIEvent && !(window.event.target instanceof HTMLInputElement)
  const come = isPress && !isAtOnce ? () => comeAfterPaint(arrive) : arrive
  if (url.pathname === place.path) come()
  else ifAllowed(come)
}

function comeAfterPaint(arrive: () => void): void {
  coming = arrive
  // A page that nobody sees is not painted.
  if (document.hidden) comeNow()
  else requestAnimationFrame(() => setTimeout(comeNow))
}

function comeNow(): void {
  const arrive = coming
  coming = undefined
  arrive?.()
}

/** Comes at once to the page that was pressed for; what hears keys there hears them once this is awaited. */
export async function arriveNow(): Promise<void> {
  comeNow()
}

export const usePath = (): string => useSyncExternalStore(listen, () => place.path)

type Change = URLSearchParams | Record<string, string | string[] | null> | ((now: URLSearchParams) => URLSearchParams)
export type ChangeSearch = (change: Change, options?: Going) => void

/** Answers later whether the person is still where they are now: what they asked for leads nobody away who has gone on meanwhile. */
export function rememberPlace(): () => boolean {
  comeNow()
  const { path, search } = place
  return () => {
    comeNow()
    return place.path === path && place.search === search
  }
}

/** Leads to a page whoever is still where they asked for it (`rememberPlace`); for others what is said of it offers to. */
export function leadOrOffer(isStillHere: () => boolean, to: string): { action?: { label: string; run: () => void } } {
  const run = () => go(to)
  if (!isStillHere()) return { action: { label: t('Show'), run } }
  run()
  return {}
}

/**
 * The query of the address, and how to change it: new parameters, a function of them, or some names (null takes one away). Once its
 * page is left it changes nothing.
 */
export function useSearchParams(): [URLSearchParams, ChangeSearch] {
  const path = usePath()
  const text = useSyncExternalStore(listen, () => place.search)
  const params = useMemo(() => new URLSearchParams(text), [text])
  const change = useCallback<ChangeSearch>(
    (wanted, options) => {
      comeNow()
      if (place.path !== path) return
      const next = apply(new URLSearchParams(place.search), wanted).toString()
      go(path + (next ? `?${next}` : ''), options)
    },
    [path],
  )
  return [params, change]
}

/** Asks before a page with unsaved changes is left; `ask` answers whether to leave. Nobody is asked over a draft that is kept when their session ends. */
export function useLeaveGuard(isUnsaved: boolean, ask: () => Promise<boolean>, isKept = false): void {
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
  })
  useEffect(() => {
    if (!isUnsaved) return
    const guard = () => latest.current()
    guards.set(guard, isKept)
    return () => void guards.delete(guard)
  }, [isUnsaved, isKept])
}

window.addEventListener('beforeunload', (event) => {
  for (const isKept of guards.values()) if (!isKept || !isLeavingForSignIn()) event.preventDefault()
})

/** While something covers the window, 'back' puts it down and stays on what lies beneath. */
export function useBack(isCovered: boolean, putDown: () => void): void {
  const latest = useRef(putDown)
  useEffect(() => {
    latest.current = putDown
  })
  useEffect(() => {
    if (!isCovered) return
    go(window.location.href, { isAtOnce: true })
    const own = step
    const onBack = () => step < own && latest.current()
    window.addEventListener('popstate', onBack)
    return () => {
      window.removeEventListener('popstate', onBack)
      // Put down in another way; whoever went on to another page keeps that.
      if (step === own) history.back()
    }
  }, [isCovered])
}

let isUndoing = false
let isAgreed = false

window.addEventListener('popstate', (event) => {
  coming = undefined
  if (isUndoing) {
    isUndoing = false
    return
  }
  const next = stepOf(event.state) ?? step
  const by = next - step
  if (isAgreed || by === 0 || guards.size === 0 || window.location.pathname === place.path) {
    isAgreed = false
    step = next
    return tell()
  }
  // The browser has gone already: back to the unsaved page, and ask there.
  isUndoing = true
  history.go(-by)
  ifAllowed(() => {
    isAgreed = true
    history.go(by)
  })
})

function ifAllowed(leave: () => void): void {
  if (guards.size === 0) leave()
  else void allAgree().then((isAllowed) => isAllowed && leave())
}

async function allAgree(): Promise<boolean> {
  for (const ask of [...guards.keys()]) if (!(await ask())) return false
  return true
}

function tell(): void {
  place = here()
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function here(): Place {
  return { path: decode(window.location.pathname), search: window.location.search }
}

function decode(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

function stepOf(state: unknown): number | undefined {
  return typeof state === 'object' && state !== null && 'step' in state && typeof state.step === 'number'
    ? state.step
    : undefined
}

function apply(now: URLSearchParams, change: Change): URLSearchParams {
  if (typeof change === 'function') return change(now)
  if (change instanceof URLSearchParams) return change
  for (const [name, value] of Object.entries(change)) {
    now.delete(name)
    for (const one of value === null ? [] : [value].flat()) now.append(name, one)
  }
  return now
}
