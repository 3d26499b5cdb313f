import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { moduleOf } from '../../../modules/index.ts'
import { pack } from '../../../shared/message.ts'
import { REFUSALS } from '../../../shared/refusals.ts'
import type { Definition } from '../../../shared/resource.ts'
import { record } from '../../activity/activity.ts'
import { type Actor, actorMay } from '../../actor.ts'
import type { AppContext } from '../../app-context.ts'
import { actorOfUser } from '../../auth/sessions.ts'
import { codeOf, type Db, ident, inTransaction, json, row, rows } from '../../db/db.ts'
import { type Job, queueJob, type Timed } from '../../jobs/jobs.ts'
import { sealedColumns, sealedFields } from '../../private/fields.ts'
import type { Imports } from '../../resource/import-options.ts'
import { dropSealedBook, releaseBooks } from './import-books-kept.ts'
import { importLines } from './import-child.ts'
import { countRows, fingerprintOf, judge } from './import-judge.ts'
import type { CheckedRow, HeadColumn, ImportOrder, ReadHead } from './import-order.ts'
import { IMPORT_ROW, type ImportRow, importOrder, lookedUp } from './import-order-of.ts'
import { CHUNK, nextRows, writeNext, writeWhole } from './import-write.ts'

/** Nobody has worked on it for so long: its server is gone. */
const ABANDONED = '8 seconds'
const LOOK_MS = 3000
/** One turn of writing; then other jobs have theirs. */
const TURN_MS = 4000
const BEAT_MS = 2000
/** Until a table that such an import filled is analyzed, lists of it are planned as if it held nearly nothing; autovacuum comes within a minute. */
const ANALYZED_FROM = 10_000

export type FindImports = (module: string) => Imports

/** The job that reads an import's file, or writes its rows, until that is through. */
export const importJob =
  (context: AppContext, find: FindImports): Job =>
  async ({ id }) => {
    const runner = randomUUID()
    const taken = await row(
      context.db,
      IMPORT_ROW,
      sql`update imports set runner = ${runner}, seen_at = now()
          where id = ${Number(id)} and state in ('reading', 'importing') and (runner is null or seen_at < now() - ${ABANDONED}::interval)
          returning *`,
    )
    const definition = taken && moduleOf(taken.module)
    if (!definition) return
    const found = await actorOfUser(context.db, taken.user_id, null)
    const actor = found && { ...found, language: taken.language }
    if (!actor || !mayImport(actor, definition, taken))
      return fail(context, taken.id, pack(REFUSALS['no permission'].text))
    const work: Work = { context, definition, imports: find(taken.module), taken, runner, actor }
    const beat = setInterval(() => void keepAlive(context.db, taken.id, runner), BEAT_MS)
    try {
      if (taken.state === 'reading') await readRows(work)
      else await writeRows(work)
    } catch (error) {
      context.log.error({ err: error, import: taken.id }, 'an import broke off')
      throw error
    } finally {
      clearInterval(beat)
      // Whoever goes on need not wait until this one is missed.
      await sql`update imports set runner = null where id = ${taken.id} and runner = ${runner}`.execute(context.db)
    }
  }

/** Somebody who may no longer do it is stopped, also in the middle. */
const mayImport = (actor: Actor, { permission }: Definition, { changes_known }: ImportRow): boolean =>
  actorMay(actor, permission, 'add') && (!changes_known || actorMay(actor, permission, 'edit'))

const keepAlive = (db: Db, id: number, runner: string) =>
  sql`update imports set seen_at = now() where id = ${id} and runner = ${runner}`.execute(db).catch(() => {})

/** Imports whose server was killed are taken up again. */
export function watchImports(context: AppContext): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  const look = async () => {
    const left = await rows(
      context.db,
      { id: 'number' },
      sql`select id from imports where state in ('reading', 'importing') and seen_at < now() - ${ABANDONED}::interval`,
    )
    for (const { id } of left) await queueImport(context.db, id)
  }
  const turn = () => {
    running = running
      .then(look)
      .catch((error: unknown) => context.log.warn({ err: error }, 'imports were not looked for'))
  }
  turn()
  const timer = setInterval(turn, LOOK_MS)
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Whether rows of an import are being written on any server: what can wait leaves the machine to them. */
export async function isImportWriting(db: Db): Promise<boolean> {
  const found = await row(
    db,
    sql`select id from imports where state = 'importing' and seen_at > now() - ${ABANDONED}::interval limit 1`,
  )
  return found !== undefined
}

