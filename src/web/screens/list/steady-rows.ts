import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import type { Page } from '../../../shared/api.ts'
import { stepsOf } from '../../../shared/flow.ts'
import type { Definition } from '../../../shared/resource.ts'
import type { AnyRow } from '../module.ts'

/** Keeps every row of the list where it is, with what has become of these. */
export type Hold = (changed?: readonly AnyRow[]) => void

export interface SteadyRows {
  hold: Hold
  /** Rows that were dealt with here, and may no longer be what the list asks for. */
  settled: ReadonlySet<number>
}

interface Held {
  asked: string
  order: readonly AnyRow[]
  changed: ReadonlyMap<number, AnyRow>
}

const NONE: ReadonlySet<number> = new Set()

/**
 * From the first act in one of its rows a list keeps their places until something else is asked of it: what an act takes out of the
 * list stays, marked, and what comes in stands below, so that a second press on the same spot never meets another record.
 * @param asked says the question the page answers
 */
export function useSteadyRows(definition: Definition, found: Page<AnyRow> | undefined, asked: string) {
  const [kept, keep] = useState<Held>()
  const held = kept?.asked === asked ? kept : undefined
  const steady = useMemo(() => held && found && steadied(definition, held, found.data), [definition, held, found])
  const rows = steady?.rows ?? found?.data
  useEffect(() => {
    if (held && rows && rows.length > held.order.length) keep({ ...held, order: rows })
  }, [held, rows])
  const hold: Hold = useCallback(
    (changed = []) =>
      keep((before) => {
        const same = before?.asked === asked ? before : undefined
        const order = same?.order ?? rows ?? []
        return {
          asked,
          order,
          changed: new Map([...(same?.changed ?? []), ...changed.map((row) => [row.id, row] as const)]),
        }
      }),
    [asked, rows],
  )
  const page = useMemo(() => (found && steady ? { ...found, data: steady.rows } : found), [found, steady])
  return { page, hold, settled: steady?.settled ?? NONE }
}

function steadied(definition: Definition, { order, changed }: Held, fresh: readonly AnyRow[]) {
  const now = new Map(fresh.map((row) => [row.id, row]))
  const before = new Set(order.map(({ id }) => id))
  const known = order.map((row) => asItStands(definition, now.get(row.id) ?? row, changed.get(row.id)))
  const settled = order
    .filter((row) => isDealtWith(definition, row, changed.get(row.id)) || (changed.has(row.id) && !now.has(row.id)))
    .map(({ id }) => id)
  return { rows: [...known, ...fresh.filter(({ id }) => !before.has(id))], settled: new Set(settled) }
}

const isDealtWith = ({ flow }: Definition, before: AnyRow, now: AnyRow | undefined) =>
  now !== undefined &&
  (stepsOf(flow).some(([, step]) => step.quick && flow && now[flow.field] === step.to) ||
    (Boolean(before.deleted_at) && !now.deleted_at))

/** What the server set in an act, over what the list said before: values that a list masks stay as they were. */
function asItStands({ fields }: Definition, row: AnyRow, changed: AnyRow | undefined): AnyRow {
  if (!changed || changed.version < row.version) return row
  const set = Object.entries(changed).filter(
    ([name]) => fields[name]?.readonly && (fields[name].kind !== 'computed' || fields[name].of),
  )
  return { ...row, ...Object.fromEntries(set), version: changed.version, deleted_at: changed.deleted_at }
}

const Steady = createContext<SteadyRows>({ hold: () => undefined, settled: NONE })
export const SteadyProvider = Steady.Provider
/** The list around an act, or nothing to hold where there is none. */
export const useSteady = (): SteadyRows => useContext(Steady)
