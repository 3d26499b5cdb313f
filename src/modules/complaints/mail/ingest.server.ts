import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { record } from '#server/activity/activity.ts'
import { thePublic, theServer } from '#server/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import { row, rows, type Tx } from '#server/db/db.ts'
import { claimFiles, saveUpload } from '#server/files/files.ts'
import type { MailboxSettings } from '#server/mail/mailbox.ts'
import type { ReadMail } from '#server/mail/read-mail.ts'
import type { Received, Verdict } from '#server/mail/receiving.ts'
import { complaintsNamed } from '#server/mail/thread.ts'
import { placeSql } from '#server/resource/scope.ts'
import { insert } from '#server/resource/statements.ts'
import { phoneIn, titleOfMail } from '../../../shared/complaints/from-mail.ts'
import { pack } from '../../../shared/message.ts'
import { Refusal, type RefusalName } from '../../../shared/refusals.ts'
import { addCustomerComment } from '../comments/comments.server.ts'
import { complaints } from '../complaints.ts'
import { newComplaint } from '../handling/new-complaint.server.ts'

/** An answer that comes later than this after closing is a matter of its own. */
const ANSWER_DAYS = 30
const NEW_MOST_AN_HOUR = 20
const TITLE_MOST = 191

/** What happens with a mail that came: docs/decisions/mail.md. One that is held is told to those who decide about it. */
export async function receive(context: AppContext, received: Received): Promise<(tx: Tx) => Promise<Verdict>> {
  const act = await judge(context, received)
  return async (tx) => {
    const verdict = await act(tx)
    if (verdict.state === 'held')
      await record(tx, theServer, {
        action: 'mail held',
        module: 'mailbox',
        recordId: received.id,
        title: [...received.mail.subject].slice(0, TITLE_MOST).join(''),
      })
    return verdict
  }
}

async function judge(context: AppContext, { mail, settings, wish }: Received): Promise<(tx: Tx) => Promise<Verdict>> {
  if (wish !== null) {
    const files = await takeFiles(context, mail)
    return (tx) => (wish === 0 ? newTicket(tx, mail, settings, files) : reply(tx, wish, mail, files))
  }
  const ended = setAside(mail, settings)
  if (ended) return () => Promise.resolve(ended)
  if (mail.report) return (tx) => bounced(tx, mail)
  const files = await takeFiles(context, mail)
  return async (tx) => {
    const named = complaintsNamed(context.config.secret, [...mail.answers, ...mail.recipients, mail.subject])
    const found = await answered(tx, named, mail.sender)
    if (found?.isAnothers)
      return {
        state: 'held',
        reason: pack('Another address than the customer’s answers to a complaint'),
        complaint: found.id,
      }
    if (found) return reply(tx, found.id, mail, files)
    if (await isFlood(tx, mail.sender))
      return { state: 'held', reason: pack('Too many mails from this address within an hour') }
    if (await answersNotice(tx, mail.answers))
      return { state: 'held', reason: pack('It answers a notification of ours to a colleague') }
    return newTicket(tx, mail, settings, files)
  }
}

/** Mails that nobody needs to read; a report on a mail of ours is looked at before. */
function setAside(mail: ReadMail, { from_address }: MailboxSettings): Verdict | null {
  const own = from_address.toLowerCase()
  if (mail.report) return null
  if (mail.sender === own || mail.loops.includes(own))
    return { state: 'ignored', reason: pack('It came from ourselves') }
  if (mail.automatic)
    return { state: 'ignored', reason: pack('A machine wrote it: {{sign}}', { sign: mail.automatic }) }
  if (!mail.sender) return { state: 'held', reason: pack('It has no single sender') }
  if (/^(mailer-daemon|postmaster|no-?reply|do-?not-?reply)@/.test(mail.sender))
    return { state: 'ignored', reason: pack('A machine wrote it: {{sign}}', { sign: mail.sender }) }
  return null
}

/**
 * The complaint that a mail answers: its token is sealed by us and it comes from that complaint's own customer. A token alone
 * is not enough, as a mail may be passed on; an address alone is not, as anybody can write one. What answers a merged one is
 * kept with it, read in the story of the one that goes on, and told to that one's people.
 */
async function answered(
  tx: Tx,
  named: readonly number[],
  sender: string | null,
): Promise<{ id: number; isAnothers: boolean } | null> {
  if (named.length === 0) return null
  const found = await rows(
    tx,
    { id: 'number', is_customer: 'boolean', is_over: 'boolean' },
    sql`select id, lower(email) = ${sender} as is_customer,
          deleted_at is not null or (merged_into_id is null and coalesce(closed_at, completed_at) < now() - make_interval(days => ${ANSWER_DAYS}::int)) as is_over
        from complaints where id = any(${[...named]}::bigint[])`,
  )
  const theirs = found.filter((one) => one.is_customer)
  if (theirs.length === 0) return found[0] ? { id: found[0].id, isAnothers: true } : null
  const open = theirs.find((one) => !one.is_over)
  return open ? { id: open.id, isAnothers: false } : null
}

