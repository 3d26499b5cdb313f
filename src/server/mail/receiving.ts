import { createHash, randomBytes } from 'node:crypto'
import type { ImapFlow } from 'imapflow'
import { sql } from 'kysely'
import { pack } from '../../shared/message.ts'
import { record } from '../activity/activity.ts'
import { theServer } from '../actor.ts'
import type { AppContext } from '../app-context.ts'
import { type Db, inTransaction, row, type Tx } from '../db/db.ts'
import type { RowOf } from '../db/shape.ts'
import { pathOf } from '../files/paths.ts'
import { within } from './imap.ts'
import type { Mailbox, MailboxSettings } from './mailbox.ts'
import { parseMail } from './parse.ts'
import type { ReadMail } from './read-mail.ts'

const TRIES_MOST = 3
/** In a row, each waited for twice as long as the one before, an hour at the most: about a day of them. */
const TROUBLES_MOST = 30
const BYTES_MOST = 25 * 2 ** 20

/** Where a mail lies. */
export interface MailboxPosition {
  epoch: number
  validity: number
  uid: number
}

/** Of `received_mails m`: those that a person decides about. */
export const AWAITS_DECISION = sql`m.state in ('held', 'parked')`

/** What became of a mail that came. */
export type Verdict =
  | { state: 'ticket'; complaint: number }
  | { state: 'reply'; complaint: number; comment: number }
  | { state: 'held' | 'ignored' | 'bounce'; reason: string; complaint?: number }

export interface Received {
  /** Of the row in received_mails. */
  id: number
  mail: ReadMail
  settings: MailboxSettings
  /** What a person decided: 0 for a complaint of its own, else the complaint it belongs to. */
  wish: number | null
}

/** Decides about a mail. `files` are made ready before, `act` runs in the transaction that settles the mail. */
export type Receive = (context: AppContext, received: Received) => Promise<(tx: Tx) => Promise<Verdict>>

const MAIL_ROW = {
  id: 'number',
  bytes: 'number',
  tries: 'number',
  file: 'string?',
  wish: 'number?',
} as const
type MailRow = RowOf<typeof MAIL_ROW>

/** Takes one mail in, once, whatever happens in between; false where it waits for another try. */
export async function importMail(
  context: AppContext,
  mailbox: Mailbox,
  client: ImapFlow,
  place: MailboxPosition,
  receive: Receive,
): Promise<boolean> {
  const mine = await startTry(context.db, place)
  if (!mine) return false
  return attempt(context, mailbox.settings, mine, receive, () => fetch(context, client, place, mine))
}

/** A try is counted before it begins, so that one that ends the server counts as well. */
const startTry = (db: Db, { epoch, validity, uid }: MailboxPosition): Promise<MailRow | undefined> =>
  row(
    db,
    MAIL_ROW,
    sql`update received_mails set tries = tries + 1
        where epoch = ${epoch} and uid_validity = ${validity} and uid = ${uid} and state = 'arriving' returning id, bytes, tries, file, wish`,
  )

async function attempt(
  context: AppContext,
  settings: MailboxSettings,
  { id, bytes, tries, wish }: MailRow,
  receive: Receive,
  load: () => Promise<Uint8Array | null>,
): Promise<boolean> {
  try {
    if (tries > TRIES_MOST) return await park(context.db, id, pack(UNREADABLE))
    if (bytes > BYTES_MOST) return await park(context.db, id, pack('The mail is larger than {{max}}', { max: '25 MB' }))
    const raw = await load()
    if (!raw) return await drop(context.db, id)
    const mail = await parseMail(raw).catch((error: unknown) => {
      throw new Unreadable('The mail cannot be parsed', { cause: error })
    })
    await keepWords(context.db, id, mail)
    const act = await receive(context, { id, mail, settings, wish })
    await inTransaction(context.db, (tx) => settle(tx, id, raw, mail, act))
    context.feed.nudge()
    return true
  } catch (error) {
    context.log.warn({ err: error, mail: id }, 'a mail could not be taken in')
    if (!(error instanceof Unreadable)) return waitOn(context.db, id)
    return tries < TRIES_MOST ? false : park(context.db, id, pack(UNREADABLE))
  }
}

const UNREADABLE = 'The mail cannot be read'
class Unreadable extends Error {}

