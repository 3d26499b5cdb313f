import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { record } from '#server/activity/activity.ts'
import type { Actor } from '#server/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import { type Db, inTransaction, row, rows, type Tx } from '#server/db/db.ts'
import { jsonOf, type RowOf } from '#server/db/shape.ts'
import { claimFiles } from '#server/files/files.ts'
import { namedAnswer } from '#server/http/answers.ts'
import { countCall } from '#server/http/limits.ts'
import { type Call, get, post, type Route } from '#server/http/route.ts'
import { isAddress, oneLine } from '#server/mail/addresses.ts'
import { SENDS_MAIL } from '#server/mail/mailbox.ts'
import { type MailPart, queueMail } from '#server/mail/outbox.ts'
import { threadToken } from '#server/mail/thread.ts'
import { cleanHtml } from '#server/resource/clean.ts'
import { placeSql } from '#server/resource/scope.ts'
import { assertVisible } from '#server/resource/visible.ts'
import { count, files, richText, text } from '../../../shared/fields.ts'
import { pack } from '../../../shared/message.ts'
import { plainWords } from '../../../shared/plain-words.ts'
import { refuse } from '../../../shared/refusals.ts'
import { complaints } from '../complaints.ts'
import { DIRECTS } from '../flow.ts'
import { familyOf } from '../related/merged.server.ts'
import { BYTES_MOST, FILES_MOST } from './limits.ts'
import { MAIL, mailsOf, type SentMail } from './mails.server.ts'

const ORIGINAL = {
  id: 'number',
  sender: 'string?',
  sender_name: 'string?',
  subject: 'string?',
  body: 'string?',
  left_out: 'string[]',
  sent_at: 'date?',
  created_at: 'date',
} as const

export const mailRoutes: Route[] = [
  post(
    ':id/send-mail',
    {
      needs: DIRECTS,
      limit: 'send mail',
      creates: true,
      body: {
        subject: text('Subject', { max: 150 }),
        body: richText('Text', { required: true, max: 20_000 }),
        attachments: files('Pictures and videos', { max: FILES_MOST }),
      },
      answers: MAIL,
      summary: "Write to the customer, at the complaint's e-mail and nowhere else",
    },
    (call) => send(call),
  ),
  post(
    ':id/send-again',
    {
      needs: DIRECTS,
      limit: 'send mail',
      body: { mail: count('Mail', { required: true }) },
      answers: MAIL,
      summary: 'Send a mail that did not go, or may not have arrived, once more',
    },
    (call) => sendAgain(call),
  ),
  get(
    ':id/original-mail',
    {
      needs: 'read',
      query: { mail: 'which' },
      answers: namedAnswer('OriginalMail', ORIGINAL),
      summary: 'A mail of the customer as it came, cleaned, without pictures from elsewhere',
    },
    (call) => original(call),
  ),
]

const ABOUT = {
  issue_number: 'string',
  title: 'string',
  email: 'string?',
  place: jsonOf<object>(),
} as const
type About = RowOf<typeof ABOUT>

async function send(call: Call<{ subject?: string | null; body: string; attachments?: string[] }>): Promise<SentMail> {
  const { db, actor, id, body, context } = call
  await assertVisible(db, complaints, id, actor)
  const html = cleanHtml(body.body)
  if (plainWords(html) === '') refuse('invalid', { fields: { body: pack('{{field}} is required', { field: 'Mail' }) } })
  await countCall(db, 'send mail, all', 'all', context.config.rateLimitFactor)
  const made = await inTransaction(db, async (tx) => {
    const about = await aboutOf(tx, id)
    const to = about.email ?? ''
    if (!isAddress(to)) refuse('invalid', { fields: { email: pack('The complaint has no e-mail address') } })
    await refuseWithoutServer(tx)
    const mail = await queueMail(tx, {
      key: `reply ${randomUUID()}`,
      to,
      subject: subjectOf(context, id, about, body.subject),
      text: plainWords(html),
      html,
      attachments: await partsOf(tx, id, body.attachments ?? [], actor),
      complaint: id,
      kind: 'reply',
      by: actor.id,
    })
    await tell(tx, actor, id, about, Number(mail))
    return Number(mail)
  })
  context.feed.nudge()
  return oneOf(db, id, made, actor)
}

/** What leads an answer back where a mail program keeps neither the ids nor the address: the number, and a sealed token. */
export const subjectOf = (
  { config }: Pick<AppContext, 'config'>,
  id: number,
  about: Pick<About, 'issue_number' | 'title'>,
  given?: string | null,
): string => `${oneLine(given || about.title, 150)} [${about.issue_number} ${threadToken(config.secret, id)}]`

async function aboutOf(tx: Tx, id: number): Promise<About> {
  const found = await row(
    tx,
    ABOUT,
    sql`select r.issue_number, r.title, r.email, ${placeSql(complaints, 'r')} as place from complaints r where r.id = ${id} and r.deleted_at is null`,
  )
  return found ?? refuse('not found')
}

async function refuseWithoutServer(tx: Tx): Promise<void> {
  const found = await row(tx, sql`select 1 as n where ${SENDS_MAIL}`)
  if (!found) refuse('no mail server')
}

