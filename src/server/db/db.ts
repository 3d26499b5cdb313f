import {
  type CompiledQuery,
  createQueryId,
  Kysely,
  PostgresDialect,
  type PostgresPoolClient,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
  type Transaction,
} from 'kysely'
import pg from 'pg'
import { limitConcurrency } from '../concurrency-limit.ts'
import { observed, type RowOf, type Shape } from './shape.ts'
import { SharedConnections } from './shared-connections.ts'

/** Numbers as numbers: ids stay far below 2^53, money is numeric(15,0). Days stay text, as the API shows them. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)
// pg names no array types; bigint[] is 1016, and ids never hold null.
const INT8_ARRAY = 1016 as Parameters<typeof pg.types.setTypeParser>[0]
pg.types.setTypeParser(INT8_ARRAY, (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)))

export type Database = Record<string, never>
export type Db = Kysely<Database>
export type Tx = Transaction<Database>
export type Sql = RawBuilder<unknown>

/** What PgBouncer, between the pool and PostgreSQL, leaves of a connection in transaction mode. */
export interface Pooler {
  /** It carries prepared statements from one connection to the next: 1.21 and later, with `max_prepared_statements`. */
  keepsStatements: boolean
  /**
   * Told apart after each migration. PgBouncer knows statements by their text and keeps them while servers are replaced; one planned
   * before a table changed would fail after.
   */
  era: string
}

export interface DbSettings {
  url: string
  /** Connections of this pool. */
  size: number
  /** Connections beside the pool that short readings share; none unless told. */
  shared?: number
  /** ms; design/security.md, PostgreSQL and jobs. */
  statementTimeout: number
  name: string
  /** A statement may take several cores: for one that nobody is to be served beside. Else what begins the helpers is most of its time. */
  isAlone?: boolean
  /** Where the address is PgBouncer's: the settings of sessions stand with the role then (`preparePooler`). */
  pooler?: Pooler
}

/** What every session of such a pool begins with. */
export const sessionSettings = (of: Pick<DbSettings, 'statementTimeout' | 'isAlone'>): Map<string, string> =>
  new Map([
    ['TimeZone', 'UTC'],
    // Planning a list anew for its very values takes longer than finding it.
    ['plan_cache_mode', 'force_generic_plan'],
    ['statement_timeout', String(of.statementTimeout)],
    ['lock_timeout', '2000'],
    ...(of.isAlone ? [] : [['max_parallel_workers_per_gather', '0'] as const]),
    ['idle_in_transaction_session_timeout', '10000'],
  ])

export interface OpenDb {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

/** Opens a pool whose every statement is prepared once per connection under a name of its own. */
export function openDb(settings: DbSettings): OpenDb {
  const { pooler } = settings
  const connection = {
    connectionString: settings.url,
    application_name: settings.name,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    ...(!pooler && { options: [...sessionSettings(settings)].map(([name, value]) => `-c ${name}=${value}`).join(' ') }),
  }
  const pool = new pg.Pool({ ...connection, max: settings.size, idleTimeoutMillis: 60_000 })
  // A broken idle connection is replaced by the pool; the next query tells whether the server is back.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: { connect: async () => named(await pool.connect(), pooler), end: () => pool.end(), options: pool.options },
    }),
  })
  const isSharing = settings.shared && pooler?.keepsStatements !== false
  const shared = isSharing ? new SharedConnections(connection, settings.shared ?? 0, inEra(pooler)) : null
  if (shared) sharedBy.set(db, shared)
  return {
    db,
    pool,
    close: async () => {
      await shared?.close()
      await db.destroy()
    },
  }
}

/** Which connections the short readings of a pool share. */
const sharedBy = new WeakMap<Db | Tx, SharedConnections>()

const NAMES_MOST = 1000
const names = new Map<string, string>()
const wrapped = new WeakSet<pg.PoolClient>()

const inEra = (pooler: Pooler | undefined): ((text: string) => string) =>
  pooler ? (text) => `${text} /* ${pooler.era} */` : (text) => text

/** Preparing saves parsing and planning; the closed number of list shapes keeps the names few. */
function named(client: pg.PoolClient, pooler: Pooler | undefined): PostgresPoolClient {
  if (pooler?.keepsStatements !== false && !wrapped.has(client)) {
    const textOf = inEra(pooler)
    wrapped.add(client)
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown> // pg's overloads in one
    const prepared = (...given: unknown[]) => {
      const [text, values] = given
      const name = given.length === 2 && typeof text === 'string' && Array.isArray(values) ? nameOf(text) : undefined
      const answer = name ? query({ name, text: textOf(text as string), values }) : query(...given) // a name is given to texts only
      return observed.by ? heard(answer) : answer
    }
    client.query = prepared as typeof client.query
  }
  return client as unknown as PostgresPoolClient // Kysely uses query and release only
}

async function heard(answer: Promise<unknown>): Promise<unknown> {
  const result = await answer
  observed.by?.answered(result)
  return result
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= NAMES_MOST || !/^\s*(select|with|insert|update|delete)/i.test(text)) return known
  const made = `s${names.size}`
  names.set(text, made)
  return made
}

/** Runs in one transaction; joins the one it is given. */
export const inTransaction = <R>(db: Db | Tx, work: (tx: Tx) => Promise<R>): Promise<R> =>
  db.isTransaction ? work(db as Tx) : db.transaction().execute(work) // isTransaction is what Tx means

