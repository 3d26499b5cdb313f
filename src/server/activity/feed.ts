import { sql } from 'kysely'
import type { Logger } from 'pino'
import { modules } from '../../modules/index.ts'
import type { DatabaseClock } from '../db/clock.ts'
import { all, type Db, fixedOnce, ident, row, rows, type Sql } from '../db/db.ts'
import { jsonOf, type RowOf } from '../db/shape.ts'
import type { OwnershipColumn } from '../resource/scope.ts'
import { COURSE, OLDEST_OPEN, settlePositions } from './positions.ts'

/** One row of `activity` as its readers get it. */
export const HAPPENED = {
  id: 'number',
  at: 'date',
  actor: 'number?',
  actor_name: 'string?',
  action: 'string',
  module: 'string',
  record_id: 'number?',
  record_title: 'string?',
  place: jsonOf<OwnershipColumn>(),
  changes: jsonOf<Record<string, [unknown, unknown]>>(),
} as const

export interface Happened extends RowOf<typeof HAPPENED> {
  /** The number of a record whose module has live events of its own; only with these. */
  record_number?: string | null
  /** The act on many that it is part of; not with live events. */
  bulk?: number | null
}

/** What happened between two looks; `mark` is where the next one begins, `isAll` says that nothing was left out for being too much. */
export type Listener = (happened: readonly Happened[], mark: string, isAll: boolean) => void

export const POLL_MS = 200
/** After a write of this server's own; many writes in a row share a look. */
const SOON_MS = 40
/** A session cached longer ago than this is asked anew, so that a revocation counts within a second even when polling stalls. */
const FRESH_MS = 900
/** A look never takes more; beyond that live events are dropped, the records themselves are not. */
const ROWS_MOST = 50_000
/** What a browser may have missed and still be told one by one. */
export const MISSED_MOST = 5000

/**
 * Rows of an import are nobody's news one by one: the import as a whole is. People's are, as their sessions follow what changed. A hundred
 * thousand of them would else be read again and again while they are written; a reader who needs those of some modules says so.
 */
const isNews = (importsOf: readonly string[] = []): Sql =>
  sql`(action <> 'import' or module = any(${['users', ...importsOf]}::text[]))`

/**
 * What was written by transactions from a mark on. Its order is that of the index on them: wished by id, the planner would walk the
 * whole log by its key, as it cannot know that a mark is always near the end.
 */
export const newsSince = (mark: string, { importsOf, without = [], most = ROWS_MOST }: NewsWish = {}): Sql =>
  sql`(select * from activity where xid >= ${mark}::xid8 and ${isNews(importsOf)} and id not in (select unnest(${[...without]}::bigint[])) order by xid limit ${most})`

interface NewsWish {
  importsOf?: readonly string[]
  /** Ids of lines that are read already; as rows, as those of a list would be gone through anew for each line. */
  without?: readonly number[]
  most?: number
}

/** On another course positions may be given a second time: what the clock knows of is read from a little before the last look on. */
const newsAfter = (moment: string): Sql =>
  sql`(select * from activity where at > ${moment}::timestamptz - interval '1 minute' and ${isNews()} order by at limit ${ROWS_MOST})`

const eventsOf = (news: Sql): Sql =>
  sql`select a.id, a.xid::text as xid, a.at, a.actor, u.user_name as actor_name, a.action, a.module, a.record_id, a.record_title, ${recordNumber()} as record_number, a.place, a.changes
    from ${news} a left join users u on u.id = a.actor`

/** By its module, of those with live events of their own. */
const recordNumber = (): Sql =>
  fixedOnce('record number of live events', () => {
    const numbers = modules.flatMap(({ name, table, fields, events }) => {
      if (!events) return []
      const { sql: reckoned } = fields[events.number] ?? {}
      const number = reckoned === undefined ? sql`r.${ident(events.number)}` : sql.raw(reckoned)
      return [sql`when ${sql.lit(name)} then (select ${number} from ${ident(table)} r where r.id = a.record_id)`]
    })
    return numbers.length > 0 ? sql`case a.module ${all(numbers, sql` `)} end` : sql`null::text`
  })

/** Where nothing happened, all of it is null. */
const EVENT = { ...HAPPENED, xid: 'string', record_number: 'string?' } as const

/** What stands in every line of a look, also where nothing happened. */
const LOOK_ROW = {
  mark: 'string',
  course: 'string',
  now: 'string',
  /** The same in milliseconds of the epoch. */
  now_ms: 'number',
} as const
type Look = RowOf<typeof LOOK_ROW>
const LOOK = sql`${OLDEST_OPEN}::text as mark, ${COURSE} as course, clock_timestamp()::text as now, (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms`

/**
 * Reads what was committed since the last look and hands it to this server's listeners, each row once.
 * Ids and times are given before commit, so neither orders commits: a look remembers the oldest transaction then still open
 * and reads everything from there on again, without what it has handed out already.
 */
export class FeedReader {
  readonly #db: Db
  readonly #log: Logger
  readonly #clock: DatabaseClock
  readonly #listeners = new Set<Listener>()
  #mark = '0'
  #course = ''
  /** By the clock of the database. */
  #lookedAt = ''
  /** The database is another one than it was, or was taken back to an earlier moment: what is remembered of it may never have been. */
  onAnotherCourse: () => void = () => undefined
  /** Row id to its transaction. */
  readonly #seen = new Map<number, number>()
  #readAt = Number.NEGATIVE_INFINITY
  /** Since when no look has worked. */
  #failedAt: number | undefined
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isStopped = false
  #isAgain = false
  #isSoon = false
  #isClockWrong = false

