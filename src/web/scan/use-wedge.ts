import { useEffect, useLayoutEffect, useRef } from 'react'
import { type Wedge, wedge } from './wedge.ts'

type Taker = (code: string) => void

/** Who is shown last gets what is scanned: a dialog before the page below it. */
const takers: { take: Taker }[] = []
const judge: Wedge = wedge()
/** Far longer than a scanner's Enter lets wait: a busy machine brings keys late. A key by hand gives back what is held at once. */
const GIVE_BACK_MS = 500

/** Hears the hand scanner while the component is shown, wherever the focus is; nothing of a code stays in a text field. */
export function useWedge(take: Taker, isOn = true): void {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  // Who sees the field may scan at once.
  useLayoutEffect(() => {
    if (!isOn) return
    const taker = { take: (code: string) => latest.current(code) }
    if (takers.push(taker) === 1) {
      window.addEventListener('keydown', hear, { capture: true })
      window.addEventListener('focusin', noteStanding)
    }
    return () => {
      takers.splice(takers.indexOf(taker), 1)
      if (takers.length > 0) return
      window.removeEventListener('keydown', hear, { capture: true })
      window.removeEventListener('focusin', noteStanding)
    }
  }, [isOn])
}

/** How a field stood before keys of a code landed in it. */
interface Before {
  field: HTMLInputElement | HTMLTextAreaElement
  value: string
  start: number | null
  end: number | null
}
/** A code may land in several, as the focus may move while it comes, by its own first key too. */
let before: Before[] = []
let timer: number | undefined

function hear(event: KeyboardEvent): void {
  // What a page sends to itself, and the keys of a phone's screen, have no key of their own.
  if (event.key === undefined || event.key === 'Unidentified' || event.key === 'Process') return
  const landed = judge.landed()
  const { is, code, back } = judge.take(event)
  if (back) giveBack(back)
  if (is === 'begun') {
    if (judge.landed() === 1) before = []
    noteStanding()
  }
  if (is === 'held' || is === 'ended') {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  window.clearTimeout(timer)
  if (is === 'held') timer = window.setTimeout(giveBackLate, GIVE_BACK_MS)
  if (code === undefined) return
  takeBack(landed)
  takers.at(-1)?.take(code)
}

/** A busy page hears its timer before keys that came earlier: those go first. */
function giveBackLate(): void {
  timer = window.setTimeout(() => giveBack(judge.giveBack(Number.POSITIVE_INFINITY)), 0)
}

function giveBack(text: string): void {
  // Deprecated, and the one way to type for a person that every field, framework and undo understands.
  if (text) document.execCommand('insertText', false, text)
}

function noteStanding(): void {
  const field = document.activeElement
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  if (before.some((one) => one.field === field)) return
  before.push({ field, value: field.value, start: field.selectionStart, end: field.selectionEnd })
}

/** The first keys of a code had to be let through: what they did to fields is undone. */
function takeBack(landed: number): void {
  const found = before
  before = []
  if (found.length === 0) takeBackRich(landed)
  for (const { field, value, start, end } of found) {
    if (field.value === value) continue
    // Through the browser's own setter: React keeps one of its own on the field, and would not hear of the change.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
    if (start !== null) field.setSelectionRange(start, end)
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
}

function takeBackRich(landed: number): void {
  const field = document.activeElement
  if (field instanceof HTMLElement && field.isContentEditable)
    for (let n = 0; n < landed; n++) document.execCommand('delete')
}
