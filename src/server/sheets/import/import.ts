import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { ImportView } from '../../../shared/api.ts'
import { tell } from '../../../shared/message.ts'
import { refuse } from '../../../shared/refusals.ts'
import type { Definition } from '../../../shared/resource.ts'
import { type Actor, actorMay } from '../../actor.ts'
import type { AppContext } from '../../app-context.ts'
import { type Db, inTransaction, row, rows } from '../../db/db.ts'
import { jsonOf } from '../../db/shape.ts'
import { refuseAboveBudget } from '../../files/budgets.ts'
import { findFile } from '../../files/files.ts'
import { otherPlaceOf, pathOf } from '../../files/paths.ts'
import { receiveFiles } from '../../http/multipart.ts'
import type { Call } from '../../http/route.ts'
import type { Imports } from '../../resource/import-options.ts'
import { one } from '../../resource/query/parse-query.ts'
import { disposition } from '../export/export.ts'
import { dropSealedBook } from './import-books-kept.ts'
import { changesOf, goneRows } from './import-compared.ts'
import type { ShownCell } from './import-order.ts'
import { IMPORT_ROW, type ImportRow } from './import-order-of.ts'
import { placeOf, type ReceivedBook, receiveBook, WORKBOOK } from './import-receive.ts'
import { queueImport } from './import-work.ts'
import { importFields, keyOf } from './imports.ts'

const PERPAGE = 50

/** Takes a workbook (multipart, field `file`), keeps it and begins to read it. */
export async function beginImport(definition: Definition, call: Call): Promise<unknown> {
  const { reply, context, actor } = call
  const drop = ({ id }: ReceivedBook) => context.files.remove(pathOf(placeOf(id, 'temp')))
  if (!(await context.files.hasRoom())) refuse('no space')
  const [book = refuse('malformed')] = await receiveFiles(
    call,
    WORKBOOK,
    (file) => receiveBook(context, file, Number(actor.id)),
    drop,
  )
  try {
    const id = await keep(context, definition, actor, book)
    await queueImport(context.db, id)
    return await reply.status(201).send({ ErrorCode: 0, ErrorDescription: '', Data: { id } })
  } catch (error) {
    await drop(book)
    throw error
  }
}

