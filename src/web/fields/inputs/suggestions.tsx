import type { Editor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { stillFits } from '../rich-text/mention-words.ts'
import css from '../rich-text/rich-text.module.css'

const LOOK_BACK = 60
const TYPING_PAUSE_MS = 150

export interface Suggestion {
  id: number | string
  name: string
  /** Beside the name, smaller. */
  hint?: string | undefined
}

/** What a sign in the text offers: people after an @, canned replies after a slash. */
export interface Trigger<S extends Suggestion> {
  /** What is being looked for just before the caret, and how much of the text says so. */
  sought: (before: string) => { search: string; length: number } | undefined
  find: (search: string) => Promise<readonly S[]>
  insert: (editor: Editor, range: { from: number; to: number }, chosen: S) => void
}

interface Open<S> {
  /** What the offers were found for; the text may have gone on since. */
  search: string
  offers: readonly S[]
  active: number
  place: Place
}
type Place = { left: number; top: number } | { left: number; bottom: number }

export interface Suggestions<S extends Suggestion> {
  open: Open<S> | undefined
  choose: (one: S) => void
  onKey: (event: KeyboardEvent) => boolean
}

/** Offers what fits while it is typed after its sign. */
export function useSuggestions<S extends Suggestion>(editor: Editor, trigger: Trigger<S> | undefined): Suggestions<S> {
  const [open, setOpen] = useState<Open<S>>()
  const latest = useRef(trigger)
  useEffect(() => {
    latest.current = trigger
  })
  useEffect(() => {
    let timer: number | undefined
    let round = 0
    const look = () => {
      const sought = editor.state.selection.empty ? latest.current?.sought(textBefore(editor)) : undefined
      window.clearTimeout(timer)
      const mine = ++round
      if (!sought) return setOpen(undefined)
      timer = window.setTimeout(async () => {
        const offers = (await latest.current?.find(sought.search).catch(() => [])) ?? []
        if (mine === round)
          setOpen(
            offers.length > 0
              ? { search: sought.search, offers, active: 0, place: placeOf(editor, sought.length) }
              : undefined,
          )
      }, TYPING_PAUSE_MS)
    }
    const close = () => setOpen(undefined)
    editor.on('transaction', look)
    editor.on('blur', close)
    return () => {
      window.clearTimeout(timer)
      editor.off('transaction', look)
      editor.off('blur', close)
    }
  }, [editor])

  const soughtNow = () => latest.current?.sought(textBefore(editor))
  const choose = (one: S) => {
    const { from } = editor.state.selection
    latest.current?.insert(editor, { from: from - (soughtNow()?.length ?? 0), to: from }, one)
    setOpen(undefined)
  }
  const onKey = (event: KeyboardEvent): boolean => {
    if (!open) return false
    const one = open.offers[open.active]
    if (event.key === 'Escape') setOpen(undefined)
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1
      setOpen({ ...open, active: (open.active + step + open.offers.length) % open.offers.length })
    } else if ((event.key === 'Enter' || event.key === 'Tab') && one && !event.ctrlKey) {
      const search = soughtNow()?.search ?? ''
      // Else what fits is on its way.
      if (search === open.search || stillFits(one.name, search)) choose(one)
    } else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return { open, choose, onKey }
}

interface ListProps<S extends Suggestion> {
  of: Suggestions<S>
  label: string
}

export function SuggestionList<S extends Suggestion>({ of: { open, choose }, label }: ListProps<S>) {
  if (!open) return null
  return (
    <div className={css.mentions} role="listbox" aria-label={label} style={open.place}>
      {open.offers.map((one, at) => (
        <div
          key={one.id}
          ref={at === open.active ? intoSight : undefined}
          role="option"
          tabIndex={-1}
          aria-selected={at === open.active}
          onMouseDown={(event) => {
            event.preventDefault()
            choose(one)
          }}
        >
          {one.name}
          {one.hint && <small>{one.hint}</small>}
        </div>
      ))}
    </div>
  )
}

const intoSight = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

function textBefore(editor: Editor): string {
  const { $from } = editor.state.selection
  return $from.parent.textBetween(Math.max(0, $from.parentOffset - LOOK_BACK), $from.parentOffset, undefined, '\ufffc')
}

const TALLEST = 240
const WIDEST = 340
const MARGIN = 8

/** Where the sign stands, in fixed coordinates of the window; above it where there is no room below. */
function placeOf(editor: Editor, length: number): Place {
  const box = editor.view.coordsAtPos(Math.max(0, editor.state.selection.from - length))
  const isLow = box.bottom + TALLEST > window.innerHeight && box.top > TALLEST
  const left = Math.max(MARGIN, Math.min(box.left, window.innerWidth - WIDEST - MARGIN))
  return isLow ? { left, bottom: window.innerHeight - box.top + 4 } : { left, top: box.bottom + 4 }
}
