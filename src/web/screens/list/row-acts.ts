import { useEffect } from 'react'
import { t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { fetchAhead, loadOrTell } from '../../ahead.ts'
import { withCatalog } from '../../catalogs.ts'
import { client, keys } from '../../query.ts'
import type { AnyRow } from '../module.ts'
import { type PageAct, usePageActs } from '../page-acts.ts'
import type { StepWays } from '../view/move.ts'
import { EDIT_KEY, LEADING_KEYS } from '../view/step-acts.ts'
import type { Split } from './split/use-split.ts'
import type { Hold } from './steady-rows.ts'

/** What may be done with a row by key. */
export interface RowActs {
  keys: string
  /** Keys that are the list's own until the record stands beside it. */
  keysBeside?: string
  /** The acts, fetched when the keys first stand on a row; `onward` goes on to the next row. */
  load: () => Promise<(row: AnyRow, onward?: () => void) => readonly PageAct[]>
}

interface Acting {
  split: Split
  /** The row the keys stand on; none while rows are selected, as the keys are theirs. */
  row: AnyRow | undefined
  /** Those of the module; else the steps of its flow that have a key. */
  of: RowActs | undefined
  /** Goes on to the next row, if the keys still stand on this one. */
  onward: (from: number) => void
  /** As `useListKeys` takes it. */
  createKey: string | undefined
}

/** The keys of the list, and the acts of the row they stand on. */
export function useRowActs({ split, row, of, onward, createKey }: Acting): void {
  const { definition, state, hold } = split.list
  const { keys, load } = of ? { ...of, keys: of.keys + (split.isOn ? (of.keysBeside ?? '') : '') } : general(definition)
  const isKey = (key: string) => keys.includes(key)
  usePageActs(
    row && !state.isTrash
      ? {
          of: String(row[definition.flow?.name ?? definition.title] ?? `#${row.id}`),
          keys,
          list: async () =>
            ((await loadOrTell(load))?.(row, () => onward(row.id)) ?? []).map(({ keys: own, ...act }) =>
              own?.every(isKey) ? { ...act, keys: own } : act,
            ),
        }
      : undefined,
  )
  const isOnRow = row !== undefined
  useEffect(() => {
    if (isOnRow) fetchAhead(load)
  }, [isOnRow, load])
  useHeld(definition, row, hold)
  usePageActs({
    of: t(definition.label),
    keys: '',
    list: async () => (await loadOrTell(loadGeneral))?.listKeys(split, createKey) ?? [],
  })
}

const loadGeneral = () => withCatalog(() => import('./general-acts.ts'))

/** The same of every record, in its list and on its page. */
export const general = (definition: Definition, ways?: StepWays): RowActs => ({
  keys: [EDIT_KEY, ...LEADING_KEYS, ...Object.values(definition.flow?.steps ?? {}).map(({ key = '' }) => key)].join(''),
  load: async () => (await loadGeneral()).generalActs(definition, ways),
})

/** What becomes of the row by an act, here or beside the list, leaves every row in its place. */
export function useHeld({ wire }: Definition, row: AnyRow | undefined, hold: Hold): void {
  useEffect(() => {
    if (!row) return
    const key = JSON.stringify(keys.record(wire, row.id))
    return client.getQueryCache().subscribe(({ query, type }) => {
      if (type !== 'updated' || query.queryHash !== key) return
      const found = query.state.data as AnyRow | undefined // what this key always holds
      if (found && found.version > row.version) hold([found])
    })
  }, [wire, row, hold])
}