async function reply(tx: Tx, complaint: number, mail: ReadMail, files: string[]): Promise<Verdict> {
  const words = mail.text === '' ? `<p>${pictures(files)}</p>` : mail.shown
  const made = await addCustomerComment(tx, thePublic('vi', null), { record: complaint, html: words, files })
  // Who answers a mail has got it, whatever the mail server left open.
  await sql`update mails set state = 'sent', reason = null where complaint = ${complaint} and state = 'unknown' and message_id = any(${mail.answers}::text[])`.execute(
    tx,
  )
  return { state: 'reply', complaint, comment: made.id }
}

async function newTicket(tx: Tx, mail: ReadMail, settings: MailboxSettings, files: string[]): Promise<Verdict> {
  const { store, type } = await homeOf(tx, settings)
  if (store === null || type === null)
    return { state: 'held', reason: pack('There is no store or no feedback type for it') }
  const columns = {
    title: titleOfMail(mail.subject, mail.text),
    store,
    feedback_type: type,
    feedback_method: 'email',
    customer_name: mail.sender_name || (mail.sender ?? '').split('@')[0],
    phone: phoneIn(mail.text),
    email: mail.sender,
    content: mail.text === '' ? `<p>${pictures(files)}</p>` : mail.shown,
    attachments: files,
  }
  const id = await insert(tx, complaints, await newComplaint(tx, columns, 'email'), thePublic('vi', null))
  await claimFiles(tx, { module: 'complaints', recordId: id, field: 'attachments' }, files, null)
  return { state: 'ticket', complaint: id }
}

const pictures = (files: readonly string[]): string => (files.length > 0 ? '📎' : '–')

/** A mail names neither: what the settings say, else the head office and the first type of the list. */
async function homeOf(
  tx: Tx,
  { store, feedback_type }: MailboxSettings,
): Promise<{ store: number | null; type: number | null }> {
  const found = await row(
    tx,
    { store: 'number?', type: 'number?' },
    sql`select (select id from stores where deleted_at is null and active order by id = ${store ?? 0} desc, is_head_office desc, code limit 1) as store,
          (select id from ticket_types where deleted_at is null and active order by id = ${feedback_type ?? 0} desc, position, id limit 1) as type`,
  )
  return found ?? { store: null, type: null }
}

/** What our own people are told names no complaint by a token: their answer is no customer's. */
async function answersNotice(tx: Tx, answers: readonly string[]): Promise<boolean> {
  const found = await row(
    tx,
    sql`select 1 as n from mails where message_id = any(${[...answers]}::text[]) and kind = 'notice' limit 1`,
  )
  return found !== undefined
}

async function isFlood(tx: Tx, sender: string | null): Promise<boolean> {
  const found = await row(
    tx,
    { n: 'number' },
    sql`select count(*)::int as n from received_mails where sender = ${sender} and state = 'ticket' and created_at > now() - interval '1 hour'`,
  )
  return (found?.n ?? 0) >= NEW_MOST_AN_HOUR
}

const NOT_TAKEN: readonly RefusalName[] = ['file not accepted', 'too large']

/** Pictures and videos go through the same door as uploads; what is refused there is named and left out. */
async function takeFiles(context: AppContext, mail: ReadMail): Promise<string[]> {
  const taken: string[] = []
  for (const { name, content } of mail.parts) {
    const file = { filename: name, bytes: Readable.from([Buffer.from(content)], { objectMode: false }) }
    try {
      taken.push((await saveUpload(context.db, context.files, file, 'mail')).id)
    } catch (error) {
      if (!(error instanceof Refusal && NOT_TAKEN.includes(error.refusal))) throw error
      mail.left_out.push(name)
    }
  }
  return taken
}

/** A report about a mail of ours: it did not arrive, and whoever wrote it is told. */
async function bounced(tx: Tx, { report }: ReadMail): Promise<Verdict> {
  const about = report?.about
  const known = about
    ? await row(
        tx,
        { id: 'number', complaint: 'number?' },
        sql`select id, complaint from mails where message_id = ${about}`,
      )
    : undefined
  if (!report || !known) return { state: 'ignored', reason: pack('A report about a mail that is not ours') }
  const reason = pack('The mail server answered: {{answer}}', { answer: report.diagnostic || report.status })
  if (report.action !== 'failed') return { state: 'bounce', reason: pack('The mail is delayed'), ...complaintOf(known) }
  await sql`with m as (
      update mails set state = 'bounced', reason = ${reason}, settled_at = now() where id = ${known.id} and state in ('sent', 'unknown', 'sending') returning *
    ) insert into activity (action, module, record_id, record_title, place, changes)
      select 'mail bounced', 'complaints', c.id, left(c.title, 191), ${placeSql(complaints, 'c')},
        jsonb_build_object('mail', jsonb_build_array(null, m.id), 'writer', jsonb_build_array(null, m.created_by))
      from m join complaints c on c.id = m.complaint`.execute(tx)
  return { state: 'bounce', reason, ...complaintOf(known) }
}

const complaintOf = ({ complaint }: { complaint: number | null }) => (complaint === null ? {} : { complaint })