/** One import a person at a time, and only so many an hour. */
async function keep(
  { db, config, files }: AppContext,
  { name: module }: Definition,
  { id: user, language }: Actor,
  book: ReceivedBook,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('imports'), ${user}::int)`.execute(tx)
    const now = await row(
      tx,
      { running: 'number', begun: 'number', wait: 'number' },
      sql`select count(*) filter (where state in ('reading', 'importing'))::int as running, count(*)::int as begun,
            ceil(coalesce(extract(epoch from min(created_at) + interval '1 hour' - now()), 0))::int as wait
          from imports where user_id = ${user} and created_at > now() - interval '1 hour'`,
    )
    if (now && now.running > 0) refuse('still running', { params: { most: 1 } })
    const most = Math.ceil(config.importsPerHour * config.rateLimitFactor)
    if (now && now.begun >= most) refuse('too many', { params: { most, wait: Math.max(1, now.wait) } })
    await refuseAboveBudget(tx, { owner: Number(user) }, book.bytes)
    const made = await row(
      tx,
      { id: 'number' },
      sql`insert into imports (user_id, module, file, file_name, language) values (${user}, ${module}, ${book.id}, ${book.name}, ${language}) returning id`,
    )
    const id = made?.id ?? 0
    await sql`insert into stored_files (id, name, type, bytes, area, folder, owner, module, record_id, field, claimed_at, sha256)
      values (${book.id}, ${book.name}, ${book.type}, ${book.bytes}, 'upload', 'imports', ${user}, 'imports', ${id}, 'file', now(),
        ${book.sha256})`.execute(tx)
    await files.move(pathOf(placeOf(book.id, 'temp')), pathOf(placeOf(book.id, 'upload')))
    return id
  })
}

/** An import of the caller's own in this list. */
export async function ownImport(
  definition: Definition,
  { db, id, actor }: Pick<Call, 'db' | 'id' | 'actor'>,
): Promise<ImportRow> {
  const found = await row(
    db,
    IMPORT_ROW,
    sql`select * from imports where id = ${id} and user_id = ${actor.id} and module = ${definition.name}`,
  )
  return found ?? refuse('not found')
}

/** How far an import is, and a page of its bad rows (or of those with a warning, `show=warned`). */
export async function showImport(definition: Definition, imports: Imports, call: Call): Promise<ImportView> {
  const { db, query, actor } = call
  const found = await ownImport(definition, call)
  const wanted = one(query.show)
  const isWarned = wanted === 'warned'
  const page = Math.max(1, Math.min(100_000, Number(one(query.page)) || 1))
  const kept = await rows(
    db,
    {
      line: 'number',
      cells: jsonOf<ShownCell[]>(),
      errors: jsonOf<Record<string, string> | null>(),
      warnings: jsonOf<Record<string, string> | null>(),
    },
    sql`select line, cells, errors, warnings from import_rows where import = ${found.id}
          and ${isWarned ? sql`warnings is not null and verdict <> 'bad'` : sql`verdict = 'bad'`}
        order by line limit ${sql.raw(String(PERPAGE))} offset ${(page - 1) * PERPAGE}`,
  )
  const said = (messages: Record<string, string> | null) =>
    Object.fromEntries(Object.entries(messages ?? {}).map(([name, message]) => [name, tell(message, actor.language)]))
  const head = found.columns.head ?? []
  return {
    id: found.id,
    file_name: found.file_name,
    state: found.state,
    problem: found.problem === null ? null : tell(found.problem, actor.language),
    columns: head,
    rows_read: found.rows_read,
    counts: { new: 0, changed: 0, same: 0, bad: 0, warned: 0, gone: 0, ...found.counts },
    done: found.done,
    changes_known: found.changes_known,
    can_change: isFoundAgain(definition, imports) && actorMay(actor, definition.permission, 'edit'),
    is_whole: imports.replaces !== undefined,
    next: found.columns.hasNext ? (imports.next?.definition.name ?? null) : null,
    page,
    perpage: PERPAGE,
    rows: kept.map(({ line, cells, errors, warnings }) => ({
      line,
      cells,
      said: said(isWarned ? warnings : errors),
    })),
    ...(found.state === 'ready' && (await comparedOf(definition, imports, call, found.id, { wanted, page }))),
  }
}

/** What would become of records that are there: a page of those that change, or that go. */
async function comparedOf(
  definition: Definition,
  imports: Imports,
  { db, actor }: Call,
  id: number,
  { wanted, page }: { wanted: string | undefined; page: number },
): Promise<Pick<ImportView, 'changes' | 'gone'>> {
  const bounds = { most: PERPAGE, from: (page - 1) * PERPAGE }
  if (wanted === 'changed') return { changes: await changesOf(db, definition, id, actor, bounds) }
  return wanted === 'gone' ? { gone: await goneRows(db, definition, imports, id, actor, bounds) } : {}
}

/** Imports all good rows: the new ones, and with `changes` those of known records, too. */
export async function startImport(definition: Definition, imports: Imports, call: Call): Promise<null> {
  const { db, context, body, actor } = call
  const { id, state } = await ownImport(definition, call)
  if (state !== 'ready') refuse('not found')
  const withChanges = body.changes === true || imports.replaces !== undefined
  if (withChanges && (!isFoundAgain(definition, imports) || !actorMay(actor, definition.permission, 'edit')))
    refuse('no permission')
  await inTransaction(db, async (tx) => {
    const begun = await rows(
      tx,
      sql`update imports set state = 'importing', problem = null, changes_known = ${withChanges}, seen_at = now(), runner = null where id = ${id} and state = 'ready' returning id`,
    )
    if (begun.length > 0) await queueImport(tx as Db, id)
  })
  context.feed.nudge()
  return null
}

const isFoundAgain = (definition: Definition, imports: Imports): boolean =>
  keyOf(definition, importFields(definition, imports)).length > 0

/** Leaves an import that is not written yet; its rows are forgotten, its line stays, and its file as long as any. */
export async function cancelImport(definition: Definition, call: Call): Promise<null> {
  const { id } = await ownImport(definition, call)
  await inTransaction(call.db, async (tx) => {
    const left = await rows(
      tx,
      sql`update imports set state = 'cancelled', problem = null, ended_at = now(), runner = null where id = ${id} and state in ('reading', 'ready') returning id`,
    )
    if (left.length > 0) await sql`delete from import_rows where import = ${id}`.execute(tx)
  })
  await dropSealedBook(call.context, id)
  return null
}

/** The file as it was sent. */
export async function importFile(definition: Definition, call: Call): Promise<unknown> {
  const { context, reply, db } = call
  const found = await ownImport(definition, call)
  const file = (await findFile(db, found.file)) ?? refuse('not found')
  const content = (await context.files.get(pathOf(file))) ?? (await context.files.get(pathOf(otherPlaceOf(file))))
  if (!content) refuse('not found')
  return reply.type(file.type).header('content-disposition', disposition(file.name)).send(Readable.from(content))
}
