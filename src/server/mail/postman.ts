import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { modules } from '../../modules/index.ts'
import { htmlOfText } from '../../shared/html.ts'
import { pack } from '../../shared/message.ts'
import type { Definition } from '../../shared/resource.ts'
import type { AppContext } from '../app-context.ts'
import { chainFoot, chainOf } from '../chain.ts'
import { type Db, row, rows } from '../db/db.ts'
import { jsonOf, narrowed } from '../db/shape.ts'
import { placeSql } from '../resource/scope.ts'
import { mailboxOf, SENDS_MAIL } from './mailbox.ts'
import { messageOf, type Outgoing } from './message.ts'
import type { MailKind } from './outbox.ts'
import { handOver, type Outcome } from './smtp.ts'
import { type Unwritten, type Written, writeStaffMail } from './staff-mail.ts'
import { ForbiddenTarget, reach } from './targets.ts'
import { newMessageId } from './thread.ts'

const LANES = 2
const LOOK_MS = 1000
const TAKE_BACK_MS = 5000
const GIVE_UP = '24 hours'
const BACK_OFF_MOST_MINUTES = 360

/** Sends what is due, on every server at once; each mail is one server's at a time. Answers how to stop it. */
export function startPostman(context: AppContext): () => Promise<void> {
  const stop = new AbortController()
  const sending = Array.from({ length: LANES }, () => again(context, LOOK_MS, stop.signal, () => sendNext(context)))
  const takingBack = again(context, TAKE_BACK_MS, stop.signal, () => takeBack(context))
  return async () => {
    stop.abort()
    await Promise.all([...sending, takingBack])
  }
}

/** Works until stopped; where there was nothing to do it waits a while. */
export async function again(
  context: AppContext,
  ms: number,
  stop: AbortSignal,
  work: () => Promise<boolean>,
): Promise<void> {
  while (!stop.aborted) {
    const wasBusy = await work().catch((error: unknown) => {
      context.log.warn({ err: error }, 'the post could not go on; trying again')
      return false
    })
    if (!wasBusy) await pause(ms, undefined, { signal: stop }).catch(() => {})
  }
}

interface Claimed extends Omit<Outgoing, 'message_id'> {
  message_id: string | null
  claim: string
  kind: MailKind
  /** Of a mail that is written only now. */
  writer: string | null
  reader: number | null
  facts: Unwritten['facts'] | null
}

/** `dropped`: there is nothing to tell any more, or nobody to tell it to. */
type End = Outcome | { kind: 'dropped'; reason: string }

async function sendNext(context: AppContext): Promise<boolean> {
  const mail = await claimNext(context)
  if (!mail) return false
  await settle(context, mail, await attempt(context, mail))
  return true
}

/** The longest a mail may be in the hands of one server; after that another may take it. */
const claimSeconds = (context: AppContext): number => context.config.mailSilenceSeconds * 8 + 30

async function claimNext(context: AppContext): Promise<Claimed | undefined> {
  return row(
    context.db,
    {
      message_id: 'string?',
      claim: 'string',
      kind: narrowed<MailKind>('string'),
      // Of a mail that is written only now.
      writer: 'string?',
      reader: 'number?',
      facts: jsonOf<Unwritten['facts'] | null>(),
      id: 'number',
      complaint: 'number?',
      recipient: 'string',
      subject: 'string',
      body_text: 'string',
      body_html: 'string?',
      headers: jsonOf<Record<string, string>>(),
      sender_name: 'string?',
      created_at: 'date',
    },
    sql`update mails set state = 'sending', claim = ${randomUUID()}::uuid, tries = tries + 1, handed_at = null,
          claimed_until = now() + make_interval(secs => ${claimSeconds(context)}::int)
        where id = (select id from mails where state = 'waiting' and next_at <= now() and ${SENDS_MAIL}
            order by next_at limit 1 for update skip locked)
        returning id, message_id, claim::text as claim, kind, complaint, recipient, subject, body_text, body_html, headers, sender_name, created_at, writer, reader, facts`,
  )
}

async function attempt(context: AppContext, claimed: Claimed): Promise<End> {
  const { config, db, files } = context
  try {
    const mailbox = await mailboxOf(db, config.keys)
    if (!mailbox?.settings.smtp) return { kind: 'later', reason: pack('No mail server is set up') }
    const { settings, smtpPassword } = mailbox
    const { smtp } = mailbox.settings
    const mail = await wordsOf(context, claimed)
    if (!mail) return { kind: 'dropped', reason: pack('There was nothing to tell any more') }
    const known = mail.message_id ?? (await keepMessageId(context, mail, settings.from_address))
    if (!known) return { kind: 'taken over' }
    const message = await messageOf(db, files, { settings, secret: config.secret }, { ...mail, message_id: known })
    const account = { ...(await reach(smtp, config.mailInternalHosts)), user: smtp.user, password: smtpPassword }
    const envelope = { from: settings.from_address, to: mail.recipient }
    return await handOver(account, envelope, message, () => pass(context, mail), config.mailSilenceSeconds * 1000)
  } catch (error) {
    if (error instanceof ForbiddenTarget) return { kind: 'later', reason: pack('The mail server cannot be reached') }
    context.log.error({ err: error, mail: claimed.id }, 'a mail could not be made')
    return { kind: 'later', reason: pack('The mail could not be put together') }
  }
}

