import { useCallback, useEffect, useState } from 'react'
import { type Definition, isMadeByHand } from '../../../shared/resource.ts'
import { queryString } from '../../api.ts'
import { go } from '../../app/location.ts'
import { useMay } from '../../session.ts'
import type { AnyRow } from '../module.ts'
import type { Selected } from './selection.ts'
import type { List } from './use-list.ts'
import type { Split } from './use-split.ts'

interface Keys {
  list: List
  definition: Definition
  active: number
  setActive: (id: number | undefined) => void
  selected: Selected
  tick: (row: AnyRow, isRange?: boolean) => void
  /** Selects every row of the page. */
  tickAll: () => void
  clear: () => void
  split: Split
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
}: Keys): void {
  const may = useMay()
  useEffect(() => {
    const rows = list.page?.data ?? []
    const row = rows[active]
    const { state } = list
    const hasNext = list.page !== undefined && (list.page.total_is_more || state.page * state.perpage < list.page.total)
    const turnPage = (by: number) => (split.isOn ? split.turnPage(by) : list.change({ page: state.page + by }))
    const extend = (by: number) => {
      const next = rows[active + by]
      if (row && !selected.has(row.id)) tick(row)
      if (!next) return
      tick(next, true)
      setActive(next.id)
    }
    const acts: Record<string, () => void> = {
      j: () =>
        active === rows.length - 1 && hasNext
          ? turnPage(1)
          : setActive(rows[Math.min(active + 1, rows.length - 1)]?.id),
      k: () => (active <= 0 && state.page > 1 ? turnPage(-1) : setActive(rows[Math.max(active - 1, 0)]?.id)),
      J: () => extend(1),
      K: () => extend(-1),
      x: () => row && tick(row),
      ...(split.isOffered && { v: () => split.turn(row?.id) }),
      ...(!split.isOn && {
        c: () => may(definition.permission, 'add') && isMadeByHand(definition) && go(`/${definition.name}/create`),
      }),
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
  const active = held?.asked === asked ? (page?.data.findIndex(({ id }) => id === held.id) ?? -1) : -1
  const setActive = useCallback((id: number | undefined) => hold({ id, asked }), [asked])
  return [active, setActive] as const
}

/** Typing somewhere, or with a dialog open: the keys are not the list's. */
export const isTaken = (target: EventTarget | null) =>
  document.querySelector('[role=dialog], [role=menu], [role=alertdialog]') !== null ||
  (target instanceof Element &&
    target.closest('input:not([type=checkbox]), textarea, select, [contenteditable=true]') !== null)
const isPressable = (target: EventTarget | null) =>
  target instanceof Element && target.closest('a, button, summary') !== null
