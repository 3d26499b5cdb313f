import { useCallback, useLayoutEffect, useState } from 'react'
import type { Definition } from '../../../shared/resource.ts'
import { queryString } from '../../api.ts'
import { go } from '../../app/location.ts'
import type { AnyRow } from '../module.ts'
import type { Selected } from './selection.ts'
import type { Split } from './split/use-split.ts'
import type { List } from './use-list.ts'

interface Walk {
  list: List
  split: Split
  active: number
  setActive: (id: number | undefined) => void
}

/** Goes to the row one further or one back, over the pages. */
export function walk({ list, split, active, setActive }: Walk, by: 1 | -1): void {
  if (!list.page) return
  const { data: rows, total, total_is_more } = list.page
  const { page, perpage } = list.state
  const hasNext = total_is_more || page * perpage < total
  const isOver = by > 0 ? active === rows.length - 1 && hasNext : active <= 0 && page > 1
  if (!isOver) setActive(rows[Math.min(Math.max(active + by, 0), rows.length - 1)]?.id)
  else if (split.isOn) split.turnPage(by)
  else list.change({ page: page + by })
}

interface Keys extends Walk {
  definition: Definition
  /** Empty where that key does something else; none where nothing is created. */
  createKey: string | undefined
  selected: Selected
  tick: (row: AnyRow, isRange?: boolean) => void
  /** Selects every row of the page. */
  tickAll: () => void
  clear: () => void
}

/** A list by keyboard: j and k move, over the pages, with Shift selecting what they pass; Enter opens, x selects, Ctrl+A the page, c creates, v shows the record beside the list. */
export function useListKeys({
  list,
  definition,
  active,
  setActive,
  selected,
  tick,
  tickAll,
  clear,
  split,
  createKey,
}: Keys): void {
  // Who sees a row may press a key: it is heard before the row is drawn.
  useLayoutEffect(() => {
    const rows = list.page?.data ?? []
    const row = rows[active]
    const place = { list, split, active, setActive }
    const extend = (by: number) => {
      const next = rows[active + by]
      if (row && !selected.has(row.id)) tick(row)
      if (!next) return
      tick(next, true)
      setActive(next.id)
    }
    const acts: Record<string, () => void> = {
      j: () => walk(place, 1),
      k: () => walk(place, -1),
      J: () => extend(1),
      K: () => extend(-1),
      x: () => row && tick(row),
      ...(split.isOffered && { v: () => split.turn(row?.id) }),
      ...(createKey && { [createKey]: () => go(`/${definition.name}/create`) }),
      Escape: () => (selected.size > 0 ? clear() : split.isOn && split.turn()),
    }
    const onKey = (event: KeyboardEvent) => {
      const isAll = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === 'a'
      if (isAll && !event.defaultPrevented && !isTaken(event.target)) {
        event.preventDefault()
        return tickAll()
      }
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTaken(event.target)) return
      const link = row ? list.linkOf(row) : null
      const act = event.key === 'Enter' && link && !isPressable(event.target) ? () => go(link) : acts[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}

/** Where the row stands that the keys act on: it stays the same record whatever arrives, until something else is asked. */
export function useActive({ page, query }: List) {
  const asked = queryString(query)
  const [held, hold] = useState<{ id: number | undefined; asked: string }>()
  const cursor = held?.asked === asked ? held.id : undefined
  const active = page?.data.findIndex(({ id }) => id === cursor) ?? -1
  const setActive = useCallback((id: number | undefined) => hold({ id, asked }), [asked])
  return [active, setActive, cursor] as const
}

const isCovered = () => document.querySelector('[role=dialog], [role=menu], [role=alertdialog]') !== null
/** As the key went down: Escape closes a dialog before those hear of it who would take it for their own. */
let wasCovered = false
const look = () => {
  wasCovered = isCovered()
}
window.addEventListener('keydown', look, true)

export const isTyping = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]') !== null
/** Typing somewhere, or with a dialog open: the keys are not the list's. */
export const isTaken = (target: EventTarget | null) => wasCovered || isCovered() || isTyping(target)
const isPressable = (target: EventTarget | null) =>
  target instanceof Element && target.closest('a, button, summary') !== null