/**
 * The same for work that takes a lock everybody needs, such as the counter of a month's numbers: the lock is given back before
 * the disk has the change, but the caller hears of it only after. What is acknowledged is never lost, nobody waits in a row for
 * the disk, and as a crash in between undoes all later commits too, numbers stay without a gap.
 */
export async function inHotLockTransaction<R>(db: Db | Tx, work: (tx: Tx) => Promise<R>): Promise<R> {
  if (db.isTransaction) return work(db as Tx) // isTransaction is what Tx means
  const result = await db.transaction().execute(async (tx) => {
    await sql`set local synchronous_commit = off`.execute(tx)
    return work(tx)
  })
  await flush(db)
  return result
}

/**
 * The same where one statement is all there is: it selects `HURRIED` beside what it answers, and commits by itself. Never within a
 * transaction: whoever ends that one would not know that its commit waits for no disk.
 */
export async function contendedRow<const S extends Shape>(
  db: Db,
  shape: S,
  statement: Sql,
): Promise<RowOf<S> | undefined> {
  if (db.isTransaction) throw new Error('A statement that commits by itself cannot be part of a transaction')
  const result = await inTurn(() => row(db, shape, statement))
  await flush(db)
  return result
}

/**
 * One holds the lock while the next prepares; more would only stand in PostgreSQL's line, each with a connection that others need,
 * and every hand-over there costs more than here.
 */
const inTurn = limitConcurrency(2)

export const ASYNC_COMMIT = sql`set_config('synchronous_commit', 'off', true)`

/** A commit of its own takes everything before it to the disk, in one go with those of other callers. */
export const flush = (db: Db) => sql`select pg_logical_emit_message(true, 'flush', '')`.execute(db)

/** All rows of a statement, whose columns are those of the shape. */
export async function rows<const S extends Shape>(db: Db | Tx, shape: S, statement: Sql): Promise<RowOf<S>[]>
/** The same where only the running program knows the columns, or nobody reads them. */
export async function rows(db: Db | Tx, statement: Sql): Promise<Record<string, unknown>[]>
export async function rows(db: Db | Tx, first: Shape | Sql, second?: Sql): Promise<unknown[]> {
  const statement = second ?? (first as Sql) // as the overloads say
  const found = await statement.execute(db)
  if (second) observed.by?.read(first as Shape, found.rows, second) // likewise
  return found.rows
}

export async function row<const S extends Shape>(db: Db | Tx, shape: S, statement: Sql): Promise<RowOf<S> | undefined>
export async function row(db: Db | Tx, statement: Sql): Promise<Record<string, unknown> | undefined>
export async function row(db: Db | Tx, first: Shape | Sql, second?: Sql): Promise<unknown> {
  const found = second ? await rows(db, first as Shape, second) : await rows(db, first as Sql) // as the overloads say
  return found[0]
}

/**
 * The one row of a reading that takes a few milliseconds; outside a transaction it is sent behind others of its kind
 * (`SharedConnections`).
 */
export async function quickRow<const S extends Shape>(
  db: Db | Tx,
  shape: S,
  statement: Sql | Finished,
): Promise<RowOf<S> | undefined> {
  const shared = sharedBy.get(db)
  const ready = 'parameters' in statement ? statement : finished(statement)
  const name = shared && nameOf(ready.sql)
  const answered = name && shared.takes(name) ? await shared.ask(name, ready.sql, ready.parameters) : null
  const found = answered ?? (await db.executeQuery(ready)).rows
  observed.by?.read(shape, found, ready)
  return found[0] as RowOf<S> | undefined // the shape names the columns
}

/** A statement as its text and bound values, ready to be sent any number of times. */
export type Finished = CompiledQuery

export const finished = (statement: Sql): Finished =>
  compiler.compileQuery(statement.toOperationNode(), createQueryId())

const AND = sql` and `
const TRUE = sql`true`

/** Joins fragments; an empty list gives the fallback. */
export const all = (parts: readonly Sql[], between: Sql = AND, none: Sql = TRUE): Sql =>
  parts.length > 0 ? sql.join([...parts], between) : none

const compiler = new PostgresQueryCompiler()

/** A long fragment without bound values as finished text, so that it is not put together anew for every call. */
export function fixed(fragment: Sql): Sql {
  const { sql: text, parameters } = finished(fragment)
  if (parameters.length > 0) throw new Error('A fixed fragment has no bound values')
  return sql.raw(text)
}

const fragments = new Map<string, Sql>()

/** The same, put together at the first call and kept under a name of its own. */
export function fixedOnce(name: string, make: () => Sql): Sql {
  const known = fragments.get(name)
  if (known) return known
  const made = fixed(make())
  fragments.set(name, made)
  return made
}

const identifiers = new Map<string, Sql>()

/** The quoted name of a column or table of ours as finished text; a hot path asks for dozens of them in every call. */
export function ident(name: string): Sql {
  const known = identifiers.get(name)
  if (known) return known
  const made = fixed(sql.id(name))
  identifiers.set(name, made)
  return made
}

/** A JSON value as one bound parameter. */
export const json = (value: unknown): Sql => sql`${JSON.stringify(value)}::jsonb`

export const isUniqueViolation = (error: unknown): error is pg.DatabaseError => codeOf(error) === '23505'
export const codeOf = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError
    ? error.code
    : error instanceof Error && 'code' in error
      ? String(error.code)
      : undefined
