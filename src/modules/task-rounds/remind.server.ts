import { sql } from 'kysely'
import { recordSql } from '#server/activity/activity.ts'
import { inTransaction, json, rows } from '#server/db/db.ts'
import { post } from '#server/http/route.ts'
import { placeSql, scopeOf } from '#server/resource/scope.ts'
import { tasks } from '../task-management/task-management.ts'
import { roundOf } from './page.server.ts'
import { ROUND_ACTS } from './task-rounds.ts'

/** One press reminds whoever lets the round run late, each at most once a day; says whom. */
export const remindRoute = post(
  ':id/remind',
  {
    needs: 'edit',
    answers: { reminded: 'string[]', already: 'string[]' },
    summary: 'Remind whoever is late with the round, each once a day',
  },
  async ({ db, id, actor, context }) => {
    const round = await roundOf(db, id, actor)
    const scope = scopeOf(tasks, actor)
    const told = await inTransaction(db, (tx) =>
      rows(
        tx,
        { name: 'string', is_new: 'boolean' },
        sql`with late as materialized (
            select r.* from task_management r where r.round_id = ${round.id} and r.deleted_at is null and r.in_charge is not null
              and r.state in ('todo', 'doing', 'rejected') and r.date_end < now() ${scope ? sql`and ${scope}` : sql``}
          ), fresh as (
            insert into task_round_reminders (round, person, day, reminded_by)
            select distinct ${round.id}::bigint, l.in_charge, (now() at time zone chain_zone())::date, ${actor.id}::bigint from late l
            on conflict do nothing returning person
          ), logged as (${recordSql(
            actor,
            ROUND_ACTS.reminded,
            tasks.name,
            { id: sql`l.id`, title: sql`left(l.title, 191)`, place: placeSql(tasks, 'l'), changes: json({}) },
            sql`late l join fresh f on f.person = l.in_charge`,
          )})
          select u.user_name as name, exists (select 1 from fresh f where f.person = u.id) as is_new
          from users u where u.id in (select l.in_charge from late l) order by u.user_name`,
      ),
    )
    context.feed.nudge()
    const names = (isNew: boolean) => told.filter(({ is_new }) => is_new === isNew).map(({ name }) => name)
    return { reminded: names(true), already: names(false) }
  },
)