/** A mail to one of our own people is written at every try: what they may see can change between two. */
async function wordsOf(context: AppContext, mail: Claimed): Promise<Claimed | null> {
  const { writer, reader } = mail
  if (mail.kind === 'reply') return signed(mail, chainFoot(await chainOf(context)))
  if (writer === null || reader === null) return mail
  const written: Written | null = await writeStaffMail(context, { ...mail, writer, reader, facts: mail.facts ?? {} })
  return written && { ...mail, ...written }
}

/** What staff wrote ends as the chain's other mails do; kept, and told in the story, are their words alone. */
const signed = (mail: Claimed, foot: string): Claimed =>
  foot === ''
    ? mail
    : {
        ...mail,
        body_text: `${mail.body_text}\n\n${foot}`,
        body_html: mail.body_html && mail.body_html + htmlOfText(foot),
      }

/** Given before the first try and kept for all of them. */
async function keepMessageId({ db, config }: AppContext, mail: Claimed, from: string): Promise<string | undefined> {
  const kept = await row(
    db,
    { message_id: 'string' },
    sql`update mails set message_id = ${newMessageId(config.secret, mail.complaint, from)}
        where id = ${mail.id} and claim = ${mail.claim}::uuid returning message_id`,
  )
  return kept?.message_id
}

/**
 * The fence: from here on the mail counts as handed over, whatever happens to this server. One that slept through its time
 * does not pass it.
 */
async function pass({ db }: AppContext, { id, claim }: Claimed): Promise<boolean> {
  const passed = await row(
    db,
    sql`update mails set handed_at = clock_timestamp() where id = ${id} and claim = ${claim}::uuid and state = 'sending'
          and handed_at is null and claimed_until > clock_timestamp() returning id`,
  )
  return passed !== undefined
}

const SETTLE_TRIES = 30

/** Keeps the outcome; a database that is away for a moment is waited for, as a mail that was taken must not look open. */
async function settle(context: AppContext, mail: Claimed, outcome: End): Promise<void> {
  if (outcome.kind === 'taken over') return
  for (let tries = 1; ; tries++) {
    try {
      await keepOutcome(context, mail, outcome)
      context.feed.nudge()
      return
    } catch (error) {
      if (tries === SETTLE_TRIES) throw error
      await pause(1000)
    }
  }
}

async function keepOutcome(
  { db }: AppContext,
  { id, claim }: Claimed,
  outcome: Exclude<End, { kind: 'taken over' }>,
): Promise<void> {
  const reason = outcome.kind === 'sent' ? null : outcome.reason
  const state = sql`case ${outcome.kind}::text when 'sent' then 'sent' when 'unknown' then 'unknown' when 'dropped' then 'dropped' when 'never' then 'failed'
    else case when queued_at < now() - ${GIVE_UP}::interval then 'failed' else 'waiting' end end`
  await sql`with settled as (
      update mails set state = ${state}, reason = ${reason}, claim = null, claimed_until = null,
        next_at = now() + make_interval(mins => least(2 ^ least(tries - 1, 20), ${BACK_OFF_MOST_MINUTES})::int),
        settled_at = case when ${state} = 'waiting' then null else clock_timestamp() end
      where id = ${id} and claim = ${claim}::uuid and state in ('sending', 'unknown') returning *
    ) ${failuresLogged('settled')}`.execute(db)
}

/**
 * Mails of a server that ended or slept: not yet handed over, they wait again; handed over, nobody can know whether they
 * arrived, so they are never sent again by themselves.
 */
async function takeBack({ db }: AppContext): Promise<boolean> {
  await sql`with settled as (
      update mails set state = case when handed_at is null then 'waiting' else 'unknown' end, claimed_until = null,
        claim = case when handed_at is null then null else claim end,
        reason = case when handed_at is null then reason else ${pack('Our server ended while the mail was handed over')} end,
        settled_at = case when handed_at is null then null else now() end
      where state = 'sending' and claimed_until < now() returning *
    ) ${failuresLogged('settled')}`.execute(db)
  return false
}

/**
 * Leaves to people what was on its way in a database that comes out of a backup: the house it was taken of may have sent it since.
 * Answers how many.
 */
export async function setAsideOpen(db: Db): Promise<number> {
  const settled = await rows(
    db,
    sql`with settled as (
      update mails set state = 'unknown', claim = null, claimed_until = null, settled_at = now(),
        reason = ${pack('The database was restored from a backup: the mail may have gone out before')}
      where state in ('waiting', 'sending') returning *
    ), logged as (${failuresLogged('settled')}) select id from settled`,
  )
  return settled.length
}

/** What went wrong with a mail is a line of the history of the record it is about, and so is told to its people. */
const failuresLogged = (
  from: string,
) => sql`insert into activity (action, module, record_id, record_title, place, changes)
  select 'mail ' || m.state, ${about().name}, r.id, left(r.${sql.ref(about().title)}::text, 191), ${placeSql(about(), 'r')},
    jsonb_build_object('mail', jsonb_build_array(null, m.id), 'writer', jsonb_build_array(null, m.created_by))
  from ${sql.raw(from)} m join ${sql.table(about().table)} r on r.id = m.complaint where m.state in ('failed', 'unknown')`

function about(): Definition {
  const found = modules.find((module) => module.hasMails)
  if (!found) throw new Error('Mails are about the records of no module')
  return found
}