/** A store, a mail server or a database that is away is no fault of the mail's: its try does not count, and it waits. */
async function waitOn(db: Db, id: number): Promise<boolean> {
  const waiting = await row(
    db,
    sql`update received_mails set tries = tries - 1, troubles = troubles + 1, again_at = now() + least(power(2, troubles) * interval '2 seconds', interval '1 hour')
        where id = ${id} and troubles < ${TROUBLES_MOST} returning id`,
  )
  return waiting ? false : park(db, id, pack('The mail could not be taken in'))
}

/** For a person to decide about, who is told. */
const park = (db: Db, id: number, reason: string): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const parked = await row(
      tx,
      { subject: 'string?' },
      sql`update received_mails set state = 'parked', reason = ${reason}, settled_at = now() where id = ${id} returning subject`,
    )
    await record(tx, theServer, { action: 'mail parked', module: 'mailbox', recordId: id, title: parked?.subject })
    return true
  })

/** Taken out of the mailbox before we came to it. */
async function drop(db: Db, id: number): Promise<true> {
  await sql`update received_mails set state = 'dropped', reason = ${pack('The mail was gone from the mailbox')}, settled_at = now() where id = ${id}`.execute(
    db,
  )
  return true
}

async function keepWords(db: Db, id: number, mail: ReadMail): Promise<void> {
  await sql`update received_mails set message_id = ${mail.message_id}, sender = ${mail.sender}, sender_name = ${mail.sender_name},
      subject = ${mail.subject}, body_html = ${mail.html}, shown_html = ${mail.shown}, left_out = ${mail.left_out}::text[],
      sent_at = ${mail.sent_at}::timestamptz where id = ${id}`.execute(db)
}

/** The same content counts once, wherever it lies and however often the mailbox was numbered anew. */
async function settle(
  tx: Tx,
  id: number,
  raw: Uint8Array,
  mail: ReadMail,
  act: (tx: Tx) => Promise<Verdict>,
): Promise<void> {
  const print = fingerprintOf(raw, mail)
  await sql`select pg_advisory_xact_lock(hashtextextended(${print}, 10))`.execute(tx)
  const known = await row(
    tx,
    { complaint: 'number?' },
    sql`select complaint from received_mails where fingerprint = ${print}`,
  )
  if (known) {
    await sql`update received_mails set state = 'double', complaint = ${known.complaint}, settled_at = now() where id = ${id} and state = 'arriving'`.execute(
      tx,
    )
    return
  }
  const mine = await row(
    tx,
    sql`update received_mails set fingerprint = ${print}, left_out = ${mail.left_out}::text[] where id = ${id} and state = 'arriving' returning id`,
  )
  if (!mine) return
  const verdict = await act(tx)
  await sql`update received_mails set state = ${verdict.state}, reason = ${'reason' in verdict ? verdict.reason : null},
      complaint = ${verdict.complaint ?? null}::bigint, comment = ${'comment' in verdict ? verdict.comment : null}::bigint, settled_at = now()
    where id = ${id}`.execute(tx)
}

/** Of what the sender wrote: the lines that servers put above a mail differ from one way to the next. */
function fingerprintOf(raw: Uint8Array, mail: ReadMail): string {
  const text = Buffer.from(raw)
  const gap = [text.indexOf('\r\n\r\n'), text.indexOf('\n\n')].filter((at) => at >= 0)
  const body = text.subarray(gap.length > 0 ? Math.min(...gap) : 0)
  const about = [mail.message_id, mail.sender, mail.sent_at, mail.subject].join('\n')
  return createHash('sha256').update(about).update('\0').update(body).digest('hex')
}

/** The whole mail from the mailbox, kept in the house before anybody reads it; null where it is gone. */
async function fetch(
  context: AppContext,
  client: ImapFlow,
  { uid }: { uid: number },
  { id, file }: MailRow,
): Promise<Uint8Array | null> {
  if (file) return bytesOf(context, file)
  const ms = context.config.mailSilenceSeconds * 5000
  const found = await within(
    client,
    ms,
    client.fetchOne(String(uid), { source: { maxLength: BYTES_MOST + 1 } }, { uid: true }),
  )
  const source = found ? found.source : undefined
  if (!source) return null
  const name = randomBytes(24).toString('base64url')
  await context.files.put(rawPath(name), source)
  await sql`update received_mails set file = ${name} where id = ${id}`.execute(context.db)
  return source
}

async function bytesOf({ files }: AppContext, name: string): Promise<Uint8Array | null> {
  const stream = await files.get(rawPath(name))
  if (!stream) return null
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer) // a store's stream gives bytes
  return Buffer.concat(parts)
}

const rawPath = (id: string): string => pathOf({ id, area: 'upload', folder: 'mail' })