  constructor(db: Db, log: Logger, clock: DatabaseClock) {
    this.#db = db
    this.#log = log
    this.#clock = clock
  }

  /** Where the next look begins: who hears all that is handed out from now on misses nothing since. */
  get mark(): string {
    return this.#mark
  }

  async start(): Promise<void> {
    const asked = performance.now()
    const look = await row(this.#db, LOOK_ROW, sql`select ${LOOK}`)
    if (look) this.#remember(look, asked)
    const known = await rows(
      this.#db,
      { id: 'number', xid: 'string' },
      sql`select id, xid::text as xid from activity where xid >= ${this.#mark}::xid8`,
    )
    for (const { id, xid } of known) this.#seen.set(id, Number(xid))
    this.#readAt = performance.now()
    this.#schedule(POLL_MS)
  }

  /** Called after a local write: look soon, so that the same server's browsers hear at once. */
  nudge(): void {
    if (this.#running) this.#isAgain = true
    else if (!this.#isSoon) {
      this.#isSoon = true
      this.#schedule(SOON_MS)
    }
  }

  /** Whether everything committed up to a moment ago is known here. */
  isFresh(): boolean {
    return performance.now() - this.#readAt < FRESH_MS
  }

  /** Seconds since all that was committed was last known here. */
  lagSeconds(): number {
    return (performance.now() - this.#readAt) / 1000
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** What a browser missed since the mark it heard last, the oldest first, some of which it may have had; null when that is too much to tell. */
  async since(mark: string): Promise<Happened[] | null> {
    const newest = sql`(select * from activity where xid >= ${mark}::xid8 and ${isNews()} order by xid desc limit ${MISSED_MOST + 1})`
    const missed = await rows(
      this.#db,
      EVENT,
      sql`${eventsOf(newest)} where a.at > now() - interval '1 day' order by a.id`,
    )
    return missed.length > MISSED_MOST ? null : missed
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#running
  }

  #schedule(ms: number): void {
    if (this.#isStopped) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#running = this.#look().finally(() => {
        this.#running = undefined
        this.#isSoon = this.#isAgain
        this.#schedule(this.#isAgain ? SOON_MS : POLL_MS)
        this.#isAgain = false
      })
    }, ms)
  }

  async #look(): Promise<void> {
    const began = performance.now()
    try {
      const found = await this.#read()
      const fresh = found.filter((one) => one.id !== null)
      const isAll = this.#seen.size + fresh.length < ROWS_MOST
      for (const one of fresh) this.#seen.set(one.id, Number(one.xid))
      if (found[0]) this.#remember(found[0], began)
      this.#forgetBefore(this.#mark)
      this.#readAt = began
      this.#tellBack(began)
      const mark = this.#mark
      if (fresh.length > 0) for (const listener of this.#listeners) this.#notify(listener, fresh, mark, isAll)
    } catch (error) {
      this.#failedAt ??= began
      this.#log.warn({ err: error }, 'the activity could not be read')
    }
  }

  async #read(): Promise<(Happened & Look & { xid: string })[]> {
    const found = await this.#readOf(newsSince(this.#mark))
    if (found[0]?.course === this.#course) return found
    this.#log.warn('the database goes on from elsewhere (restored, recovered or promoted); what happens is read anew')
    await settlePositions(this.#db)
    this.#seen.clear()
    this.onAnotherCourse()
    return this.#readOf(newsAfter(this.#lookedAt))
  }

  #readOf(news: Sql): Promise<(Happened & Look & { xid: string })[]> {
    return rows(
      this.#db,
      { ...EVENT, ...LOOK_ROW },
      sql`with look as (select ${LOOK}) select n.*, a.* from look n left join lateral (
            ${eventsOf(news)} where a.id not in (select unnest(${[...this.#seen.keys()]}::bigint[])) order by a.id) a on true`,
    )
  }

  #remember({ mark, course, now, now_ms }: Look, asked: number): void {
    this.#mark = mark
    this.#course = course
    this.#lookedAt = now
    this.#clock.set(now_ms, asked, performance.now())
    this.#watchClock()
  }

  #watchClock(): void {
    const problem = this.#clock.problem()
    if ((problem !== null) === this.#isClockWrong) return
    this.#isClockWrong = problem !== null
    if (problem) this.#log.warn(problem)
    else this.#log.info("This server's clock is right again.")
  }

  /** Ends what was said about a database that did not answer. */
  #tellBack(now: number): void {
    if (this.#failedAt === undefined) return
    this.#log.info(`the database answers again, after ${Math.round((now - this.#failedAt) / 1000)} seconds`)
    this.#failedAt = undefined
  }

  /** What a transaction before the mark wrote is never read again. */
  #forgetBefore(mark: string): void {
    const before = Number(mark)
    for (const [id, xid] of this.#seen) if (xid < before) this.#seen.delete(id)
  }

  #notify(listener: Listener, ...given: Parameters<Listener>): void {
    try {
      listener(...given)
    } catch (error) {
      this.#log.error({ err: error }, 'a reader of the activity failed')
    }
  }
}
