import { sql } from 'kysely'
import { rows } from '#server/db/db.ts'
import { jsonOf, narrowed, type RowOf } from '#server/db/shape.ts'
import { NAMED, namedAnswer, oneOf, orNull } from '#server/http/answers.ts'
import { type Call, get, type Route } from '#server/http/route.ts'
import { titleSql } from '#server/resource/query/columns.ts'
import { assertVisible } from '#server/resource/visible.ts'
import type { Named } from '../../../shared/fields.ts'
import { type DeadlineKind, escalationRungs } from '../../escalation-rungs/escalation-rungs.ts'
import { complaints } from '../complaints.ts'
import { rulesOf } from '../deadlines/alarms.server.ts'
import { upcomingEscalations } from './policy.ts'
import { candidatesOf, recipientsOf } from './recipients.server.ts'
import { snapshotsOf } from './snapshot.server.ts'

const FIRED = {
  at: 'date',
  rung: 'string',
  clock: narrowed<DeadlineKind>('string'),
  person: jsonOf<Named | null>(),
  channels: 'string[]',
  read_at: 'date?',
} as const

/** Who is told when if nobody acts, and everyone who was. */
export interface Escalation {
  coming: {
    at: string
    rung: string
    clock: DeadlineKind
    is_again: boolean
    people: Named[]
    channels: readonly string[]
  }[]
  fired: RowOf<typeof FIRED>[]
}

const CLOCK = oneOf('first', 'completion', 'law')
const ESCALATION = namedAnswer('Escalation', {
  coming: [{ at: 'date', rung: 'string', clock: CLOCK, is_again: 'boolean', people: [NAMED], channels: 'string[]' }],
  fired: [{ ...FIRED, clock: CLOCK, person: orNull(NAMED) }],
})

export const escalationRoutes: Route[] = [
  get(
    ':id/escalation',
    { needs: 'read', answers: ESCALATION, summary: 'Who is told when if nobody acts, and who was told' },
    (call) => escalation(call),
  ),
]

const FIRED_MOST = 200

async function escalation({ db, actor, id, context }: Call): Promise<Escalation> {
  await assertVisible(db, complaints, id, actor)
  const { rungs, calendars } = await rulesOf(db, context.config)
  const [watched] = await snapshotsOf(db, [id])
  const coming = watched ? upcomingEscalations(watched, rungs, calendars, Date.now()) : []
  const candidates = await candidatesOf(db, id, rungs)
  // What it was called as it fired, in the reader's words where it is still called so.
  const called = titleSql(escalationRungs, 'r', actor.language)
  const names = await rows(
    db,
    { id: 'number', name: 'string' },
    sql`select r.id, ${called} as name from escalation_rungs r`,
  )
  const nameOf = new Map(names.map(({ id: rung, name }) => [rung, name]))
  const fired = await rows(
    db,
    FIRED,
    sql`select f.fired_at as at, case when r.name = f.rung_name then ${called} else f.rung_name end as rung, f.clock, case when u.id is null then null else json_build_object('id', u.id, 'name', u.user_name) end as person,
          f.channels, n.read_at
        from escalation_events f left join escalation_rungs r on r.id = f.rung left join users u on u.id = f.user_id left join notifications n on n.activity = f.activity and n.user_id = f.user_id
        where f.complaint = ${id} order by f.fired_at desc, f.id desc limit ${FIRED_MOST}`,
  )
  return {
    coming: coming.map(({ at, rung, again_on }) => ({
      at: new Date(at).toISOString(),
      rung: nameOf.get(rung.id) ?? rung.name,
      clock: rung.clock,
      is_again: again_on !== null,
      people: recipientsOf(rung, candidates, rungs).people.map(({ id: person, name }) => ({ id: person, name })),
      channels: rung.channels,
    })),
    fired,
  }
}
