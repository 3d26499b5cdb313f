import { sql } from 'kysely'
import { type Db, row, type Sql, type Tx } from '#server/db/db.ts'
import { jsonOf, narrowed, type RowOf } from '#server/db/shape.ts'
import { surveyTokenHash } from '#server/surveys/tokens.ts'
import type { RefusalName } from '../../../shared/refusals.ts'
import type { Words } from '../../../shared/surveys/questions.ts'
import { surveys } from '../../surveys/surveys.ts'

const FOUND = {
  link: 'number',
  channel: narrowed<'poster' | 'link' | 'complaint' | 'delivery' | 'vat'>('string'),
  store: 'number?',
  store_name: 'string?',
  is_personal: 'boolean',
  is_used: 'boolean',
  module: 'string?',
  record: 'number?',
  survey: 'number',
  stage: narrowed<'draft' | 'open' | 'closed'>('string'),
  is_early: 'boolean',
  is_over: 'boolean',
  is_over_for_late: 'boolean',
  is_closed_for_late: 'boolean',
  is_full: 'boolean',
  title: jsonOf<Words>(),
  intro: jsonOf<Partial<Words>>(),
  thanks: jsonOf<Partial<Words>>(),
  stores: 'number[]',
  once_per: narrowed<'device' | 'phone' | 'nothing'>('string'),
  asks_name: 'boolean',
  asks_phone: 'boolean',
  asks_call_consent: 'boolean',
  low_below: 'number?',
} as const
export type FoundLink = RowOf<typeof FOUND>

/** What was written before the survey ended may come so much later: without a line, or in the moment that somebody closes it. */
const LATE_BY = sql.lit('24 hours')

/**
 * The survey behind a link, if the link is one of ours.
 * @param openedAt when the form was handed out that is sent, in seconds of the epoch
 */
export const linkOf = (db: Db | Tx, token: string, openedAt: number | null = null): Promise<FoundLink | undefined> =>
  row(
    db,
    FOUND,
    sql`select l.id as link, l.channel, l.store, s.name as store_name, l.module is not null as is_personal,
          l.used_at is not null as is_used, l.module, l.record, v.id as survey, v.stage,
          coalesce(v.opens_at > now(), false) as is_early, coalesce(v.closes_at <= now(), false) as is_over,
          coalesce(v.closes_at <= now() - interval ${LATE_BY}, false) as is_over_for_late,
          v.stage = 'closed' and not exists (
            select from activity a where a.module = ${surveys.name} and a.record_id = v.id and a.action = 'close'
              and a.at > now() - interval ${LATE_BY} and a.at > to_timestamp(${openedAt}::float8)) as is_closed_for_late,
          coalesce(v.answered >= v.most_responses, false) as is_full,
          jsonb_build_object('vi', v.title, 'en', v.title_en, 'ko', v.title_ko) as title,
          jsonb_build_object('vi', v.intro, 'en', v.intro_en, 'ko', v.intro_ko) as intro,
          jsonb_build_object('vi', v.thanks, 'en', v.thanks_en, 'ko', v.thanks_ko) as thanks,
          v.stores, v.once_per, v.asks_name, v.asks_phone, v.asks_call_consent, v.low_below
        from survey_links l join surveys v on v.id = l.survey and v.deleted_at is null left join stores s on s.id = l.store
        where l.token_hash = ${surveyTokenHash(token.slice(0, 100))}`,
  )

export const STATES = ['open', 'not_open', 'closed', 'full', 'used', 'unknown'] as const
export type LinkState = (typeof STATES)[number]

/** Whether a link takes an answer now, and if not, why. */
export function stateOf(found: FoundLink | undefined, isSending = false): LinkState {
  if (!found) return 'unknown'
  if (found.is_used) return 'used'
  if (found.stage === 'draft' || found.is_early) return 'not_open'
  const { stage, is_over, is_over_for_late, is_closed_for_late } = found
  if (isSending ? is_closed_for_late || is_over_for_late : stage === 'closed' || is_over) return 'closed'
  return found.is_full ? 'full' : 'open'
}

export const REFUSAL_OF: Record<Exclude<LinkState, 'open'>, RefusalName> = {
  not_open: 'survey not open',
  closed: 'survey closed',
  full: 'survey full',
  used: 'survey answered',
  unknown: 'not found',
}

/** The stores that answers may be given to, of those a survey names; of all where it names none. */
export const isOfSurvey = (stores: readonly number[]): Sql =>
  sql`(deleted_at is null and active and not is_head_office and (${[...stores]}::bigint[] = '{}' or id = any(${[...stores]}::bigint[])))`
