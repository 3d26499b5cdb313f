import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { ExportView } from '../../../shared/api.ts'
import { type Field, text } from '../../../shared/fields.ts'
import { wallClock } from '../../../shared/format.ts'
import { type Language, tIn } from '../../../shared/language.ts'
import { refuse } from '../../../shared/refusals.ts'
import type { Definition } from '../../../shared/resource.ts'
import { normalizeText } from '../../../shared/vietnam/vietnam.ts'
import { record } from '../../activity/activity.ts'
import { type Actor, actorMay } from '../../actor.ts'
import type { AppContext } from '../../app-context.ts'
import { limitConcurrency } from '../../concurrency-limit.ts'
import { all, type Db, inTransaction, row } from '../../db/db.ts'
import { literalSql } from '../../db/literals.ts'
import { narrowed } from '../../db/shape.ts'
import type { Call } from '../../http/route.ts'
import type { ModuleOptions } from '../../resource/module-options.ts'
import { targetOf } from '../../resource/query/columns.ts'
import { conditionsOf, ownOf, reachesTrash } from '../../resource/query/conditions.ts'
import { countOf } from '../../resource/query/list.ts'
import { orderSql } from '../../resource/query/order.ts'
import { many, readListQuery } from '../../resource/query/parse-query.ts'
import { whereSql } from '../../resource/query/where.ts'
import { exportBytes } from './export-child.ts'
import { type ExportColumn, exportColumns, exportedSql, isPersonal } from './export-columns.ts'
import type { ExportOrder } from './export-order.ts'

/** The most seconds an export may take. */
const SECONDS_MOST = 900
/** Rows of personal data that are worth an alarm (design/security.md). */
const ALARM_ROWS = 5000
/** Writing processes at once on one server. */
const AT_ONCE = 2
const inTurn = limitConcurrency(AT_ONCE)

/**
 * A list as a workbook, streamed: its filters, search, order and scope, the columns named by `columns` in their order, in the
 * caller's language. The answer breaks off, and never ends, where a row is missing.
 * @param reason why phones, e-mails and addresses go out in full; without one they are masked
 */
export async function exportList(
  definition: Definition,
  serving: ModuleOptions,
  call: Call,
  reason: string | null = null,
): Promise<unknown> {
  const { actor, context, db, reply } = call
  const { columns: wished, ...listed } = call.query
  const query = readListQuery(definition, listed, serving.filters)
  const isTrash = reachesTrash(query, ownOf(query, actor, serving.filters))
  if (isTrash && !actorMay(actor, definition.permission, 'delete')) refuse('no permission')
  const columns = exportColumns(definition, many(wished), reason !== null)
  const request = { definition, query, actor, timeZone: context.config.timezone, filters: serving.filters }
  const where = whereSql(conditionsOf(request))
  const statement = sql`select ${all(
    columns.map((column) => exportedSql(column, actor.language)),
    sql`, `,
  )} from ${sql.table(definition.table)} r where ${where} order by ${orderSql(definition, query.sort, actor.language)}`
  const id = await begin(context, actor, definition)
  // Only for the bar that shows how far it is: nobody waits for it, and a list too long to count goes without.
  void countOf(db, request)
    .then((n) => sql`update exports set rows_expected = ${n} where id = ${id}`.execute(db))
    .catch(() => {})
  const order: ExportOrder = {
    url: context.config.replicaUrl ?? context.databaseUrl,
    statementTimeout: SECONDS_MOST * 1000,
    sql: literalSql(statement),
    columns: columns.map(writtenBy),
    targets: targetsOf(columns, actor.language),
    language: actor.language,
    timeZone: context.config.timezone,
    sheetName: tIn(actor.language, definition.label),
  }
  const title = fileName(definition, actor, context.config.timezone)
  const running: Running = { id, title, definition, columns, reason, rows: 0, bytes: 0 }
  // That somebody takes it away is known before the first row is out, whatever ends it.
  if (reason !== null) await logUnmasking(db, actor, running)
  reply
    .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    .header('content-disposition', disposition(title))
    .header('x-export', String(id))
  return reply.send(Readable.from(trackedBytes(context, actor, running, order), { objectMode: false }))
}

/** A mask is words, whatever it stands for. */
const writtenBy = ({ name, field: { sql: _, ...field }, isMasked }: ExportColumn): { name: string; field: Field } => ({
  name,
  field: isMasked ? text(field.label, field.width ? { width: field.width } : {}) : field,
})

interface Running {
  id: number
  /** The name of its file. */
  title: string
  definition: Definition
  columns: ExportColumn[]
  /** Why it goes out unmasked, where it does. */
  reason: string | null
  rows: number
  bytes: number
}

