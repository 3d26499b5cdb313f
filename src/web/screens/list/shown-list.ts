import type { Page } from '../../../shared/api.ts'
import type { Definition } from '../../../shared/resource.ts'
import type { Query } from '../../api.ts'
import { client } from '../../query.ts'
import type { AnyRow } from '../module.ts'
import { pageOf } from '../records.ts'

/** A list as it was shown last: it stays in sight while another view of it loads, and its records lead from one to the next. */
interface Shown {
  page: Page<AnyRow>
  query: Query
  /** The records of the page shown, and of pages walked on to since. */
  ids: readonly number[]
  first: number
  last: number
}

const shown = new Map<string, Shown>()

export const lastPageOf = ({ wire }: Definition): Page<AnyRow> | undefined => shown.get(wire)?.page

export function keepShown({ wire }: Definition, query: Query, page: Page<AnyRow>): void {
  const number = Number(query.page) || 1
  shown.set(wire, { page, query, ids: page.data.map(({ id }) => id), first: number, last: number })
}

export interface Place {
  /** 1 for the first of all pages. */
  at: number
  total: number
  isMore: boolean
  hasBefore: boolean
  hasNext: boolean
}

/** Where a record stands in the list it was opened from; undefined where it was not opened from one. */
export function placeOf({ wire }: Definition, id: number): Place | undefined {
  const held = shown.get(wire)
  const at = held?.ids.indexOf(id) ?? -1
  if (!held || at < 0) return undefined
  const { page, query, ids, first, last } = held
  const perpage = Number(query.perpage)
  const isMore = page.total_is_more === true
  return {
    at: (first - 1) * perpage + at + 1,
    total: page.total,
    isMore,
    hasBefore: at > 0 || first > 1,
    hasNext: at < ids.length - 1 || isMore || last * perpage < page.total,
  }
}

/** The record one further or one back in that list, over its pages; undefined at its ends. */
export async function neighbourOf(definition: Definition, id: number, by: 1 | -1): Promise<number | undefined> {
  const held = shown.get(definition.wire)
  const at = held?.ids.indexOf(id) ?? -1
  if (!held || at < 0) return undefined
  const near = held.ids[at + by]
  if (near !== undefined) return near
  // What was dealt with meanwhile may have left its page, and the next ones stand there now.
  const pages = by > 0 ? [held.last, held.last + 1] : held.first > 1 ? [held.first - 1] : []
  for (const page of pages) {
    const found = await client.fetchQuery(pageOf(definition, { ...held.query, page }))
    const fresh = found.data.map((row) => row.id).filter((one) => !held.ids.includes(one))
    if (fresh.length === 0) continue
    const ids = by > 0 ? [...held.ids, ...fresh] : [...fresh, ...held.ids]
    shown.set(definition.wire, { ...held, ids, [by > 0 ? 'last' : 'first']: page })
    return by > 0 ? fresh[0] : fresh.at(-1)
  }
  return undefined
}
