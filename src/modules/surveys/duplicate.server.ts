import { sql } from 'kysely'
import { inTransaction, row } from '#server/db/db.ts'
import { jsonOf } from '#server/db/shape.ts'
import { recordOf } from '#server/http/answers.ts'
import { JsonText, post } from '#server/http/route.ts'
import { placeInScope } from '#server/resource/handlers.ts'
import { showJson } from '#server/resource/query/list.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { type Columns, insert } from '#server/resource/statements.ts'
import { isWritable } from '../../shared/fields.ts'
import { refuse } from '../../shared/refusals.ts'
import { entriesOf } from '../../shared/resource.ts'
import { surveys } from './surveys.ts'

const TITLE_MOST = 185

/** A draft of the same questions, without answers, links and times. */
export const duplicateRoute = post(
  ':id/duplicate',
  { needs: 'add', creates: true, answers: recordOf(surveys), summary: 'A draft with the same questions' },
  async ({ db, id, actor, context }) => {
    const scope = scopeOf(surveys, actor)
    const found =
      (await row(
        db,
        { survey: jsonOf<Columns>() },
        sql`select to_jsonb(r) as survey from surveys r where r.id = ${id} and r.deleted_at is null ${scope ? sql`and ${scope}` : sql``}`,
      )) ?? refuse('not found')
    const same = Object.fromEntries(
      entriesOf(surveys).flatMap(([name, field]) => (isWritable(field) ? [[name, found.survey[name]]] : [])),
    )
    const columns = {
      ...same,
      title: `${[...String(found.survey.title)].slice(0, TITLE_MOST).join('')} (2)`,
      opens_at: null,
      closes_at: null,
    }
    placeInScope(surveys, columns, actor)
    const made = await inTransaction(db, async (tx) => {
      const copy = await insert(tx, surveys, columns, actor)
      await sql`with old as (select *, row_number() over (order by position, id) as nth from survey_questions where survey = ${id} and not is_retired),
          new as (
            insert into survey_questions (survey, position, kind, text, options, is_required)
            select ${copy}, nth, kind, text, options, is_required from old order by nth returning id, position
          )
        select count(*) from new`.execute(tx)
      await sql`update survey_questions n set shown_if = jsonb_set(o.shown_if, '{question}', to_jsonb(d.id))
        from (select *, row_number() over (order by position, id) as nth from survey_questions where survey = ${id} and not is_retired) o
          join (select id as was, row_number() over (order by position, id) as nth from survey_questions where survey = ${id} and not is_retired) e
            on e.was = (o.shown_if->>'question')::bigint
          join survey_questions d on d.survey = ${copy} and d.position = e.nth
        where n.survey = ${copy} and n.position = o.nth and o.shown_if is not null`.execute(tx)
      return showJson(tx, surveys, copy, null, actor.language)
    })
    context.feed.nudge()
    return new JsonText(made ?? 'null')
  },
)
