import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { theServer } from '../actor.ts'
import { type Db, inTransaction, row, rows, type Sql, type Tx } from '../db/db.ts'
import type { RowOf } from '../db/shape.ts'
import { decryptIntact, type Keys, seal } from '../private/keys.ts'
import { record } from './activity.ts'
import { hashOf, lineText } from './line-hash.ts'
import { OLDEST_OPEN } from './positions.ts'
import { firstHash } from './redactions.ts'

/*
 * Whoever rules the database can change the log, but not unnoticed (design/security.md, T40 and S85): its lines are hashed in the
 * order of the feed, each checkpoint goes on from the hash of the one before, and is sealed with a key that the database does not
 * know. Checkpoints that are taken away from the end are missed by what is noted of them once a day beside the database.
 */

/** Of one checkpoint. */
const LINES_MOST = 10_000
/** Proven in one reading: so many checkpoints, and those that begin within so many lines. */
const PROVEN_AT_ONCE = { checkpoints: 500, lines: LINES_MOST }
/** Later than this after it was written a line is sealed, unless somebody keeps it from being. */
const SEALED_WITHIN: Sql = sql`interval '1 hour'`
/** In DATA_DIR: number and chain of the last checkpoint, a line a day. */
const NOTES = 'log-checkpoints'

export const CHECKPOINT = {
  number: 'number',
  at: 'date',
  upto: 'string',
  upto_id: 'number',
  lines: 'number',
  chain: 'string',
} as const
type Checkpoint = RowOf<typeof CHECKPOINT>
export const CHECKPOINTS: Sql = sql`select number, at, upto::text as upto, upto_id, lines, chain from activity_checkpoints`

/** Where a checkpoint ends; `chain` is opened, null where no key opens it. */
interface Reached extends Pick<Checkpoint, 'number' | 'upto' | 'upto_id'> {
  chain: string | null
}
const START: Reached = { number: 0, upto: '0', upto_id: 0, chain: '' }

const LINE = {
  id: 'number',
  xid: 'string',
  text: 'string',
  /** Of its redaction, sealed. */
  hashes: 'string?',
} as const
type Line = RowOf<typeof LINE>

/** What comes after a place in the feed. */
const isAfter = (upto: Sql, uptoId: Sql): Sql => sql`a.xid >= ${upto} and (a.xid, a.id) > (${upto}, ${uptoId})`
const isAfterReached = ({ upto, upto_id }: Reached): Sql => isAfter(sql`${upto}::xid8`, sql`${upto_id}::bigint`)

const linesWhere = (condition: Sql): Sql =>
  sql`select a.id, a.xid::text as xid, ${lineText('a')} as text, r.hashes
      from activity a left join activity_redactions r on r.id = a.id
      where ${condition} order by a.xid, a.id`

/** Seals what was written since the last checkpoint; transactions still open wait for the next. Answers how many lines. */
export async function sealLog(db: Db, keys: Keys): Promise<number> {
  let count = 0
  for (;;) {
    const sealed = await inTransaction(db, (tx) => sealSome(tx, keys))
    count += sealed
    if (sealed < LINES_MOST) return count
  }
}

async function sealSome(tx: Tx, keys: Keys): Promise<number> {
  await sql`lock table activity_checkpoints in share row exclusive mode`.execute(tx)
  const last = await lastCheckpoint(tx)
  const before = last ? reachedBy(keys, last) : START
  const unsealed = linesWhere(sql`${isAfterReached(before)} and a.xid < ${OLDEST_OPEN}`)
  const lines = await rows(tx, LINE, sql`${unsealed} limit ${LINES_MOST}`)
  const end = lines.at(-1)
  if (!end) return 0
  const hashes = lines.map((line) => heldHash(keys, line))
  const one = { number: before.number + 1, upto: end.xid, upto_id: end.id, lines: lines.length }
  const chain = seal(keys, placeOfCheckpoint(one), chained(before.chain, hashes), '')
  await sql`insert into activity_checkpoints (number, upto, upto_id, lines, chain)
      values (${one.number}, ${one.upto}::xid8, ${one.upto_id}, ${one.lines}, ${chain})`.execute(tx)
  return lines.length
}

const lastCheckpoint = (db: Db | Tx): Promise<Checkpoint | undefined> =>
  row(db, CHECKPOINT, sql`${CHECKPOINTS} order by number desc limit 1`)

/** As a checkpoint holds it; null where somebody else has changed what an erasure left. */
const heldHash = (keys: Keys, { id, text, hashes }: Line): string | null => firstHash(keys, id, hashes, hashOf(text))

/** The hash of all lines up to these. */
const chained = (before: string | null, hashes: readonly (string | null)[]): string =>
  hashOf([before, ...hashes].join('\n'))

type Placed = Pick<Checkpoint, 'number' | 'upto' | 'upto_id' | 'lines'>

/** All that a checkpoint says beside its chain, which opens nowhere else. */
export const placeOfCheckpoint = ({ number, upto, upto_id, lines }: Placed): string =>
  `activity checkpoint ${number} ${upto} ${upto_id} ${lines}`

const reachedBy = (keys: Keys, one: Checkpoint): Reached => ({
  ...one,
  chain: decryptIntact(keys, placeOfCheckpoint(one), one.chain),
})