/** What nobody began within a week is left; rows, and workbooks that tell of people, are forgotten a month after the end. */
export const sweepImports = (db: Db): Timed => ({
  name: 'sweep-imports',
  cron: '27 3 * * *',
  work: async () => {
    await sql`update imports set state = 'cancelled', problem = null, ended_at = now() where state = 'ready' and created_at < now() - interval '7 days'`.execute(
      db,
    )
    await sql`delete from import_rows r using imports i where i.id = r.import and i.ended_at < now() - interval '30 days'`.execute(
      db,
    )
    await releaseBooks(db)
    await sql`delete from exports where started_at < now() - interval '30 days'`.execute(db)
  },
})

export const queueImport = (db: Db, id: number): Promise<void> =>
  queueJob(db, 'import', { id }, { key: `import ${id}` })

interface Work {
  context: AppContext
  definition: Definition
  imports: Imports
  taken: ImportRow
  runner: string
  actor: Actor
}

/** Reads the file from its beginning: what an earlier try kept of it goes first. */
async function readRows(work: Work): Promise<void> {
  const { context, definition, imports, taken, runner, actor } = work
  const { db } = context
  if (taken.rows_read > 0) await forgetRows(db, taken.id)
  const { order, content, ...size } = await importOrder(context, definition, imports, taken, actor)
  let head: ({ head: HeadColumn[] } & ReadHead) | null = null
  let isReady = false
  let read = 0
  for await (const line of importLines(order, content, size)) {
    if (line.startsWith('{"rows":')) {
      read += await keepRows(db, taken.id, runner, isReady ? line : await completed(work, order, line))
      continue
    }
    const message = JSON.parse(line) as { problem?: string; head?: HeadColumn[] } & Partial<ReadHead> // the reading process's own lines
    if (message.problem) return fail(context, taken.id, message.problem)
    if (message.head) {
      head = { head: message.head, missing: message.missing ?? [], hasNext: message.hasNext ?? false }
      isReady = !message.head.some(({ field }) => field !== null && isCompletedHere(work, order, field))
    }
  }
  if (!head)
    return fail(
      context,
      taken.id,
      pack('This workbook is damaged. Please open it, save it again and choose it once more.'),
    )
  const { head: columns, missing, hasNext } = head
  await inTransaction(db, async (tx) => {
    const given = columns.flatMap(({ field }) => (field === null ? [] : [field]))
    const counts = await judge(tx, definition, imports, { id: taken.id, given, missing }, { actor, context })
    const fingerprint = await fingerprintOf(tx, definition, imports, taken.id, actor)
    await sql`update imports set state = 'ready', columns = ${json({ head: columns, missing, hasNext })}, rows_read = ${read}, counts = ${json(counts)}, fingerprint = ${fingerprint}, seen_at = now()
      where id = ${taken.id} and runner = ${runner} and state = 'reading'`.execute(tx)
  })
  await dropSealedBook(context, taken.id)
}

/** Whether the reading process cannot say the last word of a field: it knows no records of customers, and no key. */
const isCompletedHere = (work: Work, { lookedUp: looked }: ImportOrder, name: string): boolean =>
  looked.includes(name) || sealedFields(asRead(work)).some(([sealed]) => sealed === name)

/** The definition with what only its workbooks bring. */
const asRead = ({ definition, imports }: Work): Definition => ({
  ...definition,
  fields: { ...definition.fields, ...imports.extra },
})

/**
 * A line of the process that read the rows, as it is kept: with the records found that it could not know, and sealed. What is
 * private never lies about as it is, not even until the rows are written.
 */
async function completed(work: Work, order: ImportOrder, line: string): Promise<string> {
  const { context, actor } = work
  const { rows } = JSON.parse(line) as { rows: CheckedRow[] } // the reading process's own lines
  const found = await lookedUp(context.db, order.fields, actor, rows)
  const read = asRead(work)
  return JSON.stringify({
    rows: found.map((one) => ({ ...one, v: sealedColumns(context.config.keys, read, one.v) })),
  })
}

