import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { MailDraft, MailQueueState, QueuedMail } from '../../../shared/mail.ts'
import { MAIL_UNDO_SECONDS } from '../../../shared/mail.ts'
import { refuse } from '../../../shared/refusals.ts'
import { inTransaction, row, rows, type Sql, type Tx } from '../../db/db.ts'
import { narrowed } from '../../db/shape.ts'
import { claimFiles } from '../../files/files.ts'
import { releaseForGood } from '../../files/housekeeping.ts'
import { decrypt, type Keys, seal } from '../../private/keys.ts'
import { domainOf } from '../addresses.ts'
import type { PersonalMailbox } from './mailbox.ts'

const placeOf = (user: number): string => `personal_mails.${user}`

/** What a row of the queue holds, sealed. */
export interface Queued {
  draft: MailDraft
  /** The draft in the mailbox that it was, which goes once it is sent. */
  kept: string | null
}

export const openQueued = (keys: Keys, user: number, sealed: string): Queued =>
  JSON.parse(decrypt(keys, placeOf(user), sealed)) as Queued // what was sealed below

export const sealQueued = (keys: Keys, user: number, queued: Queued): string =>
  seal(keys, placeOf(user), JSON.stringify(queued), '')

/** Whose files are held by the mail until it is sent. */
const filesOf = (id: number) => ({ module: 'mail', recordId: id, field: 'files' })

/**
 * Takes a mail in to be sent: in ten seconds, in which it can be taken back, or at a moment.
 * @param at ISO; sooner than ten seconds counts as at once
 */
export async function queueMail(
  tx: Tx,
  mailbox: PersonalMailbox,
  queued: Queued,
  at: string | null,
): Promise<{ id: number; sends_at: string }> {
  const { owner, context } = mailbox
  const messageId = `<${randomBytes(16).toString('hex')}@${domainOf(mailbox.address)}>`
  const soonest = sql`now() + make_interval(secs => ${MAIL_UNDO_SECONDS}::int)`
  const made = await row(
    tx,
    { id: 'number', sends_at: 'date' },
    sql`insert into personal_mails (user_id, draft, files, message_id, sends_at, next_at)
        select ${owner.id}, ${sealQueued(context.config.keys, owner.id, queued)}, ${[...queued.draft.files]}::text[], ${messageId}, m.at, m.at
        from (select greatest(${soonest}, ${at}::timestamptz) as at) m returning id, sends_at`,
  )
  if (!made) return refuse('unexpected')
  await claimFiles(tx, filesOf(made.id), queued.draft.files, owner.id)
  return { id: made.id, sends_at: made.sends_at.toISOString() }
}

const OPEN: Sql = sql`state in ('waiting', 'sending', 'failed', 'unknown')`

/** What waits, and what could not be sent; what goes at once is not told. */
export async function queuedMails({ owner, context }: PersonalMailbox): Promise<QueuedMail[]> {
  const found = await rows(
    context.db,
    { id: 'number', draft: 'string?', state: narrowed<MailQueueState>('string'), sends_at: 'date', reason: 'string?' },
    sql`select id, draft, state, sends_at, reason from personal_mails where user_id = ${owner.id} and draft is not null and ${OPEN}
        order by sends_at, id limit 200`,
  )
  return found.flatMap(({ draft, sends_at, ...one }) => {
    const words = draft && openSafely(context.config.keys, owner.id, draft)
    return words ? [{ ...one, to: words.draft.to, subject: words.draft.subject, sends_at: sends_at.toISOString() }] : []
  })
}

/** Keys of the drafts that stay in the mailbox until what was made of them is sent. */
export async function scheduledDrafts({ owner, context }: PersonalMailbox): Promise<ReadonlySet<string>> {
  const found = await rows(
    context.db,
    { draft: 'string' },
    sql`select draft from personal_mails where user_id = ${owner.id} and draft is not null and ${OPEN}`,
  )
  return new Set(found.flatMap(({ draft }) => openSafely(context.config.keys, owner.id, draft)?.kept ?? []))
}

function openSafely(keys: Keys, user: number, sealed: string): Queued | null {
  try {
    return openQueued(keys, user, sealed)
  } catch {
    return null
  }
}

/** Takes a mail back, with its words; refused once it has left. */
export function takeBackMail({ owner, context }: PersonalMailbox, id: number): Promise<Queued> {
  return inTransaction(context.db, async (tx) => {
    const found = await row(
      tx,
      { state: 'string', draft: 'string?' },
      sql`select state, draft from personal_mails where id = ${id} and user_id = ${owner.id} for update`,
    )
    if (!found) refuse('not found')
    if (!found.draft || !['waiting', 'failed', 'unknown'].includes(found.state)) refuse('mail left')
    const queued = openQueued(context.config.keys, owner.id, found.draft)
    await sql`update personal_mails set state = 'undone', draft = null, settled_at = now() where id = ${id}`.execute(tx)
    // They are the writer's again, for another day.
    await sql`update stored_files set module = null, record_id = null, field = null, claimed_at = null, created_at = now()
      where module = 'mail' and record_id = ${id}`.execute(tx)
    return queued
  })
}

/** Sends what waits, or could not be sent, now. What may have arrived is sent again because its writer says so. */
export async function sendNow({ owner, context }: PersonalMailbox, id: number): Promise<void> {
  const sent = await row(
    context.db,
    sql`update personal_mails set state = 'waiting', next_at = now(), sends_at = now(), tries = 0, reason = null, handed_at = null,
          message_id = case when state = 'unknown' then '<' || replace(gen_random_uuid()::text, '-', '') || substr(message_id, strpos(message_id, '@')) else message_id end
        where id = ${id} and user_id = ${owner.id} and draft is not null and state in ('waiting', 'failed', 'unknown') returning id`,
  )
  if (!sent) refuse('mail left')
}

/** Takes the words of mails out of the queue, with the files that went along. */
export async function forgetQueued(tx: Tx, which: Sql): Promise<void> {
  const gone = await rows(
    tx,
    { id: 'number' },
    sql`update personal_mails m set draft = null, files = '{}', settled_at = coalesce(settled_at, now()) where ${which} returning m.id`,
  )
  if (gone.length > 0)
    await releaseForGood(tx, sql`f.module = 'mail' and f.record_id = any(${gone.map(({ id }) => id)}::bigint[])`)
}
