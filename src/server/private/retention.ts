import { sql } from 'kysely'
import type { Logger } from 'pino'
import { modules } from '../../modules/index.ts'
import type { Definition } from '../../shared/resource.ts'
import { type Db, inTransaction, row, type Sql } from '../db/db.ts'
import { erase } from './subject.ts'

/** Records whose time is over, by why, over the row `r`; days as security.md has them. */
function overdue({ retention }: Definition): [string, Sql][] {
  const { unfinished, trashed } = retention ?? {}
  const old = (column: string, days: number) =>
    sql`r.${sql.ref(column)} < now() - make_interval(days => ${sql.lit(days)})`
  return [
    ...(unfinished
      ? [
          ['unfinished', sql`r.status = 'waiting' and r.deleted_at is null and ${old('created_at', unfinished)}`] as [
            string,
            Sql,
          ],
        ]
      : []),
    ...(trashed ? [['trashed', sql`r.deleted_at is not null and ${old('deleted_at', trashed)}`] as [string, Sql]] : []),
  ]
}

/** What was erased once is not erased every night. */
const isLeft = (definition: Definition): Sql => sql`r.${sql.ref(definition.title)} is distinct from '–'`

/**
 * Erases what is kept longer than its definition allows, keeping the figures. It says first how much that is; each record's
 * erasure is in the audit. @returns how many, by module and reason
 */
export async function forgetOld(db: Db, log: Logger): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const definition of modules)
    for (const [why, which] of overdue(definition)) {
      const where = sql`${which} and ${isLeft(definition)}`
      const due = await row<{ n: number }>(
        db,
        sql`select count(*)::int as n from ${sql.table(definition.table)} r where ${where}`,
      )
      if (!due?.n) continue
      log.info({ module: definition.name, why, records: due.n }, 'records whose time is over are erased')
      counts[`${definition.name} ${why}`] = await inTransaction(db, async (tx) => {
        const count = await erase(tx, definition, where, `retention: ${why}`)
        await sql`update ${sql.table(definition.table)} r set deleted_at = now() where r.deleted_at is null and r.${sql.ref(definition.title)} = '–' and ${which}`.execute(
          tx,
        )
        return count
      })
    }
  return counts
}