/** Only files of this complaint, of what was said below it, and pictures and videos that the sender uploaded for it: these are the complaint's from then on. */
async function partsOf(tx: Tx, id: number, ids: readonly string[], actor: Actor): Promise<MailPart[]> {
  if (ids.length === 0) return []
  const added = await rows(
    tx,
    { id: 'string' },
    sql`select id from stored_files where id = any(${[...ids]}::text[]) and claimed_at is null and owner = ${actor.id}
          and type ~ '^(image|video|audio)/'`,
  )
  const place = { module: complaints.name, recordId: id, field: 'answers' }
  const addedIds = added.map((file) => file.id)
  await claimFiles(tx, place, addedIds, actor.id)
  const found = await rows(
    tx,
    { id: 'string', name: 'string', type: 'string', bytes: 'number' },
    sql`select f.id, f.name, f.type, f.bytes from stored_files f where f.id = any(${[...ids]}::text[]) and f.claimed_at is not null
          and ((f.module = 'complaints' and f.record_id = ${id}) or (f.module = 'complaint-comments'
            and exists (select 1 from complaint_comments c where c.id = f.record_id and c.complaint = ${id} and c.deleted_at is null)))
        order by array_position(${[...ids]}::text[], f.id)`,
  )
  if (found.length !== new Set(ids).size)
    refuse('invalid', { fields: { attachments: pack('{{field}} is not valid', { field: 'Pictures and videos' }) } })
  if (found.reduce((sum, { bytes }) => sum + bytes, 0) > BYTES_MOST)
    refuse('too large', { params: { max: `${BYTES_MOST / 2 ** 20} MB` } })
  return found.map((file) => ({ name: file.name, type: file.type, file: file.id }))
}

const tell = (tx: Tx, actor: Actor, id: number, { title, place }: About, mail: number): Promise<void> =>
  record(tx, actor, {
    action: 'send mail',
    module: 'complaints',
    recordId: id,
    title,
    place,
    changes: { mail: [null, mail] },
  })

async function oneOf(db: Db, complaint: number, mail: number, { language }: Actor): Promise<SentMail> {
  return (await mailsOf(db, complaint, language)).find((one) => one.id === mail) ?? refuse('not found')
}

/**
 * One that no server took goes again. One that may have arrived, or came back, becomes a new mail with a Message-ID
 * of its own: a person has decided that twice is better than never.
 */
async function sendAgain(call: Call<{ mail: number }>): Promise<SentMail> {
  const { db, actor, id: given, body, context } = call
  await assertVisible(db, complaints, given, actor)
  await countCall(db, 'send mail, all', 'all', context.config.rateLimitFactor)
  // A mail of a complaint that was merged into this one is still that one's, and so is an answer to it.
  const id = await ownerOf(db, body.mail, await familyOf(db, actor, given))
  const made = await inTransaction(db, async (tx) => {
    await refuseWithoutServer(tx)
    const again = (await revive(tx, id, body.mail)) ?? (await copy(tx, id, body.mail, actor))
    if (again === undefined) refuse('not found')
    await tell(tx, actor, id, await aboutOf(tx, id), again)
    return again
  })
  context.feed.nudge()
  return oneOf(db, id, made, actor)
}

async function ownerOf(db: Db, mail: number, family: readonly number[]): Promise<number> {
  const found = await row(
    db,
    { complaint: 'number' },
    sql`select complaint from mails where id = ${mail} and complaint = any(${[...family]}::bigint[])`,
  )
  return found?.complaint ?? refuse('not found')
}

/** To where the complaint says now: the address may have been put right. */
async function revive(tx: Tx, complaint: number, mail: number): Promise<number | undefined> {
  const found = await row(
    tx,
    { id: 'number' },
    sql`update mails m set state = 'waiting', tries = 0, queued_at = now(), next_at = now(), reason = null, settled_at = null,
          recipient = coalesce(c.email, m.recipient)
        from complaints c where m.id = ${mail} and m.complaint = ${complaint} and c.id = m.complaint
          and m.state in ('failed', 'unsent') and m.kind <> 'notice' returning m.id`,
  )
  return found?.id
}

async function copy(tx: Tx, complaint: number, mail: number, actor: Actor): Promise<number | undefined> {
  const made = await row(
    tx,
    { id: 'number' },
    sql`insert into mails (key, state, kind, complaint, recipient, subject, body_text, body_html, headers, sender_name, created_by)
        select ${`again ${mail}`}, 'waiting', m.kind, m.complaint, coalesce(c.email, m.recipient), m.subject, m.body_text, m.body_html,
          m.headers, m.sender_name, ${actor.id}
        from mails m join complaints c on c.id = m.complaint
        where m.id = ${mail} and m.complaint = ${complaint} and m.state in ('unknown', 'bounced') and m.kind <> 'notice'
        on conflict (key) do nothing returning id`,
  )
  if (made)
    await sql`insert into mail_parts (mail, position, name, type, file, content)
      select ${made.id}, position, name, type, file, content from mail_parts where mail = ${mail}`.execute(tx)
  return made?.id
}

async function original({ db, actor, id, query }: Call) {
  await assertVisible(db, complaints, id, actor)
  const found = /^\d{1,15}$/.test(String(query.mail))
    ? await row(
        db,
        ORIGINAL,
        sql`select id, sender, sender_name, subject, body_html as body, left_out, sent_at, created_at from received_mails
            where id = ${Number(query.mail)} and complaint = any(${await familyOf(db, actor, id)}::bigint[]) and state in ('ticket', 'reply')`,
      )
    : undefined
  return found ?? refuse('not found')
}
