import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import { EVER, sumsBy } from '#server/counters/counters.ts'
import { type Db, row, rows, type Sql } from '#server/db/db.ts'
import type { RowOf } from '#server/db/shape.ts'
import { derivableScope, scopeOf } from '#server/resource/scope.ts'
import type { Definition } from '../../../shared/resource.ts'
import type { Span } from '../../../shared/time/spans.ts'
import { FACES } from '../faces.ts'

/** The draws of one event, as far as somebody sees them. */
export interface EventLog {
  db: Db
  actor: Actor
  logs: Definition
  event: number
}

const EVERY = { from: '0001-01-01', to: EVER }
const MEASURES = ['n', 'given_n', 'handed_out_n', 'not_taken_n', 'value_sum'] as const
export type Measure = (typeof MEASURES)[number]

/** Of one gift at one store, as ids; '' for draws without. */
export interface Count {
  gift: string
  store: string
  values: Readonly<Record<string, number>>
}
export const sumOf = (counts: readonly Count[], measure: Measure): number =>
  counts.reduce((sum, { values }) => sum + (values[measure] ?? 0), 0)

/** An event is of one kind: counts need not be told by it once more, and those by event alone can tell its days. */
const OF_ANY_KIND = new Map(FACES.map(({ log }): [string, Definition] => [log.name, { ...log, fixedFilter: {} }]))
const wishOf = ({ actor, event }: EventLog) => ({ actor, filters: { event: [event] } })
const countedOf = ({ logs }: EventLog): Definition => OF_ANY_KIND.get(logs.name) ?? logs

export async function countsByGiftAndStore(log: EventLog): Promise<Count[]> {
  const wish = { ...wishOf(log), dimensions: ['gift', 'store'], span: EVERY } as const
  const told = await sumsBy(log.db, countedOf(log), wish, MEASURES)
  return told.map(({ key, and, values }) => ({ gift: key, store: and, values }))
}

export async function countsByDay(log: EventLog, span: Span): Promise<{ day: string; draws: number; given: number }[]> {
  const wish = { ...wishOf(log), dimensions: ['day', 'none'], span } as const
  const told = await sumsBy(log.db, countedOf(log), wish, ['n', 'given_n'])
  return told.map(({ key, values }) => ({ day: key, draws: values.n ?? 0, given: values.given_n ?? 0 }))
}

/** The stores whose draws are seen, null for all; undefined where only the rows tell. */
function storesSeen({ logs, actor }: EventLog): readonly number[] | null | undefined {
  const parts = derivableScope(logs, actor)
  if (parts.some(({ only }) => only)) return undefined
  const seen = parts.map(({ filter }) => filter.store)
  return seen.includes(undefined) ? null : seen.map(Number)
}

function rowsSeen({ logs, actor, event }: EventLog): Sql {
  const scope = scopeOf(logs, actor)
  return sql`r.event = ${event} and r.deleted_at is null ${scope ? sql`and ${scope}` : sql``}`
}

const DIFFERENT = { bills: 'number', customers: 'number' } as const

/** Different bills and customers. What several stores have together is told by their rows: some of them draw in two. */
export async function differentIn(log: EventLog): Promise<RowOf<typeof DIFFERENT>> {
  const stores = storesSeen(log)
  const [only, ...more] = stores ?? [0]
  const isKept = stores !== undefined && only !== undefined && more.length === 0
  const found = isKept
    ? await row(
        log.db,
        DIFFERENT,
        sql`select d.bills, d.customers from draw_different d where d.event = ${log.event} and d.store = ${only}`,
      )
    : await row(
        log.db,
        DIFFERENT,
        sql`select (select count(*) from (select distinct r.bill_digest from gift_card_event_logs r where ${rowsSeen(log)} and r.bill_digest is not null) b)::int as bills,
              (select count(*) from (select distinct r.phone from gift_card_event_logs r where ${rowsSeen(log)} and r.phone is not null) c)::int as customers`,
      )
  return found ?? { bills: 0, customers: 0 }
}

const DRAWN = { version: 'number', gift: 'number', n: 'number' } as const
export type Drawn = RowOf<typeof DRAWN>

/** What the random values said: of each version of the plan by gift, 0 for none. */
export function drawnIn(log: EventLog): Promise<Drawn[]> {
  const stores = storesSeen(log)
  if (stores === undefined)
    return rows(
      log.db,
      DRAWN,
      sql`select r.plan_version as version, coalesce(r.drawn, 0) as gift, count(*)::int as n from gift_card_event_logs r
          where ${rowsSeen(log)} and r.plan_version is not null group by 1, 2`,
    )
  return rows(
    log.db,
    DRAWN,
    sql`select d.plan_version as version, d.gift, sum(d.n)::int as n from draw_drawn d
        where d.event = ${log.event} and ${stores ? sql`d.store = any(${[...stores]}::bigint[])` : sql`true`} group by 1, 2`,
  )
}
