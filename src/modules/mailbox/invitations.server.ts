import { sql } from 'kysely'
import type { Happened } from '#server/activity/feed.ts'
import type { AppContext } from '#server/app-context.ts'
import { chainFoot, chainOf } from '#server/chain.ts'
import { row, type Tx } from '#server/db/db.ts'
import { narrowed } from '#server/db/shape.ts'
import { mailboxOf } from '#server/mail/mailbox.ts'
import { queueMail, withdrawMail } from '#server/mail/outbox.ts'
import { customerOf } from '#server/resource/customer-of.ts'
import { newSurveyToken, surveyAddressHash, surveyTokenHash } from '#server/surveys/tokens.ts'
import { UNDO_MINUTES } from '../../shared/flow.ts'
import { htmlOfText } from '../../shared/html.ts'
import { isLanguage, type Language } from '../../shared/language.ts'
import { INVITATION, wordsOf } from './courtesy.ts'

interface Occasion {
  after: Exclude<SurveyOccasion, 'complaint'>
  action: string
  undo: string
}

const OCCASIONS: Readonly<Record<string, Occasion>> = {
  'goods-delivery': { after: 'delivery', action: 'delivered', undo: 'undo-ended' },
  'vat-info': { after: 'vat', action: 'issue-invoice', undo: 'undo-issue' },
}

/** Customers whose goods arrived, or whose invoice is issued, are told so with a survey of their own, where one is sent after it. */
export const invitationReader = {
  name: 'survey-invitations',
  async read(tx: Tx, happened: readonly Happened[], context: AppContext): Promise<void> {
    for (const { module, action, record_id } of happened) {
      const occasion = OCCASIONS[module ?? '']
      if (!occasion || record_id === null) continue
      if (action === occasion.action) await invite(tx, context, occasion.after, module, record_id)
      if (action === occasion.undo) await takeBack(tx, module, record_id)
    }
  },
}

async function invite(tx: Tx, { config }: AppContext, after: Occasion['after'], module: string, record: number) {
  if (!config.publicUrl) return
  const mailbox = await mailboxOf(tx, config.keys)
  if (!mailbox?.settings.smtp) return
  const { name, email, store } = await customerOf(tx, module, record)
  if (!email) return
  const survey = await surveyLink(tx, config.publicUrl, {
    after,
    module,
    record,
    store,
    email,
  })
  if (!survey) return
  const language = (await languageOf(tx, module, record)) ?? mailbox.settings.language
  const mail = INVITATION[language](after, { name: name ?? '', chain: mailbox.settings.from_name, survey: survey.page })
  const text = wordsOf(mail, chainFoot(await chainOf({ config, db: tx })))
  await queueMail(tx, {
    key: keyOf(module, record),
    to: email,
    subject: mail.subject,
    text,
    html: htmlOfText(text.replaceAll('\n\n', '\n')),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', ...survey.headers },
    kind: 'invitation',
    afterMinutes: UNDO_MINUTES,
  })
}

const keyOf = (module: string, record: number) => `survey ${module} ${record}`

/** Once its mail has left, the link stays good, and the record's only one. */
async function takeBack(tx: Tx, module: string, record: number): Promise<void> {
  if (await withdrawMail(tx, keyOf(module, record)))
    await sql`delete from survey_links where module = ${module} and record = ${record}`.execute(tx)
}

/** The page of a personal survey, and what a mail program needs to end such mails with one click (RFC 8058). */
export async function surveyLink(
  tx: Tx,
  publicUrl: string,
  subject: Subject,
): Promise<{ page: string; headers: Record<string, string> } | null> {
  const token = await personalSurveyToken(tx, subject)
  if (!token) return null
  const headers = {
    'List-Unsubscribe': `<${publicUrl}/api/customer-survey-responses/unsubscribe?token=${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  return { page: `${publicUrl}/survey/${token}`, headers: publicUrl.startsWith('https:') ? headers : {} }
}

/** The language in which a customer filled in the form of a record, if they did. */
export async function languageOf(tx: Tx, module: string, record: number): Promise<Language | undefined> {
  const found = await row(
    tx,
    { language: narrowed<string>('string') },
    sql`select language from consents where module = ${module} and record_id = ${record} order by id desc limit 1`,
  )
  return isLanguage(found?.language) ? found.language : undefined
}

/** What brings a customer a personal link once it is done. */
type SurveyOccasion = 'complaint' | 'delivery' | 'vat'

interface Subject {
  after: SurveyOccasion
  module: string
  record: number
  store: number | null
  /** Where it is sent to. */
  email: string
}

/** The token of a personal link of the newest open survey that is sent after this; null where there is none, or the record had one. */
async function personalSurveyToken(tx: Tx, { after, module, record, store, email }: Subject): Promise<string | null> {
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
          and not exists (select from survey_mail_refusals m where m.address_hash = ${surveyAddressHash(email)})
        order by v.id desc limit 1
        on conflict (module, record) where module is not null do nothing returning id`,
  )
  return made ? token : null
}
