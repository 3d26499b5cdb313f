import { useCallback, useEffect, useState } from 'react'
import { type Definition, isMadeByHand } from '../../../shared/resource.ts'
import { queryString } from '../../api.ts'
import { go } from '../../app/location.ts'
import { useMay } from '../../session.ts'
import type { AnyRow } from '../module.ts'
import type { List } from './use-list.ts'

interface Keys {
  list: List
  definition: Definition
  active: number
  setActive: (id: number | undefined) => void
  selected: ReadonlyMap<number, AnyRow>
  setSelected: (rows: ReadonlyMap<number, AnyRow>) => void
  /** Shows which keys there are. */
  help: () => void
}

/** A list by keyboard: j and k move, Enter opens, x selects, c creates, ? says so. */
export function useListKeys({ list, definition, active, setActive, selected, setSelected, help }: Keys): void {
  const may = useMay()
  useEffect(() => {
    const rows = list.page?.data ?? []
    const row = rows[active]
    const acts: Record<string, () => void> = {
      j: () => setActive(rows[Math.min(active + 1, rows.length - 1)]?.id),
      k: () => setActive(rows[Math.max(active - 1, 0)]?.id),
      x: () => row && setSelected(turned(selected, row)),
      c: () => may(definition.permission, 'add') && isMadeByHand(definition) && go(`/${definition.name}/create`),
      '?': help,
      Escape: () => selected.size > 0 && setSelected(new Map()),
    }
    const onKey = (event: KeyboardEvent) => {
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

export function turned(selected: ReadonlyMap<number, AnyRow>, row: AnyRow): ReadonlyMap<number, AnyRow> {
  const next = new Map(selected)
  if (!next.delete(row.id)) next.set(row.id, row)
  return next
}

/** Typing somewhere, or with a dialog open: the keys are not the list's. */
export const isTaken = (target: EventTarget | null) =>
  document.querySelector('[role=dialog], [role=menu], [role=alertdialog]') !== null ||
  (target instanceof Element &&
    target.closest('input:not([type=checkbox]), textarea, select, [contenteditable=true]') !== null)
const isPressable = (target: EventTarget | null) =>
  target instanceof Element && target.closest('a, button, summary') !== null
