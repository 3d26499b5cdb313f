import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { row, type Tx } from '../db/db.ts'

/** What makes a link to a survey good; of a personal one the database knows the hash alone. */
export const newSurveyToken = (): string => randomBytes(24).toString('base64url')
export const surveyTokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** What brings a customer a personal link once it is done. */
export type SurveyOccasion = 'complaint' | 'delivery' | 'vat'

interface Subject {
  after: SurveyOccasion
  module: string
  record: number
  store: number | null
  /** Where it is sent to. */
  email: string
}

/** The token of a personal link of the newest open survey that is sent after this; null where there is none, or the record had one. */
export async function personalSurveyToken(
  tx: Tx,
  { after, module, record, store, email }: Subject,
): Promise<string | null> {
  const token = newSurveyToken()
  const made = await row(
    tx,
    { id: 'number' },
    sql`insert into survey_links (survey, store, channel, token_hash, module, record)
        select v.id, ${store}::bigint, ${after}, ${surveyTokenHash(token)}, ${module}, ${record} from surveys v
        where v.deleted_at is null and v.stage = 'open' and ${after} = any(v.sent_after)
          and (v.stores = '{}' or ${store}::bigint = any(v.stores))
          and coalesce(v.opens_at <= now(), true) and coalesce(v.closes_at > now(), true)
          and coalesce(v.answered < v.most_responses, true)
          and not exists (select from survey_mail_refusals m where m.address_hash = ${addressHash(email)})
        order by v.id desc limit 1
        on conflict (module, record) where module is not null do nothing returning id`,
  )
  return made ? token : null
}

/** Whoever reads mail there wants no more surveys by it. */
export async function refuseSurveyMails(tx: Tx, email: string): Promise<void> {
  await sql`insert into survey_mail_refusals (address_hash) values (${addressHash(email)}) on conflict do nothing`.execute(
    tx,
  )
}

const addressHash = (email: string): string => surveyTokenHash(email.trim().toLowerCase())
