import { sql } from 'kysely'
import type { Happened } from '#server/activity/feed.ts'
import type { AppContext } from '#server/app-context.ts'
import { calendarsOf } from '#server/calendars.ts'
import { chainFoot, chainOf } from '#server/chain.ts'
import { row, rows, type Tx } from '#server/db/db.ts'
import type { RowOf } from '#server/db/shape.ts'
import { mailboxOf } from '#server/mail/mailbox.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { threadToken } from '#server/mail/thread.ts'
import { promiseOf } from '../../shared/complaints/promise.ts'
import { htmlOfText } from '../../shared/html.ts'
import type { Language } from '../../shared/language.ts'
import { saidMoment } from '../../shared/time/said-moment.ts'
import { holidays } from '../holidays/holidays.ts'
import { COMPLETION, type Promised, RECEIPT, wordsOf } from './courtesy.ts'
import { languageOf, surveyLink } from './invitations.server.ts'

const RECEIPTS_MOST_AN_HOUR = 3

const ABOUT = {
  id: 'number',
  issue_number: 'string',
  title: 'string',
  customer_name: 'string',
  email: 'string',
  source: 'string',
  store: 'number',
  follow_token: 'string?',
  answer: 'string?',
  is_answered: 'boolean',
  state: 'string',
  handle_date: 'date?',
  handle_due_at: 'date?',
  due_at: 'date?',
  law_due_at: 'date?',
  paused_at: 'date?',
  store_name: 'string?',
  store_phone: 'string?',
} as const
type About = RowOf<typeof ABOUT>

/** Customers are told by mail that their complaint came in, and that it is completed: once each, read from the activity. */
export const courtesyReader = {
  name: 'courtesy',
  async read(tx: Tx, happened: readonly Happened[], context: AppContext): Promise<void> {
    const about = happened.filter(
      ({ module, action }) => module === 'complaints' && ['create', 'complete'].includes(action),
    )
    if (about.length === 0) return
    const mailbox = await mailboxOf(tx, context.config.keys)
    if (!mailbox?.settings.smtp || !(mailbox.settings.receipts || mailbox.settings.completions)) return
    const found = await rows(
      tx,
      ABOUT,
      sql`select id, issue_number, title, customer_name, email, source, store, follow_token, comment as answer,
            state, handle_date, handle_due_at, due_at, law_due_at, paused_at,
            (select s.code || ' ' || s.name from stores s where s.id = complaints.store) as store_name,
            coalesce((select s.phone from stores s where s.id = complaints.store), (select c.phone from chain_details c)) as store_phone,
            exists (select 1 from mails m where m.complaint = complaints.id and m.kind = 'reply' and m.body_text = complaints.comment) as is_answered
          from complaints where id = any(${about.map(({ record_id }) => record_id)}::bigint[]) and email is not null and source <> 'import' and deleted_at is null`,
    )
    const byId = new Map(found.map((one) => [one.id, one]))
    for (const { id, action, record_id } of about) {
      const complaint = byId.get(record_id ?? 0)
      if (complaint) await tell(tx, context, mailbox.settings, complaint, action, id)
    }
  },
}

async function tell(
  tx: Tx,
  context: AppContext,
  {
    language,
    from_name,
    receipts,
    completions,
  }: { language: 'vi' | 'en' | 'ko'; from_name: string; receipts: boolean; completions: boolean },
  complaint: About,
  action: string,
  activity: number,
): Promise<void> {
  const isReceipt = action === 'create'
  if (!(isReceipt ? receipts : completions)) return
  const { config } = context
  // Whoever was written the very answer has it: the same words twice would be one too many.
  if (!isReceipt && complaint.is_answered) return
  // An answering machine at the other end must not keep ours going.
  if (isReceipt && (await receiptsLately(tx, complaint.email)) >= RECEIPTS_MOST_AN_HOUR) return
  const { id, issue_number, title, customer_name, email, follow_token, source, store, answer } = complaint
  const link = config.publicUrl && follow_token ? `${config.publicUrl}/feedback/follow/${follow_token}` : null
  // Whoever answered one survey so that a complaint came of it is not asked by the next.
  const survey =
    config.publicUrl && !isReceipt && source !== 'survey'
      ? await surveyLink(tx, config.publicUrl, { after: 'complaint', module: 'complaints', record: id, store, email })
      : null
  const own = (await languageOf(tx, 'complaints', id)) ?? language
  const template = (isReceipt ? RECEIPT : COMPLETION)[own]({
    name: customer_name,
    number: issue_number,
    title,
    chain: from_name,
    promise: isReceipt ? await promised(tx, context, complaint, own) : null,
    link,
    answer,
    survey: survey?.page ?? null,
  })
  const text = wordsOf(template, chainFoot(await chainOf({ config, db: tx })))
  await queueMail(tx, {
    key: isReceipt ? `receipt ${id}` : `completion ${activity}`,
    to: email,
    subject: `${template.subject} [${issue_number} ${threadToken(config.secret, id)}]`,
    text,
    html: htmlOfText(text.replaceAll('\n\n', '\n')),
    headers: {
      'Auto-Submitted': isReceipt ? 'auto-replied' : 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...survey?.headers,
    },
    complaint: id,
    kind: isReceipt ? 'receipt' : 'completion',
  })
}

/** The moment is named with its day: nobody knows when the mail is read. */
async function promised(
  tx: Tx,
  { config, clock }: AppContext,
  complaint: About,
  language: Language,
): Promise<Promised | null> {
  const { chain } = await calendarsOf(tx, holidays, config.timezone)
  const found = promiseOf(complaint, clock.now(), chain)
  if (!found) return null
  const when = saidMoment(found.at, { language, timeZone: config.timezone })
  return { what: found.what, when, store: complaint.store_name ?? '', phone: complaint.store_phone }
}

async function receiptsLately(tx: Tx, address: string): Promise<number> {
  const found = await row(
    tx,
    { n: 'number' },
    sql`select count(*)::int as n from mails where recipient = ${address} and kind = 'receipt' and created_at > now() - interval '1 hour'`,
  )
  return found?.n ?? 0
}
