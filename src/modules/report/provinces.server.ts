import { sql } from 'kysely'
import type { Figures } from '#server/counters/counters.ts'
import { type Db, rows } from '#server/db/db.ts'
import { jsonOf } from '#server/db/shape.ts'
import { placed } from '#server/places/placed.ts'
import type { Address } from '../../shared/fields.ts'
import type { ReportWish } from './parse-query.server.ts'
import { NONE } from './report.ts'

/** Stores by province; `none` is the place of those without one, and of complaints without a store. */
export interface Provinces {
  of: Map<string, string>
  /** What a province is as a filter of the list, beside what the report is narrowed to. */
  stores: Map<string, string[]>
}

/** The province of today of every store: an address of the three former levels counts in the one that its own went into. */
export async function provincesOf(db: Db, { store: asked }: ReportWish['filters']): Promise<Provinces> {
  const found = await rows(db, { id: 'number', address: jsonOf<Address | null>() }, sql`select id, address from stores`)
  const of = new Map(found.map(({ id, address }) => [String(id), provinceOf(address) ?? NONE]))
  of.set(NONE, NONE)
  const isAsked = (store: string) => !asked || asked.some((one) => String(one ?? NONE) === store)
  const shown = [...of].filter(([store]) => isAsked(store))
  const stores = Map.groupBy(shown, ([, province]) => province)
  return { of, stores: new Map([...stores].map(([province, all]) => [province, all.map(([store]) => store)])) }
}

const provinceOf = (address: Address | null): string | null | undefined =>
  address && (address.province_code ?? placed(address)?.province_code)

/** The figures of stores as those of their provinces. */
export const inProvinces = (figures: readonly Figures[], { of }: Provinces): Figures[] =>
  figures.map((one) => ({ ...one, key: of.get(one.key ?? NONE) ?? NONE }))
