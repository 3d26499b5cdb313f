import { sql } from 'kysely'
import { type Actor, actorMay } from '#server/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import { type Db, row, rows } from '#server/db/db.ts'
import { NAMED } from '#server/http/answers.ts'
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
    { needs: 'session', body, answers: { people: [NAMED] }, summary: 'I have this record open; who else has?' },
    async ({ db, actor, body: { module, id }, context }) => {
      await assertVisible(db, module, id, actor)
      const before = await viewers(db, module, id)
      await sql`insert into presence (module, record_id, user_id) values (${module}, ${id}, ${actor.id})
        on conflict (module, record_id, user_id) do update set seen_at = now()`.execute(db)
      const isNew = !before.some((person) => person.id === actor.id)
      // Of two who come at once the later one sees both.
      const people = isNew ? await viewers(db, module, id) : before
      if (isNew) sendViewers(context, module, id, people)
      return { people: people.filter((person) => person.id !== actor.id) }
    },
  ),
  post(
    'presence/leave',
    { needs: 'session', body, answers: null, summary: 'I closed it' },
    async ({ db, actor, body: { module, id }, context }) => {
      const gone = await row(
        db,
        sql`delete from presence where module = ${module} and record_id = ${id} and user_id = ${actor.id} returning user_id`,
      )
      if (gone) sendViewers(context, module, id, await viewers(db, module, id))
      return null
    },
  ),
]
export default { routes }

/** Each hears of the others; only a coming or a going is told, or two browsers would answer each other without end. */
function sendViewers(context: AppContext, module: string, id: number, people: readonly Named[]): void {
  for (const { id: person } of people) {
    const others = people.filter((other) => other.id !== person)
    context.streams?.tell(new Set([person]), 'presence', { module, id, people: others })
  }
}

const viewers = (db: Db, module: string, id: number): Promise<Named[]> =>
  rows(
    db,
    { id: 'number', name: 'string' },
    sql`select u.id, u.user_name as name from presence p join users u on u.id = p.user_id
        where p.module = ${module} and p.record_id = ${id} and p.seen_at > now() - ${GONE_AFTER}::interval order by p.seen_at`,
  )

async function assertVisible(db: Db, module: string, id: number, actor: Actor): Promise<void> {
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
