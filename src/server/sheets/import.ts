import '@fastify/multipart'
import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { ImportView } from '../../shared/api.ts'
import { tell } from '../../shared/language.ts'
import { refuse } from '../../shared/refusals.ts'
import type { Definition } from '../../shared/resource.ts'
import { actorMay } from '../actor.ts'
import { type Db, inTransaction, row, rows } from '../db/db.ts'
import { findFile } from '../files/files.ts'
import { checkName } from '../files/names.ts'
import { otherPlaceOf, pathOf } from '../files/paths.ts'
import type { House } from '../house.ts'
import type { Call } from '../http/route.ts'
import { one } from '../resource/query.ts'
import { disposition } from './export.ts'
import { dropSealedBook } from './import-books-kept.ts'
import type { ShownCell } from './import-order.ts'
import { type ImportRow, OLD_BOOK } from './import-order-of.ts'
import { queueImport } from './import-work.ts'
import { type Imports, importFields, keyOf } from './imports.ts'

const MEGABYTE = 2 ** 20
const LARGEST = 50 * MEGABYTE
const PERPAGE = 50

/** Takes a workbook (multipart, field `file`), keeps it and begins to read it. */
export async function beginImport(definition: Definition, { request, reply, house, actor }: Call): Promise<unknown> {
  if (!request.isMultipart()) refuse('unsupported type')
  if (!(await house.files.hasRoom())) refuse('no space')
  const part = await request.file({ limits: { files: 1, fields: 2, fileSize: LARGEST } })
  if (part?.fieldname !== 'file') refuse('malformed')
  const { name, extension } = checkName(part.filename)
  const content = await buffer(part.file)
  if (part.file.truncated) refuse('too large', { params: { max: `${LARGEST / MEGABYTE} MB` } })
  if (!isWorkbook(content) || !['xlsx', 'xls'].includes(extension)) refuse('no workbook')
  const id = await keep(house, definition, Number(actor.id), actor.language, name, content)
  await queueImport(house.db, id)
  return reply.status(201).send({ ErrorCode: 0, ErrorDescription: '', Data: { id } })
}

const isWorkbook = (content: Buffer): boolean =>
  content.length > 8 && ['504b0304', 'd0cf11e0'].includes(content.toString('hex', 0, 4))

/** One import a person at a time, and only so many an hour. */
async function keep(
  house: House,
  { name: module }: Definition,
  user: number,
  language: string,
  fileName: string,
  content: Buffer,
): Promise<number> {
  const { db, config } = house
  const file = randomBytes(24).toString('base64url')
  const place = { id: file, area: 'upload', folder: 'imports' } as const
  return inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('imports'), ${user}::int)`.execute(tx)
    const now = await row<{ running: number; begun: number; wait: number }>(
      tx,
      sql`select count(*) filter (where state in ('reading', 'importing'))::int as running, count(*)::int as begun,
            ceil(coalesce(extract(epoch from min(created_at) + interval '1 hour' - now()), 0))::int as wait
          from imports where user_id = ${user} and created_at > now() - interval '1 hour'`,
    )
    if (now && now.running > 0) refuse('still running', { params: { most: 1 } })
    if (now && now.begun >= Math.ceil(config.importsPerHour * config.rateLimitFactor))
      refuse('too many', { params: { seconds: Math.max(1, now.wait) } })
    const made = await row<{ id: number }>(
      tx,
      sql`insert into imports (user_id, module, file, file_name, language) values (${user}, ${module}, ${file}, ${fileName}, ${language}) returning id`,
    )
    const id = made?.id ?? 0
    const type = content[0] === 0x50 ? XLSX : OLD_BOOK
    await sql`insert into stored_files (id, name, type, bytes, area, folder, owner, module, record_id, field, claimed_at, sha256)
      values (${file}, ${fileName}, ${type}, ${content.length}, 'upload', 'imports', ${user}, 'imports', ${id}, 'file', now(),
        ${createHash('sha256').update(content).digest('hex')})`.execute(tx)
    await house.files.put(pathOf(place), content)
    return id
  })
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** An import of the caller's own in this list. */
export async function ownImport(
  definition: Definition,
  { db, id, actor }: Pick<Call, 'db' | 'id' | 'actor'>,
): Promise<ImportRow> {
  const found = await row<ImportRow>(
    db,
    sql`select * from imports where id = ${id} and user_id = ${actor.id} and module = ${definition.name}`,
  )
  return found ?? refuse('not found')
}

interface KeptRow {
  line: number
  cells: ShownCell[]
  errors: Record<string, string> | null
  warnings: Record<string, string> | null
}

/** How far an import is, and a page of its bad rows (or of those with a warning, `show=warned`). */
export async function showImport(definition: Definition, imports: Imports, call: Call): Promise<ImportView> {
  const { db, query, actor } = call
  const found = await ownImport(definition, call)
  const isWarned = one(query.show) === 'warned'
  const page = Math.max(1, Math.min(100_000, Number(one(query.page)) || 1))
  const kept = await rows<KeptRow>(
    db,
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
    counts: { new: 0, changed: 0, same: 0, bad: 0, warned: 0, ...found.counts },
    done: found.done,
    changes_known: found.changes_known,
    can_change: isFoundAgain(definition, imports) && actorMay(actor, definition.permission, 'edit'),
    page,
    perpage: PERPAGE,
    rows: kept.map(({ line, cells, errors, warnings }) => ({
      line,
      cells,
      said: said(isWarned ? warnings : errors),
    })),
  }
}

/** Imports all good rows: the new ones, and with `changes` those of known records, too. */
export async function startImport(definition: Definition, imports: Imports, call: Call): Promise<null> {
  const { db, house, body, actor } = call
  const { id, state } = await ownImport(definition, call)
  if (state !== 'ready') refuse('not found')
  const withChanges = body.changes === true
  if (withChanges && (!isFoundAgain(definition, imports) || !actorMay(actor, definition.permission, 'edit')))
    refuse('no permission')
  await inTransaction(db, async (tx) => {
    const begun = await rows(
      tx,
      sql`update imports set state = 'importing', changes_known = ${withChanges}, seen_at = now(), runner = null where id = ${id} and state = 'ready' returning id`,
    )
    if (begun.length > 0) await queueImport(tx as Db, id)
  })
  house.feed.nudge()
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
      sql`update imports set state = 'cancelled', ended_at = now(), runner = null where id = ${id} and state in ('reading', 'ready') returning id`,
    )
    if (left.length > 0) await sql`delete from import_rows where import = ${id}`.execute(tx)
  })
  await dropSealedBook(call.house, id)
  return null
}

/** The file as it was sent. */
export async function importFile(definition: Definition, call: Call): Promise<unknown> {
  const { house, reply, db } = call
  const found = await ownImport(definition, call)
  const file = (await findFile(db, found.file)) ?? refuse('not found')
  const content = (await house.files.get(pathOf(file))) ?? (await house.files.get(pathOf(otherPlaceOf(file))))
  if (!content) refuse('not found')
  return reply.type(file.type).header('content-disposition', disposition(file.name)).send(Readable.from(content))
}
