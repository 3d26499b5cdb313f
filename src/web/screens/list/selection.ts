import { useCallback, useEffect, useRef, useState } from 'react'
import type { AnyRow } from '../module.ts'

export type Selected = ReadonlyMap<number, AnyRow>

/** The rows chosen for an act on many, and how one of them, or a range from the one ticked before, is ticked. */
export function useSelection(rows: readonly AnyRow[]) {
  const [selected, setSelected] = useState<Selected>(new Map())
  const anchor = useRef<number>(undefined)
  const shown = useRef(rows)
  useEffect(() => {
    shown.current = rows
  })
  // The same one always: rows are drawn anew where it changes.
  const tick = useCallback((row: AnyRow, isRange = false) => {
    const on = shown.current
    const from = on.findIndex(({ id }) => id === anchor.current)
    const to = on.findIndex(({ id }) => id === row.id)
    anchor.current = row.id
    setSelected((now) => (isRange && from >= 0 ? withRange(now, on, from, to) : turned(now, row)))
  }, [])
  const tickAll = () => setSelected((now) => new Map([...now, ...rows.map((row) => [row.id, row] as const)]))
  const clear = useCallback(() => setSelected(new Map()), [])
  return { selected, setSelected, tick, tickAll, clear }
}

function withRange(selected: Selected, rows: readonly AnyRow[], from: number, to: number): Selected {
  const range = rows.slice(Math.min(from, to), Math.max(from, to) + 1)
  return new Map([...selected, ...range.map((row) => [row.id, row] as const)])
}

function turned(selected: Selected, row: AnyRow): Selected {
  const next = new Map(selected)
  if (!next.delete(row.id)) next.set(row.id, row)
  return next
}
