import { useQuery } from '@tanstack/react-query'
import type { Bulk } from '../../../shared/api.ts'
import { formatNumber } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'

import { get, post, queryString } from '../../api.ts'
import { changed, client } from '../../query.ts'
import { snackbar } from '../../ui/snackbar.tsx'
import type { List } from '../list/use-list.ts'
import type { AnyRow } from '../module.ts'

/** The records an act is about: rows that were ticked, or everything the list's filters let through. */
export interface Selection {
  rows: AnyRow[]
  isAll: boolean
  /** How many that is; of a search that counts only so far, at least. */
  total: number
}

export interface Deed {
  act: string
  /** In words, translated. */
  label: string
  /** What the act asks for, once for all records. */
  given?: object
  /** The act that takes it back, and what both ask for. */
  undo?: { act: string; label: string }
  /** What the rows show from then on, where they stay in sight. */
  becomes?: object
}

const KEY = ['bulk'] as const
const WATCHED_MS = 1000

/** The caller's bulks of one list that run, or that were not looked at yet. */
export function useBulks(module: string): Bulk[] {
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: () => get<{ data: Bulk[] }>('bulk', undefined, { quiet: true }),
    staleTime: 60_000,
    placeholderData: undefined,
    refetchInterval: ({ state }) => (state.data?.data.some((bulk) => !bulk.is_finished) ? WATCHED_MS : false),
  })
  return data?.data.filter((bulk) => bulk.module === module) ?? []
}

/** Starts an act on a selection. Few are done at once and told in a line; the rest is watched above the list. */
export async function startBulk(list: List, selection: Selection, deed: Deed): Promise<void> {
  const { definition } = list
  const about = selection.isAll
    ? { query: queryString(list.query), all: true }
    : { rows: selection.rows.map(({ id, version }) => [id, version]) }
  const bulk = await post<Bulk>(`${definition.wire}/bulk/${deed.act}`, { ...deed.given, ...about }).catch(showProblem)
  if (!bulk) return
  changed(definition.name)
  if (!bulk.is_finished || bulk.refused > 0) keep(bulk)
  else seen(bulk)
  if (!bulk.is_finished || bulk.done === 0) return
  const { undo, becomes } = deed
  if (becomes && bulk.refused === 0)
    list.hold(selection.rows.map((row) => ({ ...row, ...becomes, version: row.version + 1 })))
  const back = selection.rows.map((row) => ({ ...row, version: row.version + 1 }))
  const again = undo && { label: t('Undo'), run: () => void startBulk(list, { ...selection, rows: back }, undo) }
  snackbar(t('{{act}}: {{n}} done', { act: deed.label, n: figure(bulk.done) }), {
    variant: 'alert',
    colour: 'ok',
    ...(!selection.isAll && again && { action: again }),
  })
}

export const cancelBulk = (bulk: Bulk): Promise<void> => ask(bulk, 'cancel')
/** Tries the refused ones again, as they stand now. */
export const retryBulk = (bulk: Bulk): Promise<void> => ask(bulk, 'retry')

/** Looked at: it is told no more. */
export function seen(bulk: Bulk): void {
  client.setQueryData<{ data: Bulk[] }>(KEY, (now) => ({ data: now?.data.filter(({ id }) => id !== bulk.id) ?? [] }))
  void post(`bulk/${bulk.id}/seen`, undefined, { quiet: true }).catch(() => undefined)
}

async function ask(bulk: Bulk, what: 'cancel' | 'retry'): Promise<void> {
  const next = await post<Bulk>(`bulk/${bulk.id}/${what}`).catch(showProblem)
  if (next) keep(next)
}

function keep(bulk: Bulk): void {
  client.setQueryData<{ data: Bulk[] }>(KEY, (now) => ({
    data: [bulk, ...(now?.data.filter(({ id }) => id !== bulk.id) ?? [])],
  }))
}

function showProblem(error: unknown): undefined {
  const words = error instanceof Error ? error.message : t('Something went wrong')
  snackbar(words, { variant: 'alert', colour: 'bad' })
}

export const figure = (n: number): string => formatNumber(n, currentLanguage())
