import type { Bulk } from '../../../shared/api.ts'
import { formatNumber } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import { post, queryString } from '../../api.ts'
import { changed, client } from '../../query.ts'
import { sayFailure, snackbar } from '../../ui/snackbar.tsx'
import type { List } from '../list/use-list.ts'
import { type Deed, KEY, type Selection } from './bulk.ts'

/** Starts an act on a selection, or throws why it cannot. Few are done at once and told in a line; the rest is watched above the list. */
export async function startBulk(list: List, selection: Selection, deed: Deed): Promise<void> {
  const { definition } = list
  const about = selection.isAll
    ? { query: queryString(list.query), all: true }
    : { rows: selection.rows.map(({ id, version }) => [id, version]) }
  const bulk = await post<Bulk>(`${definition.wire}/bulk/${deed.act}`, { ...deed.given, ...about })
  changed(definition.name)
  if (!bulk.is_finished || bulk.refused > 0) keep(bulk)
  else seen(bulk)
  if (!bulk.is_finished || bulk.done === 0) return
  const { undo, becomes } = deed
  if (becomes && bulk.refused === 0)
    list.hold(selection.rows.map((row) => ({ ...row, ...becomes, version: row.version + 1 })))
  const back = selection.rows.map((row) => ({ ...row, version: row.version + 1 }))
  const again = undo && {
    label: t('Undo'),
    run: () => void startBulk(list, { ...selection, rows: back }, undo).catch(sayFailure),
  }
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
  const next = await post<Bulk>(`bulk/${bulk.id}/${what}`).catch(sayFailure)
  if (next) keep(next)
}

function keep(bulk: Bulk): void {
  client.setQueryData<{ data: Bulk[] }>(KEY, (now) => ({
    data: [bulk, ...(now?.data.filter(({ id }) => id !== bulk.id) ?? [])],
  }))
}

export const figure = (n: number): string => formatNumber(n, currentLanguage())