/** Passes the bytes on, keeps what the screen asks for, and writes down how it ended before the last byte is out. */
async function* trackedBytes(
  context: AppContext,
  actor: Actor,
  running: Running,
  order: ExportOrder,
): AsyncGenerator<Uint8Array> {
  const beat = setInterval(() => void keep(context.db, running, 'running').catch(() => {}), 700)
  let state: 'done' | 'broken' = 'broken'
  const free = await turnOf()
  try {
    const seen = ({ rows }: { rows: number }) => {
      running.rows = rows
    }
    for await (const chunk of exportBytes(order, seen, SECONDS_MOST)) {
      running.bytes += chunk.length
      yield chunk
    }
    state = 'done'
  } catch (error) {
    context.log.error({ err: error, export: running.id }, 'an export broke off')
    throw error
  } finally {
    free()
    clearInterval(beat)
    await finish(context, actor, running, state)
  }
}

/** Waits for a turn; the answer gives it back. */
const turnOf = (): Promise<() => void> =>
  new Promise((begun) => {
    void inTurn(() => new Promise<void>((done) => begun(done)))
  })

const keep = (db: Db, { id, rows, bytes }: Running, state: string) =>
  sql`update exports set state = ${state}, rows_written = ${rows}, bytes = ${bytes}, seen_at = now() where id = ${id} and state = 'running'`.execute(
    db,
  )

const personalOf = ({ columns }: Running): string =>
  columns
    .filter(isPersonal)
    .map(({ name }) => name)
    .join(', ')

const logUnmasking = (db: Db, actor: Actor, running: Running): Promise<void> =>
  record(db, actor, {
    action: 'sensitive_read',
    module: running.definition.name,
    title: running.title,
    changes: { columns: [null, personalOf(running)], reason: [null, running.reason] },
  })

async function finish(context: AppContext, actor: Actor, running: Running, state: 'done' | 'broken'): Promise<void> {
  const { definition, columns, rows, title, reason } = running
  const personal = personalOf(running)
  const changes = {
    rows: [null, rows],
    columns: [null, columns.map(({ name }) => name).join(', ')],
    ...(reason !== null && { reason: [null, reason] }),
  }
  const whole = reason === null ? 'export' : 'unmasked export'
  await inTransaction(context.db, async (tx) => {
    await keep(tx, running, state)
    await record(tx, actor, {
      action: state === 'done' ? whole : 'export broken off',
      module: definition.name,
      title,
      changes,
    })
    if (rows > ALARM_ROWS && personal !== '') {
      const what = { rows: [null, rows], columns: [null, personal] }
      await record(tx, actor, { action: 'large export', module: definition.name, title, changes: what })
      context.log.warn({ user: actor.id, module: definition.name, rows, personal }, 'a large export of personal data')
    }
  })
}

/** Refuses one too many, otherwise begins it; servers share the count. */
async function begin({ db, config, files }: AppContext, { id }: Actor, { name }: Definition): Promise<number> {
  if (!(await files.hasRoom())) refuse('no space')
  return inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('exports'), ${id}::int)`.execute(tx)
    const now = await row(
      tx,
      { running: 'number', begun: 'number', wait: 'number' },
      sql`select count(*) filter (where state = 'running' and seen_at > now() - interval '30 seconds')::int as running,
            count(*)::int as begun, ceil(coalesce(extract(epoch from min(started_at) + interval '1 hour' - now()), 0))::int as wait
          from exports where user_id = ${id} and started_at > now() - interval '1 hour'`,
    )
    if (now && now.running >= config.exportsAtOnce) refuse('still running', { params: { most: config.exportsAtOnce } })
    const most = Math.ceil(config.exportsPerHour * config.rateLimitFactor)
    if (now && now.begun >= most) refuse('too many', { params: { most, wait: Math.max(1, now.wait) } })
    const made = await row(
      tx,
      { id: 'number' },
      sql`insert into exports (user_id, module) values (${id}, ${name}) returning id`,
    )
    return made?.id ?? 0
  })
}

/** How far an export of the caller's own is. */
export async function exportState({ db, id, actor }: Call): Promise<ExportView> {
  const found = await row(
    db,
    { state: narrowed<'running' | 'done' | 'broken'>('string'), rows: 'number', expected: 'number', bytes: 'number' },
    sql`select case when state = 'running' and seen_at < now() - interval '30 seconds' then 'broken' else state end as state,
          rows_written as rows, rows_expected as expected, bytes from exports where id = ${id} and user_id = ${actor.id}`,
  )
  return found ?? refuse('not found')
}

function targetsOf(columns: readonly ExportColumn[], language: Language): ExportOrder['targets'] {
  const names = (to: string) => {
    const { table, called } = targetOf(to)
    return literalSql(sql`select x.id, ${called('x', language)} from ${sql.table(table)} x`)
  }
  return Object.fromEntries(columns.flatMap(({ field: { to } }) => (to ? [[to, names(to)]] : [])))
}

/** The resource and the day, e.g. `cua-hang-2026-11-20.xlsx`. */
export function fileName(definition: Definition, { language }: Actor, timeZone: string, now = new Date()): string {
  const label = tIn(language, definition.sheets.fileName ?? definition.label)
  const words = normalizeText(label.normalize('NFC'))
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return `${words}-${wallClock(now, timeZone).day}.xlsx`
}

export const disposition = (name: string): string =>
  `attachment; filename="${name.replace(/[^\w.-]+/g, '') || 'export.xlsx'}"; filename*=UTF-8''${encodeURIComponent(name)}`
