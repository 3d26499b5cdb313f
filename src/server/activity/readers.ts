import { sql } from 'kysely'
import type { AppContext } from '../app-context.ts'
import type { Db, Tx } from '../db/db.ts'
import { inTransaction, row, rows } from '../db/db.ts'
import { HAPPENED, type Happened, newsSince } from './feed.ts'
import { OLDEST_OPEN } from './positions.ts'

export interface ActivityConsumer {
  name: string
  read: (tx: Tx, happened: readonly Happened[], context: AppContext) => Promise<void>
  /** Modules of whose imports it reads every row; of others the import as a whole. */
  importsOf?: (tx: Tx) => Promise<readonly string[]>
}

/** Readers that are new begin here: called before anything can happen that they must read. */
export async function placeCursors(db: Db, readers: readonly ActivityConsumer[]): Promise<void> {
  const names = readers.map(({ name }) => name)
  await sql`insert into feed_cursors (name, mark) select name, ${OLDEST_OPEN} from unnest(${names}::text[]) name on conflict do nothing`.execute(
    db,
  )
}

/**
 * Runs readers that must see every activity row once for the whole chain, whichever server reads it: what they write and how
 * far they are is one transaction, so each row is read once, at what the chain was like then: told again later, a new complaint would
 * be told to a department that got it in between.
 */
export function startConsumers(context: AppContext, readers: readonly ActivityConsumer[]): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let isStopped = false
  const run = () => {
    running = running.then(async () => {
      // Who has more to read takes turns with the others, so that nobody waits for another's backlog.
      let left = await behind(context, readers)
      while (left.length > 0 && !isStopped) left = await lookOnce(context, left)
    })
  }
  let soon: NodeJS.Timeout | undefined
  const unlisten = context.feed.listen(() => {
    soon ??= setTimeout(() => {
      soon = undefined
      run()
    }, GATHER_MS)
  })
  const timer = setInterval(run, 5000)
  run()
  return async () => {
    isStopped = true
    clearInterval(timer)
    clearTimeout(soon)
    unlisten()
    await running
  }
}

/** Changes that come close together are read together: each reading is a transaction. */
const GATHER_MS = 150

/** Read in one transaction; what is more waits for the next, and is not lost. */
const LINES_MOST = 5000

/** Those before whom something lies, asked in one statement; all of them where it cannot be told. */
async function behind({ db }: AppContext, readers: readonly ActivityConsumer[]): Promise<readonly ActivityConsumer[]> {
  const names = readers.map(({ name }) => name)
  const found = await rows(
    db,
    { name: 'string' },
    sql`select name from feed_cursors
        where name = any(${names}::text[]) and mark <= (select xid from activity order by xid desc limit 1)`,
  ).catch(() => names.map((name) => ({ name })))
  return readers.filter(({ name }) => found.some((one) => one.name === name))
}

/** Those of these lines of the activity that a reader has still to read. */
export async function notReadYet(db: Db, reader: string, lines: readonly number[]): Promise<number[]> {
  const found = await rows(
    db,
    { id: 'number' },
    sql`select a.id from activity a join feed_cursors c on c.name = ${reader}
        where a.id = any(${[...lines]}::bigint[]) and a.xid >= c.mark
        except select unnest(seen) from feed_cursors where name = ${reader}`,
  )
  return found.map(({ id }) => id)
}

/** Answers who has more to read. */
async function lookOnce(context: AppContext, readers: readonly ActivityConsumer[]): Promise<ActivityConsumer[]> {
  const left: ActivityConsumer[] = []
  for (const reader of readers) {
    const isMore = await readOn(context, reader).catch((error: unknown) => {
      context.log.warn({ err: error, reader: reader.name }, 'a reader could not go on; trying again')
      return false
    })
    if (isMore) left.push(reader)
  }
  return left
}

/** Answers whether there is more to read. */
const readOn = (context: AppContext, reader: ActivityConsumer): Promise<boolean> =>
  inTransaction(context.db, async (tx) => {
    const cursor = await row(
      tx,
      {
        /** The oldest transaction that was open at the last look: all before it is read. */
        mark: 'string',
        /** What is read already of those after it. */
        seen: 'number[]',
      },
      sql`select mark::text as mark, seen from feed_cursors where name = ${reader.name} for update skip locked`,
    )
    if (!cursor) return false
    const open = await row(tx, { mark: 'string' }, sql`select ${OLDEST_OPEN}::text as mark`)
    const importsOf = (await reader.importsOf?.(tx)) ?? []
    const news = newsSince(cursor.mark, { importsOf, without: cursor.seen, most: LINES_MOST })
    const happened = await rows(
      tx,
      { ...HAPPENED, bulk: 'number?', xid: 'string' },
      sql`select a.id, a.at, a.actor, u.user_name as actor_name, a.action, a.module, a.record_id, a.record_title, a.place, a.changes, a.bulk, a.xid::text as xid
          from ${news} a left join users u on u.id = a.actor order by a.id`,
    )
    const isMore = happened.length === LINES_MOST
    const mark = nextMark(cursor.mark, open?.mark ?? cursor.mark, isMore ? happened.map(({ xid }) => xid) : [])
    if (happened.length > 0) await reader.read(tx, happened, context)
    const read = [...cursor.seen, ...happened.map(({ id }) => id)]
    if (read.length > 0 || mark !== cursor.mark)
      await sql`update feed_cursors set mark = ${mark}::xid8, seen = ${await stillAhead(tx, mark, read)}::bigint[], at = now()
        where name = ${reader.name}`.execute(tx)
    return isMore
  })

/** Never back: a mark of another cluster stays until the positions are led past it. Where not all was read, no further than that. */
function nextMark(before: string, oldestOpen: string, read: readonly string[]): string {
  const reached = read.reduce<bigint | null>(
    (last, xid) => (last === null || BigInt(xid) > last ? BigInt(xid) : last),
    null,
  )
  const open = BigInt(oldestOpen)
  const next = reached !== null && reached < open ? reached : open
  return String(next > BigInt(before) ? next : before)
}

/** Of what is read, that which the next look meets again. */
async function stillAhead(tx: Tx, mark: string, read: readonly number[]): Promise<number[]> {
  if (read.length === 0) return []
  const met = await rows(
    tx,
    { id: 'number' },
    sql`select a.id from activity a where a.xid >= ${mark}::xid8 and a.id = any(${[...read]}::bigint[])`,
  )
  return met.map(({ id }) => id)
}
