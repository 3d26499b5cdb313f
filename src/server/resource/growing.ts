import { sql } from 'kysely'
import type { Named } from '../../shared/fields.ts'
import type { Definition } from '../../shared/resource.ts'
import { type Db, ident, inTransaction, row } from '../db/db.ts'
import { NAMED } from '../http/answers.ts'
import { post, type Route } from '../http/route.ts'
import { insert } from './statements.ts'

/**
 * A list that grows where it is picked (`inlineCreatePermission`): `POST x/grow` answers the record of a name, the one there is
 * (without regard to diacritics) or a new one. Whoever comes second at the same moment waits, and finds the first.
 */
export function growRoutes(definition: Definition): Route[] {
  const { wire, title, fields, inlineCreatePermission: permission, one } = definition
  const field = fields[title]
  if (!permission || !field) return []
  return [
    post(
      `${wire}/grow`,
      {
        needs: { permission, flag: 'edit' },
        creates: true,
        answers: NAMED,
        body: { [title]: field },
        summary: `${one} by its name where it is picked: the one there is, or a new one`,
      },
      async ({ db, actor, body, context }) => {
        const name = String(body[title])
        const same = await named(db, definition, name)
        if (same) return same
        return inTransaction(db, async (tx): Promise<Named> => {
          await sql`select pg_advisory_xact_lock(hashtext(${`grow ${definition.table}`}))`.execute(tx)
          const first = await named(tx, definition, name)
          if (first) return first
          const id = await insert(tx, definition, { [title]: name }, actor)
          context.feed.nudge()
          return { id, name }
        })
      },
    ),
  ]
}

const named = (db: Db, { table, title }: Definition, name: string): Promise<Named | undefined> =>
  row(
    db,
    { id: 'number', name: 'string' },
    sql`select r.id, r.${ident(title)} as name from ${sql.table(table)} r
        where r.deleted_at is null and fold(identity_key(r.${ident(title)})) = fold(identity_key(${name})) order by r.id limit 1`,
  )