/** Notes beside the database how far the log is sealed. */
export async function noteCheckpoint(db: Db, keys: Keys, dataDir: string): Promise<void> {
  const last = await lastCheckpoint(db)
  if (!last || (await notesIn(dataDir)).at(-1)?.number === last.number) return
  const { number, chain } = reachedBy(keys, last)
  if (chain !== null) await appendFile(join(dataDir, NOTES), `${number} ${chain}\n`, { mode: 0o600 })
}

interface Note {
  number: number
  chain: string
}

async function notesIn(dataDir: string): Promise<Note[]> {
  const text = await readFile(join(dataDir, NOTES), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [number, chain = ''] = line.split(' ')
      return { number: Number(number), chain }
    })
}

const CHANGED = 'log changed'

/** Writes into the log that so many places of it are not as they were sealed, where it was not said of as many already. */
export async function tellOfLog(db: Db, faults: number): Promise<void> {
  if (faults === 0) return
  const before = await row(
    db,
    { n: 'number' },
    sql`select (changes->'rows'->>1)::int as n from activity where action = ${CHANGED} order by id desc limit 1`,
  )
  if (before && before.n >= faults) return
  await record(db, theServer, { action: CHANGED, module: 'audit', changes: { rows: [null, faults] } })
}

/** What of the log is not as it was sealed, a sentence each: nothing where it is whole. */
export async function verifyLog(db: Db, keys: Keys, dataDir: string): Promise<string[]> {
  const faults: string[] = []
  const notes = new Map((await notesIn(dataDir)).map(({ number, chain }) => [number, chain]))
  let before = START
  for (;;) {
    const some = await checkpointsAfter(db, before)
    if (some.length === 0) break
    const lines = await linesOf(db, before, some)
    for (const one of some) {
      const reached = reachedBy(keys, one)
      faults.push(...faultsOf(keys, { before, one, chain: reached.chain, lines: lines.get(one.number) ?? [] }))
      if (notes.get(one.number) === reached.chain) notes.delete(one.number)
      before = reached
    }
  }
  for (const number of notes.keys())
    faults.push(`The log: checkpoint ${number} is not the one that was noted in ${NOTES}`)
  return [...faults, ...(await heldUp(db, before))]
}

const checkpointsAfter = (db: Db, { number }: Reached): Promise<Checkpoint[]> =>
  rows(
    db,
    CHECKPOINT,
    sql`select number, at, upto, upto_id, lines, chain from (
        select c.*, sum(lines) over (order by number) - lines as lines_before
        from (${CHECKPOINTS} where number > ${number} order by number limit ${PROVEN_AT_ONCE.checkpoints}) c) c
      where lines_before < ${PROVEN_AT_ONCE.lines}::int order by number`,
  )

/** The lines of checkpoints that follow one another, by the number of their checkpoint. */
async function linesOf(db: Db, before: Reached, some: readonly Checkpoint[]): Promise<Map<number, Line[]>> {
  const found = await rows(
    db,
    { ...LINE, checkpoint: 'number' },
    sql`select l.*, c.number as checkpoint
        from (select number, upto, upto_id, lag(upto, 1, ${before.upto}::xid8) over in_order as since, lag(upto_id, 1, ${before.upto_id}::bigint) over in_order as since_id
            from activity_checkpoints where number > ${before.number} and number <= ${some.at(-1)?.number ?? 0}
            window in_order as (order by number)) c
          cross join lateral (${linesWhere(sql`${isAfter(sql`c.since`, sql`c.since_id`)} and (a.xid, a.id) <= (c.upto, c.upto_id)`)}) l
        order by c.number, l.xid::xid8, l.id`,
  )
  return Map.groupBy(found, ({ checkpoint }) => checkpoint)
}

/** Nothing is sealed as long as a transaction that is older stays open: whoever holds one open could go on changing what came after. */
async function heldUp(db: Db, last: Reached): Promise<string[]> {
  if (last.number === START.number) return []
  const late = await row(
    db,
    { n: 'number', since: 'date?' },
    sql`select count(*)::int as n, min(a.at) as since from activity a
        where ${isAfterReached(last)} and a.at < (select max(at) from activity) - ${SEALED_WITHIN}`,
  )
  return late?.since
    ? [
        `The log: ${late.n} lines since ${late.since.toISOString()} are not sealed, as a transaction stayed open in this database or beside it`,
      ]
    : []
}

interface Proven {
  before: Reached
  one: Checkpoint
  chain: string | null
  lines: readonly Line[]
}

function faultsOf(keys: Keys, { before, one, chain, lines }: Proven): string[] {
  const called = `The log: checkpoint ${one.number} of ${one.at.toISOString()}`
  const hashes = lines.map((line) => heldHash(keys, line))
  const wrong = lines.filter((_, at) => hashes[at] === null)
  return [
    ...(one.number === before.number + 1 ? [] : [`${called}: those before it are missing`]),
    ...(chain === null ? [`${called} is not as it was sealed`] : []),
    ...(lines.length === one.lines ? [] : [`${called}: it has ${one.lines} lines, ${lines.length} are there`]),
    ...(chain === null || before.chain === null || chained(before.chain, hashes) === chain
      ? []
      : [`${called}: its lines are not as they were`]),
    ...wrong.map(({ id }) => `The log: line ${id} is not what its erasure left of it`),
  ]
}
