import { sql } from 'kysely'
import { storesOf } from '#server/actor.ts'
import { rows } from '#server/db/db.ts'
import { NAMED, namedAnswer, orNull } from '#server/http/answers.ts'
import { post, type Route } from '#server/http/route.ts'
import { assertVisible } from '#server/resource/visible.ts'
import { newSurveyToken, surveyTokenHash } from '#server/surveys/tokens.ts'
import { isByStore } from '../../../shared/users/shared-records.ts'
import { surveys } from '../surveys.ts'

const LINK = { store: orNull(NAMED), token: 'string' } as const

/** The links that hang in stores and are shared: made when they are first asked for, and the same ever after. */
export const linkRoutes: Route[] = [
  post(
    ':id/links',
    {
      needs: 'read',
      answers: { links: [namedAnswer('SurveyLink', LINK)] },
      summary: 'The links of a survey: one for each of its stores, and one that asks for the store',
    },
    async ({ db, id, actor }) => {
      await assertVisible(db, surveys, id, actor)
      const own = isByStore(surveys, actor.scope) ? storesOf(actor) : null
      const wanted = await rows(
        db,
        { store: 'number?' },
        sql`select null::bigint as store where ${own === null}
            union all select s.id from stores s join surveys v on v.id = ${id}
            where s.deleted_at is null and s.active and not s.is_head_office and (v.stores = '{}' or s.id = any(v.stores))
              and (${own}::bigint[] is null or s.id = any(${own}::bigint[]))`,
      )
      const tokens = wanted.map(({ store }) => {
        const token = newSurveyToken()
        return { store, token, token_hash: surveyTokenHash(token), channel: store === null ? 'link' : 'poster' }
      })
      await sql`insert into survey_links (survey, store, channel, token, token_hash)
        select ${id}, t.store, t.channel, t.token, t.token_hash
        from jsonb_to_recordset(${JSON.stringify(tokens)}::jsonb) as t(store bigint, channel text, token text, token_hash text)
        on conflict (survey, coalesce(store, 0), channel) where module is null do nothing`.execute(db)
      const links = await rows(
        db,
        { store: 'number?', name: 'string?', token: 'string' },
        sql`select l.store, s.name, l.token from survey_links l left join stores s on s.id = l.store
            where l.survey = ${id} and l.module is null
              and coalesce(l.store, 0) = any(${wanted.map(({ store }) => store ?? 0)}::bigint[])
            order by s.code nulls first`,
      )
      return {
        links: links.map(({ store, name, token }) => ({ store: store === null ? null : { id: store, name }, token })),
      }
    },
  ),
]
