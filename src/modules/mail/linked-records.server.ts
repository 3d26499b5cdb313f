import { sql } from 'kysely'
import { type Actor, actorMay } from '#server/actor.ts'
import { type Db, rows, type Sql } from '#server/db/db.ts'
import type { LinkedRecord } from '#server/mail/personal/links.ts'
import { scopeOf } from '#server/resource/scope.ts'
import type { MailLink } from '../../shared/mail.ts'
import type { Definition } from '../../shared/resource.ts'
import { complaints } from '../complaints/complaints.ts'
import { tasks } from '../task-management/task-management.ts'

/** What a mail can belong to, by what calls name it. */
export const LINKED: Record<MailLink['kind'], { definition: Definition; code: Sql }> = {
  complaint: { definition: complaints, code: sql`r.issue_number` },
  task: {
    definition: tasks,
    code: sql`${tasks.fields.number.prefix}::text || lpad(r.id::text, greatest(6, length(r.id::text)), '0')`,
  },
}
export const LINK_KINDS = ['complaint', 'task'] as const

/** Those of the records that the caller sees, by `module id`. */
export async function linksOf(db: Db, actor: Actor, records: readonly LinkedRecord[]): Promise<Map<string, MailLink>> {
  const found = new Map<string, MailLink>()
  for (const kind of LINK_KINDS) {
    const { definition, code } = LINKED[kind]
    const ids = records.filter(({ module }) => module === definition.name).map(({ id }) => id)
    if (ids.length === 0 || !actorMay(actor, definition.permission, 'read')) continue
    const scope = scopeOf(definition, actor)
    const seen = await rows(
      db,
      { id: 'number', code: 'string' },
      sql`select r.id, ${code} as code from ${sql.table(definition.table)} r
          where r.id = any(${ids}::bigint[]) and r.deleted_at is null ${scope ? sql`and ${scope}` : sql``}`,
    )
    for (const one of seen) found.set(`${definition.name} ${one.id}`, { kind, ...one })
  }
  return found
}
