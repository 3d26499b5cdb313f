import { sql } from 'kysely'
import { type Actor, actorMay } from '#server/actor.ts'
import { type Db, row, rows } from '#server/db/db.ts'
import { post, type Route } from '#server/http/route.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { count, type Named, text } from '../../shared/fields.ts'
import { refuse } from '../../shared/refusals.ts'
import { moduleOf } from '../index.ts'

/** Longer than two beats of a browser (20 s each). */
const GONE_AFTER = '45 seconds'
const body = {
  module: text('Module', { required: true, max: 60 }),
  id: count('Record', { required: true, min: 1, max: 2 ** 53 }),
}

/** Who has a record open besides the caller. */
const routes: Route[] = [
  post(
    'presence',
    { needs: 'session', body, summary: 'I have this record open; who else has?' },
    async ({ db, actor, body: { module, id }, house }) => {
      await refuseUnseen(db, module, id, actor)
      const before = await others(db, module, id, actor)
      await sql`insert into presence (module, record_id, user_id) values (${module}, ${id}, ${actor.id}) on conflict (module, record_id, user_id) do update set seen_at = now()`.execute(
        db,
      )
      house.streams?.tell(new Set(before.map((person) => person.id)), 'presence', { module, id })
      return { people: before }
    },
  ),
  post(
    'presence/leave',
    { needs: 'session', body, summary: 'I closed it' },
    async ({ db, actor, body: { module, id }, house }) => {
      await sql`delete from presence where module = ${module} and record_id = ${id} and user_id = ${actor.id}`.execute(
        db,
      )
      const left = await others(db, module, id, actor)
      house.streams?.tell(new Set(left.map((person) => person.id)), 'presence', { module, id })
      return null
    },
  ),
]
export default { routes }

const others = (db: Db, module: string, id: number, actor: Actor): Promise<Named[]> =>
  rows<Named>(
    db,
    sql`select u.id, u.user_name as name from presence p join users u on u.id = p.user_id
        where p.module = ${module} and p.record_id = ${id} and p.user_id <> ${actor.id} and p.seen_at > now() - ${GONE_AFTER}::interval order by p.seen_at`,
  )

async function refuseUnseen(db: Db, module: string, id: number, actor: Actor): Promise<void> {
  const definition = moduleOf(module)
  if (!definition || !actorMay(actor, definition.permission, 'read')) refuse('not found')
  const scope = scopeOf(definition, actor)
  if (
    !(await row(
      db,
      sql`select 1 as n from ${sql.table(definition.table)} r where r.id = ${id} ${scope ? sql`and ${scope}` : sql``}`,
    ))
  )
    refuse('not found')
}
