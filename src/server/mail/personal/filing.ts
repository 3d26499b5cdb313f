import { sql } from 'kysely'
import { HOUR_MS } from '../../../shared/time/units.ts'
import type { AppContext } from '../../app-context.ts'
import { inTransaction, row } from '../../db/db.ts'
import type { RowOf } from '../../db/shape.ts'
import { removeForGood, setFlag } from './acts.ts'
import { compose } from './composing.ts'
import { appendMail } from './drafts.ts'
import { neededFolder } from './folders.ts'
import { FLAGS } from './headers.ts'
import type { PersonalMailbox } from './mailbox.ts'
import { forgetQueued, openQueued, type Queued } from './queue.ts'

const GIVE_UP_HOURS = 24
const HOLD_SECONDS = 120

const SENT = { id: 'number', user_id: 'number', draft: 'string', message_id: 'string', sent_at: 'date' } as const
type Sent = RowOf<typeof SENT>

/**
 * Puts one mail that was sent into the folder of sent mails, unless the mail server has done so itself, marks the mail that it answers, and takes
 * away its draft. Tried again until it is done, or for a day: by its Message-ID it never lies there twice.
 */
export async function fileSent(context: AppContext): Promise<boolean> {
  const mail = await row(
    context.db,
    SENT,
    sql`update personal_mails set next_at = now() + make_interval(secs => ${HOLD_SECONDS}::int)
        where id = (select id from personal_mails where state = 'sent' and next_at <= now() and draft is not null order by next_at limit 1 for update skip locked)
        returning id, user_id, draft, message_id, sent_at`,
  )
  if (!mail) return false
  const isOver = await file(context, mail).then(
    () => true,
    (error: unknown) => {
      context.log.warn({ err: error, mail: mail.id }, 'a sent mail could not be filed yet')
      return Date.now() - mail.sent_at.getTime() > GIVE_UP_HOURS * HOUR_MS
    },
  )
  if (isOver)
    await inTransaction(context.db, async (tx) => {
      await sql`update personal_mails set state = 'filed' where id = ${mail.id} and state = 'sent'`.execute(tx)
      await forgetQueued(tx, sql`m.id = ${mail.id}`)
    })
  return true
}

async function file(context: AppContext, mail: Sent): Promise<void> {
  const mailbox = await context.mailboxes?.find(mail.user_id)
  if (!mailbox) return
  const queued = openQueued(context.config.keys, mail.user_id, mail.draft)
  await keepCopy(mailbox, mail, queued)
  const { draft, kept } = queued
  if (draft.in_reply_to && draft.mode !== 'new')
    await setFlag(
      mailbox,
      [mailbox.keys.mail(draft.in_reply_to)],
      draft.mode === 'forward' ? FLAGS.forwarded : FLAGS.answered,
      true,
    ).catch(() => 0)
  if (kept) await removeForGood(mailbox, [mailbox.keys.mail(kept)])
  context.mailboxes?.tell(mail.user_id, { kind: 'folders', folder: null })
}

async function keepCopy(mailbox: PersonalMailbox, mail: Sent, { draft }: Queued): Promise<void> {
  const path = await neededFolder(mailbox, 'sent')
  if (mailbox.has('X-GM-EXT-1')) return
  const isThere = await mailbox.in(path, ({ client }) =>
    client.search({ header: { 'message-id': mail.message_id } }, { uid: true }),
  )
  if (isThere && isThere.length > 0) return
  const message = await compose(mailbox, { draft, messageId: mail.message_id, date: mail.sent_at, keepsBcc: true })
  await appendMail(mailbox, path, message, ['\\Seen'], ['message-id', mail.message_id])
}
