import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { pack } from '../../../shared/message.ts'
import { Refusal, refuse, sentenceOf } from '../../../shared/refusals.ts'
import { DAY_MS } from '../../../shared/time/units.ts'
import { isActive } from '../../../shared/users/active-user.ts'
import { record } from '../../activity/activity.ts'
import { theServer } from '../../actor.ts'
import type { AppContext } from '../../app-context.ts'
import { inTransaction, row, rows, type Tx } from '../../db/db.ts'
import type { RowOf } from '../../db/shape.ts'
import { again } from '../postman.ts'
import { handOver, type Outcome } from '../smtp.ts'
import { ForbiddenTarget, reach } from '../targets.ts'
import { compose } from './composing.ts'
import { isGone } from './drafts.ts'
import { fileSent } from './filing.ts'
import { openQueued, type Queued, sealQueued } from './queue.ts'

const LANES = 2
const LOOK_MS = 500
const TAKE_BACK_MS = 5000
const GIVE_UP = '24 hours'
const BACK_OFF_MOST_MINUTES = 60
const SETTLE_TRIES = 30

const CLAIMED = {
  id: 'number',
  user_id: 'number',
  draft: 'string',
  message_id: 'string',
  claim: 'string',
  sends_at: 'date',
  reason: 'string?',
} as const
type Claimed = RowOf<typeof CLAIMED>

/**
 * Sends what people wrote when its time has come, on every server at once; each mail is one server's at a time, and none goes twice by itself
 * (the fence of docs/decisions/mail.md). Answers how to stop it.
 */
export function startSender(context: AppContext): () => Promise<void> {
  const stop = new AbortController()
  const running = [
    ...Array.from({ length: LANES }, () => again(context, LOOK_MS, stop.signal, () => sendNext(context))),
    again(context, LOOK_MS, stop.signal, () => fileSent(context)),
    again(context, TAKE_BACK_MS, stop.signal, () => takeBack(context)),
  ]
  return async () => {
    stop.abort()
    await Promise.all(running)
  }
}

const claimSeconds = ({ config }: AppContext): number => config.mailSilenceSeconds * 8 + 90

async function sendNext(context: AppContext): Promise<boolean> {
  const mail = await row(
    context.db,
    CLAIMED,
    sql`update personal_mails set state = 'sending', claim = ${randomUUID()}::uuid, tries = tries + 1, handed_at = null,
          claimed_until = now() + make_interval(secs => ${claimSeconds(context)}::int)
        where id = (select m.id from personal_mails m join users u on u.id = m.user_id and u.deleted_at is null and ${sql.raw(isActive('u'))}
            where m.state = 'waiting' and m.next_at <= now() and m.draft is not null order by m.next_at limit 1 for update of m skip locked)
        returning id, user_id, draft, message_id, claim::text as claim, sends_at, reason`,
  )
  if (!mail) return false
  await settle(context, mail, await attempt(context, mail))
  return true
}

async function attempt(context: AppContext, mail: Claimed): Promise<Outcome> {
  // Its writer was blocked, or the house stood still: whether it still holds is theirs to say.
  if (context.clock.now() - mail.sends_at.getTime() > DAY_MS)
    return { kind: 'never', reason: mail.reason ?? pack('Its time passed more than a day ago.') }
  try {
    const mailbox = await context.mailboxes?.find(mail.user_id)
    if (!mailbox) return { kind: 'later', reason: pack(sentenceOf('no mailbox')) }
    const { draft, kept } = openQueued(context.config.keys, mail.user_id, mail.draft)
    if (kept && (await isGone(mailbox, kept))) {
      // Sent again by its writer, it goes without one.
      await keepQueued(context, mail, { draft, kept: null })
      refuse('draft gone')
    }
    const message = await compose(mailbox, { draft, messageId: mail.message_id, date: new Date(), keepsBcc: false })
    const { smtp } = mailbox.connection.settings
    const password = mailbox.connection.smtpPassword
    const account = { ...(await reach(smtp, context.config.mailInternalHosts)), user: smtp.user, password }
    const to = [...new Set([...draft.to, ...draft.cc, ...draft.bcc].map(({ address }) => address))]
    const envelope = { from: mailbox.address, to }
    return await handOver(
      account,
      envelope,
      message,
      () => pass(context, mail),
      context.config.mailSilenceSeconds * 1000,
    )
  } catch (error) {
    if (error instanceof ForbiddenTarget) return { kind: 'later', reason: pack('The mail server cannot be reached') }
    if (error instanceof Refusal) return ofRefusal(error)
    context.log.error({ err: error, mail: mail.id }, 'a mail could not be made')
    return { kind: 'later', reason: pack('The mail could not be put together') }
  }
}

