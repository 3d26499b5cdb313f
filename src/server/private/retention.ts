import { sql } from 'kysely'
import type { Logger } from 'pino'
import { modules } from '../../modules/index.ts'
import { RETENTION_REASONS, type RetentionReason } from '../../shared/definition/definition-options.ts'
import type { Definition } from '../../shared/resource.ts'
import { changeLog, REDACTED } from '../activity/activity.ts'
import { all, type Db, inTransaction, row, type Sql, type Tx } from '../db/db.ts'
import { forgetReceived } from '../mail/forgetting.ts'
import { forgetPersonalMail } from '../mail/personal/forgetting.ts'
import { partSql } from '../resource/scope.ts'
import type { Keys } from './keys.ts'
import type { Retentions } from './retentions.ts'
import { type AnonymizeBeside, erase } from './subject.ts'

/** Of one turn: short enough that nobody waits for its locks. */
const AT_ONCE = 500
/** Network addresses of those who sent a public form, and mails that became no complaint (design/security.md, Privacy). */
const TRACES_DAYS = 90
/** How far back they are looked for: a night that was missed, or thirty. */
const LOOKED_DAYS = 30

interface Wanted {
  db: Db
  keys: Keys
  log: Pick<Logger, 'info'>
  beside?: AnonymizeBeside
  days?: Retentions
}

/**
 * Erases what is kept longer than its definition, or the house, allows, keeping the figures. It says first how much that is; each
 * record's erasure is in the audit. @returns how many, by module and reason
 */
export async function forgetOld({ db, keys, log, beside = {}, days = {} }: Wanted): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const definition of modules) {
    for (const why of RETENTION_REASONS) {
      const most = days[`${definition.name}.${why}`] ?? definition.retention?.[why] ?? 0
      if (most === 0) continue
      const own = partSql(definition) ?? sql`true`
      const where = sql`${own} and ${OVERDUE[why](definition, most)} and ${isLeft(definition)}`
      const due = await row(
        db,
        { n: 'number' },
        sql`select count(*)::int as n from ${sql.table(definition.table)} r where ${where}`,
      )
      if (!due?.n) continue
      log.info({ module: definition.name, why, records: due.n }, 'records whose time is over are erased')
      counts[`${definition.name} ${why}`] = await eraseAll(db, keys, definition, where, actionOf(why), beside)
    }
    const parent = definition.fields[definition.erasedWith ?? '']?.to
    if (!parent) continue
    const left = await eraseAll(db, keys, definition, isLeftOf(definition, parent), 'erased', beside)
    if (left > 0) counts[`${definition.name} erased`] = left
  }
  await forgetTraces(db, keys)
  await forgetPersonalMail(db)
  return counts
}

const older = (column: string, days: number): Sql =>
  sql`r.${sql.ref(column)} < now() - make_interval(days => ${sql.lit(days)})`

const OVERDUE: Record<RetentionReason, (definition: Definition, days: number) => Sql> = {
  unfinished: (definition, days) => sql`${waits(definition)} and r.deleted_at is null and ${older('created_at', days)}`,
  finished: (definition, days) =>
    sql`not ${waits(definition)} and r.deleted_at is null and ${older('updated_at', days)}`,
  trashed: (_, days) => sql`r.deleted_at is not null and ${older('deleted_at', days)}`,
}

/** Whether the row `r` waits for somebody; of a register where nothing does, nothing is unfinished. */
const waits = ({ pendingFilter = {} }: Definition): Sql =>
  sql`(${all(
    Object.entries(pendingFilter).map(
      ([name, states]) => sql`r.${sql.ref(name)}::text = any(${[...states]}::text[])` as Sql,
    ),
    sql` and `,
    sql`false`,
  )})`

/** What was erased once is not erased every night. */
const isLeft = (definition: Definition): Sql => sql`r.${sql.ref(definition.title)} is distinct from '–'`

const actionOf = (why: RetentionReason): string => `retention: ${why}`
const ERASURES = ['erased', ...RETENTION_REASONS.map(actionOf)]
const wasErased = (module: string, id: Sql): Sql =>
  sql`a.module = ${module} and a.record_id = ${id} and a.action = any(${ERASURES}::text[])`

/** What was there before the record it goes with was erased, and stayed: it did not always go with that one. */
const isLeftOf = ({ name, erasedWith = '' }: Definition, parent: string): Sql =>
  sql`exists (select from activity a where ${wasErased(parent, sql`r.${sql.ref(erasedWith)}`)} and a.at > r.created_at)
    and not exists (select from activity a where ${wasErased(name, sql`r.id`)})`

async function eraseAll(
  db: Db,
  keys: Keys,
  definition: Definition,
  where: Sql,
  action: string,
  beside: AnonymizeBeside,
): Promise<number> {
  let count = 0
  for (;;) {
    const done = await inTransaction(db, (tx) => eraseSome(tx, keys, definition, where, action, beside))
    count += done
    if (done < AT_ONCE) return count
  }
}

/** What nobody finished goes into the trash with it. */
async function eraseSome(
  tx: Tx,
  keys: Keys,
  definition: Definition,
  where: Sql,
  action: string,
  beside: AnonymizeBeside,
): Promise<number> {
  const table = sql.table(definition.table)
  const some = sql`r.id in (select r.id from ${table} r where ${where} order by r.id limit ${sql.lit(AT_ONCE)} for update)`
  const ids = await erase(tx, keys, definition, some, action, beside)
  if (action === actionOf('unfinished'))
    await sql`update ${table} set deleted_at = now() where id = any(${ids}::bigint[])`.execute(tx)
  return ids.length
}

/** Where forms were sent from, and who wrote what became no complaint. */
async function forgetTraces(db: Db, keys: Keys): Promise<void> {
  await inTransaction(db, (tx) =>
    changeLog(
      tx,
      keys,
      sql`update activity set address = null where actor is null and address is not null
          and at between now() - make_interval(days => ${sql.lit(TRACES_DAYS + LOOKED_DAYS)}) and now() - make_interval(days => ${sql.lit(TRACES_DAYS)}) returning ${REDACTED}`,
    ),
  )
  await inTransaction(db, (tx) =>
    forgetReceived(
      tx,
      keys,
      sql`m.complaint is null and m.sender is distinct from '–' and m.settled_at < now() - make_interval(days => ${sql.lit(TRACES_DAYS)})`,
    ),
  )
}
