import { sql } from 'kysely'
import type { Definition } from '../../shared/resource.ts'
import { limitConcurrency } from '../concurrency-limit.ts'
import { type Db, rows, type Sql } from '../db/db.ts'
import { type Conditions, whereSql } from '../resource/query/where.ts'
import { recordsOf, Scan, type ScanPart } from './scan.ts'
import { areRare, rarestOf, sampleOf } from './term-sampler.ts'

/** Of a large table a search that matches more is counted no further: the page is quick, the total says 'more than'. */
const SEARCH_COUNT_MOST = 1000
/** Of so few all are looked at, and the total is exact. */
const SMALL = 10_000
/** Of more the newest rows tell whether words are common: a few where they are very common, … */
const FIRST = 1000
/** … or so many … */
const NEWEST = 3000
/** … of which so many must match: then walking from the newest on meets a page at once … */
const COMMON = 30
/** … or, as gathering grows with the table and walking does not, a few, where more than can be counted must be expected in all of it. */
const FEWEST = 3
/** The newest may be thousands of messages alike, as after a recall: what was there days before them tells too. */
const BEFORE = { days: 7, rows: 1000, common: 10 }
/** A walk goes on by as many rows as it has seen, no more than this at a time … */
const STEP = 20_000
/** … and is given up here: what some imports have brought is crossed sooner, and words that are nowhere else are gathered. */
const FARTHEST = 500_000
/** Gathering and walking far are all work and no waiting: more of it at once is no sooner done, and the slowest runs out of the time a statement has. */
const inTurn = limitConcurrency(2)

export interface Searched {
  /** The matching rows, `r`, for a page to order and cut; where only the newest are wanted, these, and more that were met on the way. */
  source: Sql
  /** How many match, or at the least do. */
  total: number
  /** Whether more match than were counted. */
  isMore: boolean
}

/**
 * Decides how a search is read. Gathering common words in the trigram index costs a hundred milliseconds only to say 'many', and
 * walking for rare ones reads the whole table; a sample tells the rare ones, as numbers of receipts and phones are, and the newest
 * rows, as few of a big table are of this week, tell of the others which of the two it is. Never left to the planner, which plans
 * without knowing the words.
 * @param wanted how many of the newest a page is cut from; all that match where it is in another order
 * @param most of the newest that the source holds, where looking for those wanted met more
 */
export async function searched(
  db: Db,
  definition: Definition,
  conditions: Conditions,
  wanted = Number.POSITIVE_INFINITY,
  most = wanted,
): Promise<Searched> {
  const { search } = conditions
  if (!search) throw new Error('There are no words to search for')
  const table = sql.table(definition.table)
  const these = (ids: readonly number[]) => sql`select * from ${table} r where r.id = any(${ids}::bigint[])`
  const walk = new Scan(db, definition, conditions, search)
  const newest = () => these(walk.ids.slice(0, most))
  const all = (): Searched => ({ source: newest(), total: walk.ids.length, isMore: false })
  const many = (least: number): Searched => ({
    source: sql`select * from ${table} r where ${whereSql(conditions, search.byHand)}`,
    total: least,
    isMore: true,
  })
  // A page of the newest, or all there are; null where neither is met in time or more is wanted than a page.
  const met = async (least: number): Promise<Searched | null> => {
    if (wanted > SEARCH_COUNT_MOST) return null
    while (walk.ids.length < wanted && !walk.isOver && walk.seen < FARTHEST) {
      const further = Math.min(Math.max(walk.seen, FIRST), STEP)
      await inTurn(() => walk.on(further))
    }
    if (walk.isOver) return all()
    return walk.ids.length < wanted ? null : { source: newest(), total: Math.max(least, wanted), isMore: true }
  }
  const gathered = async (parts?: readonly string[]): Promise<Searched> => {
    const gathering = sql`${recordsOf(definition, search.ids(parts))} where ${whereSql(conditions, null)} limit ${sql.raw(String(SEARCH_COUNT_MOST + 1))}`
    const found = await inTurn(() => rows(db, { id: 'number' }, gathering))
    if (found.length > SEARCH_COUNT_MOST) return (await met(SEARCH_COUNT_MOST)) ?? many(SEARCH_COUNT_MOST)
    return { source: these(found.map(({ id }) => id)), total: found.length, isMore: false }
  }
  const sample = sampleOf(db, definition)
  const rarest = () => (sample ? rarestOf(sample, search.words) : [])
  const common = async (least: number): Promise<Searched> =>
    (await met(least)) ?? (wanted > SEARCH_COUNT_MOST ? many(least) : gathered(rarest()))

  if (sample && areRare(sample, search.words, SEARCH_COUNT_MOST / 2)) return gathered(rarest())
  await walk.on(FIRST)
  if (!walk.isOver && walk.known <= SMALL) await walk.on(SMALL)
  else if (!walk.isOver && !isCommon(walk)) await walk.on(NEWEST - FIRST)
  if (walk.isOver) return all()
  if (isCommon(walk)) return common(walk.ids.length)
  // What is found in all of a list now and then is met soon, also where the newest that an import brought are without it.
  if (sample && isWhole(conditions) && wanted <= SEARCH_COUNT_MOST) return common(walk.ids.length)
  const before = await walk.before(BEFORE.days, BEFORE.rows)
  return wasCommon(before) ? common(Math.max(walk.ids.length, before.ids.length)) : gathered()
}

const isWhole = ({ scope, isTrash, own, filters, ranges }: Conditions): boolean =>
  !scope && !isTrash && [own, filters, ranges].every((one) => Object.keys(one).length === 0)

const isCommon = ({ ids, seen, known }: ScanPart): boolean =>
  ids.length >= COMMON || (ids.length >= FEWEST && (ids.length / seen) * known >= SEARCH_COUNT_MOST)

const wasCommon = ({ ids, seen, known }: ScanPart): boolean =>
  ids.length >= BEFORE.common && (ids.length / seen) * known >= SEARCH_COUNT_MOST