async function keepQueued({ db, config }: AppContext, { id, user_id, claim }: Claimed, queued: Queued): Promise<void> {
  const sealed = sealQueued(config.keys, user_id, queued)
  await sql`update personal_mails set draft = ${sealed} where id = ${id} and claim = ${claim}::uuid`.execute(db)
}

const FOR_NOW = ['mailbox away', 'too many', 'unavailable', 'mailbox closed', 'mailbox unsafe']

function ofRefusal({ refusal, parts }: Refusal): Outcome {
  const reason = pack(sentenceOf(refusal, parts.params), parts.params)
  return { kind: FOR_NOW.includes(refusal) ? 'later' : 'never', reason }
}

/** The fence: from here on the mail counts as handed over, whatever happens to this server. */
async function pass({ db }: AppContext, { id, claim }: Claimed): Promise<boolean> {
  const passed = await row(
    db,
    sql`update personal_mails set handed_at = clock_timestamp() where id = ${id} and claim = ${claim}::uuid and state = 'sending'
          and handed_at is null and claimed_until > clock_timestamp() returning id`,
  )
  return passed !== undefined
}

/** Keeps the outcome; a database that is away for a moment is waited for. */
async function settle(context: AppContext, mail: Claimed, outcome: Outcome): Promise<void> {
  if (outcome.kind === 'taken over') return
  for (let tries = 1; ; tries++) {
    try {
      await inTransaction(context.db, (tx) => keepOutcome(tx, mail, outcome))
      break
    } catch (error) {
      if (tries === SETTLE_TRIES) throw error
      await pause(1000)
    }
  }
  context.feed.nudge()
  const isSent = outcome.kind === 'sent'
  if (isSent || outcome.kind !== 'later')
    context.mailboxes?.tell(mail.user_id, { kind: isSent ? 'sent' : 'unsent', folder: null })
}

async function keepOutcome(
  tx: Tx,
  { id, claim }: Claimed,
  outcome: Exclude<Outcome, { kind: 'taken over' }>,
): Promise<void> {
  const reason =
    outcome.kind !== 'sent'
      ? outcome.reason
      : outcome.refused
        ? pack('Not delivered to: {{addresses}}', { addresses: outcome.refused.join(', ') })
        : null
  const state = sql`case ${outcome.kind}::text when 'sent' then 'sent' when 'unknown' then 'unknown' when 'never' then 'failed'
    else case when sends_at < now() - ${GIVE_UP}::interval then 'failed' else 'waiting' end end`
  const settled = await row(
    tx,
    { user_id: 'number', state: 'string' },
    sql`update personal_mails set state = ${state}, reason = ${reason}, claim = null, claimed_until = null,
          sent_at = case when ${outcome.kind}::text = 'sent' then clock_timestamp() end,
          next_at = case when ${outcome.kind}::text = 'sent' then now()
            else now() + make_interval(mins => least(2 ^ least(tries - 1, 20), ${BACK_OFF_MOST_MINUTES})::int) end,
          settled_at = case when ${state} in ('failed', 'unknown') then clock_timestamp() end
        where id = ${id} and claim = ${claim}::uuid and state in ('sending', 'unknown') returning user_id, state`,
  )
  if (settled && (settled.state !== 'sent' || reason !== null) && settled.state !== 'waiting')
    await tellUnsent(tx, settled.user_id)
}

/** Mails of a server that ended or slept: not yet handed over, they wait again; handed over, only their writer sends them again. */
async function takeBack({ db }: AppContext): Promise<boolean> {
  await inTransaction(db, async (tx) => {
    const left = await rows(
      tx,
      { user_id: 'number', state: 'string' },
      sql`update personal_mails set state = case when handed_at is null then 'waiting' else 'unknown' end, claimed_until = null,
            claim = case when handed_at is null then null else claim end,
            reason = case when handed_at is null then reason else ${pack('Our server ended while the mail was handed over')} end,
            settled_at = case when handed_at is null then null else now() end
          where state = 'sending' and claimed_until < now() returning user_id, state`,
    )
    for (const { user_id, state } of left) if (state === 'unknown') await tellUnsent(tx, user_id)
  })
  return false
}

/** The bell of the writer, without a word of the mail. */
const tellUnsent = (tx: Tx, user: number): Promise<void> =>
  record(tx, theServer, { action: 'mail not sent', module: 'mail', place: { people: [user] } })

/** Leaves to their writers what was on its way in a database that comes out of a backup. Answers how many. */
export async function setPersonalAside(db: AppContext['db']): Promise<number> {
  const found = await rows(
    db,
    sql`update personal_mails set state = 'unknown', claim = null, claimed_until = null, settled_at = now(),
          reason = ${pack('The database was restored from a backup: the mail may have gone out before')}
        where state in ('waiting', 'sending') returning id`,
  )
  return found.length
}