/** The lines go into the database as they are: this process does not look at them. */
async function keepRows(db: Db, id: number, runner: string, line: string): Promise<number> {
  const kept = await row(
    db,
    { n: 'number' },
    sql`with r as materialized (select x from jsonb_array_elements(${line}::jsonb -> 'rows') x),
        mine as (
          update imports set seen_at = now(), rows_read = rows_read + (select count(*) from r)
          where id = ${id} and runner = ${runner} and state = 'reading' returning id
        ), put as (
          insert into import_rows (import, line, cells, "values", errors, warnings, verdict)
          select mine.id, (x ->> 'l')::int, x -> 'c', x -> 'v', x -> 'e', x -> 'w', case when x ? 'e' then 'bad' else 'new' end from mine, r
          returning 1
        )
        select count(*)::int as n from put`,
  )
  if (!kept || kept.n === 0) throw new Error('Another server took the import over')
  return kept.n
}

/** What an earlier try read. */
async function forgetRows(db: Db, id: number): Promise<void> {
  await sql`with gone as (delete from import_rows where import = ${id}) update imports set rows_read = 0 where id = ${id}`.execute(
    db,
  )
}

async function fail(context: AppContext, id: number, problem: string): Promise<void> {
  await sql`update imports set state = 'failed', problem = ${problem}, ended_at = now() where id = ${id}`.execute(
    context.db,
  )
  await dropSealedBook(context, id)
}

async function writeRows(work: Work): Promise<void> {
  const { context, definition, imports, taken, runner, actor } = work
  const { head, missing } = taken.columns
  const given = head.flatMap(({ field }) => (field === null ? [] : [field]))
  const writing = { id: taken.id, runner, given, changesKnown: taken.changes_known }
  const until = performance.now() + TURN_MS
  let most = CHUNK
  while (performance.now() < until) {
    try {
      const written = imports.replaces
        ? await writeWhole(context, definition, imports, { ...writing, missing }, actor)
        : await writeNext(context, context.db, definition, imports, writing, actor, most)
      if (written === null) return
      if (written === 0) {
        await finish(work)
        return
      }
      most = CHUNK
    } catch (error) {
      // What is written as a whole has just been judged: trying it again is for the job.
      if (!isOvertaken(error) || imports.replaces) throw error
      // Somebody made one of these records meanwhile: look at the next rows again, then write them one by one.
      await inTransaction(context.db, async (tx) => {
        const next = await nextRows(tx, writing, most)
        const lines = next?.map(({ line }) => line) ?? []
        await judge(tx, definition, imports, { id: taken.id, given, missing, lines }, { actor, context })
        if (most === 1) await giveUp(tx, taken.id, lines)
      })
      most = 1
    }
  }
  await sql`update imports set runner = null where id = ${taken.id} and runner = ${runner}`.execute(context.db)
  await queueImport(context.db, taken.id)
}

/** A number or code that was given away, or a record that went, between the preview and now. */
const isOvertaken = (error: unknown): boolean => /^(23|22)/.test(codeOf(error) ?? '')

/** A single row that the database refuses whatever we know of it. */
async function giveUp(tx: Db, id: number, lines: readonly number[]): Promise<void> {
  await sql`update import_rows set verdict = 'bad', errors = ${json({ '': pack('This row could not be saved') })}
    where import = ${id} and line = any(${[...lines]}::int[]) and verdict <> 'bad'`.execute(tx)
}

async function finish({ context, definition, imports, taken, runner, actor }: Work): Promise<void> {
  // One that is being analyzed already is not waited for.
  if (taken.rows_read >= ANALYZED_FROM) await sql`analyze (skip_locked) ${ident(definition.table)}`.execute(context.db)
  await inTransaction(context.db, async (tx) => {
    const counts = await countRows(tx, taken.id)
    const ended = await row(
      tx,
      { done: 'number', gone: 'number' },
      sql`update imports set state = 'done', counts = ${json(counts)} || jsonb_build_object('gone', coalesce((counts ->> 'gone')::int, 0)), ended_at = now()
          where id = ${taken.id} and state = 'importing' and runner = ${runner} returning done, (counts ->> 'gone')::int as gone`,
    )
    if (!ended) return
    const changes = {
      rows: [null, ended.done],
      new: [null, counts.new],
      changed: [null, taken.changes_known ? counts.changed : 0],
      bad: [null, counts.bad],
      ...(imports.replaces && { gone: [null, ended.gone] }),
    }
    await record(tx, actor, { action: 'import file', module: definition.name, title: taken.file_name, changes })
  })
  context.feed.nudge()
}
