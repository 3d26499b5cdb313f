import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { ImapFlow } from 'imapflow'
import { sql } from 'kysely'
import { pack } from '../../shared/message.ts'
import { DAY_MS } from '../../shared/time/units.ts'
import type { AppContext } from '../app-context.ts'
import { row, rows } from '../db/db.ts'
import { imapOf, imapReason, within } from './imap.ts'
import { type Mailbox, mailboxOf } from './mailbox.ts'
import { importMail, type MailboxPosition, type Receive } from './receiving.ts'
import { reach } from './targets.ts'

const LOOK_MS = 3000
const IDLE_MS = 20_000
/** Before a mail that could not be taken in is tried again. */
const AGAIN_MS = 2000
const LEASE_SECONDS = 60
const TROUBLE_MS = [2000, 5000, 15_000, 60_000]
const BATCH = 50

/**
 * Reads the chain's mailbox, one server at a time; another takes over when that one is gone. Whatever a mail or the mail server
 * does, everything else of the house goes on. Answers how to stop it.
 */
export function startReader(context: AppContext, receive: Receive): () => Promise<void> {
  const stop = new AbortController()
  const running = readOn({ context, receive, stop: stop.signal, me: randomBytes(8).toString('hex') })
  return async () => {
    stop.abort()
    await running
  }
}

interface Reading {
  context: AppContext
  receive: Receive
  stop: AbortSignal
  /** This server, for the lease. */
  me: string
}

async function readOn(reading: Reading): Promise<void> {
  const { context, stop } = reading
  let troubles = 0
  while (!stop.aborted) {
    let ms = LOOK_MS
    try {
      const mailbox = (await holdLease(reading)) ? await mailboxOf(context.db, context.config.keys) : null
      if (mailbox?.settings.imap) await visit(reading, mailbox)
      troubles = 0
    } catch (error) {
      ms = TROUBLE_MS[Math.min(troubles++, TROUBLE_MS.length - 1)] ?? LOOK_MS
      await keepTrouble(reading, imapReason(error)).catch(() => {})
    }
    await pause(ms, undefined, { signal: stop }).catch(() => {})
  }
  await sql`update mailboxes set reader = null where reader = ${reading.me}`.execute(context.db).catch(() => {})
}

/** True while this server is the one that reads. */
async function holdLease({ context, me }: Reading): Promise<boolean> {
  const held = await row(
    context.db,
    sql`update mailboxes set reader = ${me}, reader_until = now() + make_interval(secs => ${LEASE_SECONDS}::int)
        where id = 1 and settings->'imap' <> 'null' and (reader is null or reader = ${me} or reader_until < now()) returning id`,
  )
  return held !== undefined
}

async function keepTrouble({ context }: Reading, reason: string): Promise<void> {
  await sql`update mailboxes set trouble = ${reason}, trouble_at = now() where id = 1`.execute(context.db)
}

/** One connection: reads what is new, then waits for more, until the settings change, the lease is lost, or trouble. */
async function visit(reading: Reading, mailbox: Mailbox): Promise<void> {
  const { context, stop } = reading
  const { imap, archive } = mailbox.settings
  if (!imap) return
  const silence = context.config.mailSilenceSeconds * 1000
  const reached = await reach(imap, context.config.mailInternalHosts)
  const client = imapOf({ ...reached, user: imap.user, password: mailbox.imapPassword }, silence)
  const leave = () => client.close()
  stop.addEventListener('abort', leave)
  const lease = setInterval(
    () => {
      holdLease(reading).then((isHeld) => isHeld || client.close(), leave)
    },
    (LEASE_SECONDS / 4) * 1000,
  )
  try {
    await within(client, silence, client.connect())
    await within(client, silence, client.mailboxOpen(imap.folder, { readOnly: archive }))
    await follow(reading, mailbox, client, silence)
  } catch (error) {
    if (!stop.aborted) throw error
  } finally {
    clearInterval(lease)
    stop.removeEventListener('abort', leave)
    client.close()
  }
}

async function follow(reading: Reading, mailbox: Mailbox, client: ImapFlow, silence: number): Promise<void> {
  const { context, stop } = reading
  let isNew = true
  const wake = new EventTarget()
  const look = () => {
    isNew = true
    wake.dispatchEvent(new Event('mail'))
  }
  client.on('exists', look)
  // What people decide about the mailbox or its mails counts at once.
  const unlisten = context.feed.listen((happened) => happened.some(({ module }) => module === 'mailbox') && look())
  client.once('close', () => {
    unlisten()
    look()
  })
  while (!stop.aborted && client.usable) {
    const kept = await row(
      context.db,
      { version: 'number' },
      sql`select version from mailboxes where id = 1 and reader = ${reading.me}`,
    )
    if (kept?.version !== mailbox.version) return
    isNew = false
    const isAllIn = await readNew(reading, mailbox, client, silence)
    await sql`update mailboxes set read_at = now(), trouble = null, trouble_at = null where id = 1`.execute(context.db)
    if (!isNew) await idle(client, wake, stop, isAllIn ? IDLE_MS : AGAIN_MS)
  }
}

/** Until a mail comes, or for a while: not every server tells, and the settings may change. */
async function idle(client: ImapFlow, wake: EventTarget, stop: AbortSignal, ms: number): Promise<void> {
  const idling = client.idle().catch(() => false)
  const over = new AbortController()
  const heard = new Promise<void>((done) => wake.addEventListener('mail', () => done(), { signal: over.signal }))
  const waited = pause(ms, undefined, { signal: AbortSignal.any([stop, over.signal]) }).catch(() => {})
  await Promise.race([heard, waited, idling.then((isIdle) => (isIdle ? undefined : waited))])
  over.abort()
}

/** False while something waits for another try. */
async function readNew(reading: Reading, mailbox: Mailbox, client: ImapFlow, silence: number): Promise<boolean> {
  const { context, stop } = reading
  const opened = client.mailbox
  if (!opened) throw new Error('No folder is open')
  const validity = Number(opened.uidValidity)
  const { epoch } = mailbox
  const uids = await newUids(reading, client, { epoch, validity }, silence)
  const left = await rows(
    context.db,
    { epoch: 'number', validity: 'number', uid: 'number' },
    sql`select epoch, uid_validity as validity, uid from received_mails where state = 'arriving' and coalesce(again_at <= now(), true)
          and ((epoch = ${epoch} and uid_validity = ${validity}) or file is not null) order by id limit ${BATCH}`,
  )
  for (const place of left) if (!stop.aborted && client.usable) await takeIn(reading, mailbox, client, place)
  for (let at = 0; at < uids.length && !stop.aborted; at += BATCH) {
    const found = await within(
      client,
      silence * 2,
      client.fetchAll(uids.slice(at, at + BATCH).join(','), { uid: true, size: true }, { uid: true }),
    )
    for (const { uid, size = 0 } of found.toSorted((a, b) => a.uid - b.uid)) {
      if (stop.aborted || !client.usable) return false
      await remember(context, { epoch, validity, uid }, size)
      await takeIn(reading, mailbox, client, { epoch, validity, uid })
    }
  }
  await sql`update mailboxes set uid_validity = ${validity}, last_uid = greatest(case when uid_validity = ${validity} then last_uid else 0 end, ${uids.at(-1) ?? 0}) where id = 1 and epoch = ${epoch}`.execute(
    context.db,
  )
  const waiting = await row(
    context.db,
    { n: 'number' },
    sql`select count(*)::int as n from received_mails where state = 'arriving' and coalesce(again_at < now() + make_interval(secs => ${IDLE_MS / 1000}::int), true)`,
  )
  return waiting?.n === 0
}

/** Written down before it is looked at: one that brings a server down is counted all the same. */
async function remember({ db }: AppContext, { epoch, validity, uid }: MailboxPosition, bytes: number): Promise<void> {
  await sql`with kept as (
      insert into received_mails (epoch, uid_validity, uid, bytes, state) values (${epoch}, ${validity}, ${uid}, ${bytes}, 'arriving') on conflict do nothing
    ) update mailboxes set last_uid = greatest(last_uid, ${uid}) where id = 1 and epoch = ${epoch} and uid_validity = ${validity}`.execute(
    db,
  )
}

async function takeIn(reading: Reading, mailbox: Mailbox, client: ImapFlow, place: MailboxPosition): Promise<void> {
  const { context, receive } = reading
  const isIn = await importMail(context, mailbox, client, place, receive)
  // What was kept of the mailbox before, or of one numbered otherwise, is another mail's number here.
  const isHere =
    client.mailbox && place.epoch === mailbox.epoch && place.validity === Number(client.mailbox.uidValidity)
  if (!isIn || !isHere || mailbox.settings.archive) return
  await within(
    client,
    context.config.mailSilenceSeconds * 1000,
    client.messageFlagsAdd(String(place.uid), ['\\Seen'], { uid: true }),
  )
}

/**
 * What was not read yet. A mailbox that was numbered anew is gone through from the moment the reading was switched on, and
 * what is known by Message-ID and size is left out.
 */
async function newUids(
  { context }: Reading,
  client: ImapFlow,
  { epoch, validity }: Omit<MailboxPosition, 'uid'>,
  silence: number,
): Promise<number[]> {
  const kept = await row(
    context.db,
    { uid_validity: 'number?', last_uid: 'number', since: 'date' },
    sql`select uid_validity, last_uid, since from mailboxes where id = 1 and epoch = ${epoch}`,
  )
  if (!kept) return []
  // What was not read before the numbers changed comes again under its new one; what lies in another mailbox does not.
  await sql`update received_mails set state = 'dropped', settled_at = now(), reason = case when epoch <> ${epoch} then ${pack('The mail was gone from the mailbox')} end
    where state = 'arriving' and file is null and (epoch, uid_validity) <> (${epoch}::int, ${validity}::bigint)`.execute(
    context.db,
  )
  if (kept.uid_validity === validity) {
    const found = await within(client, silence * 2, client.search({ uid: `${kept.last_uid + 1}:*` }, { uid: true }))
    return (found || []).filter((uid) => uid > kept.last_uid).toSorted((a, b) => a - b)
  }
  const since = new Date(kept.since)
  const dayBefore = new Date(since.getTime() - DAY_MS)
  const found = (await within(client, silence * 2, client.search({ since: dayBefore }, { uid: true }))) || []
  const unknown: number[] = []
  for (let at = 0; at < found.length; at += BATCH)
    unknown.push(...(await unknownOf(context, client, found.slice(at, at + BATCH), since, silence)))
  return unknown.toSorted((a, b) => a - b)
}

async function unknownOf(
  { db }: AppContext,
  client: ImapFlow,
  uids: number[],
  since: Date,
  silence: number,
): Promise<number[]> {
  const query = { uid: true, size: true, internalDate: true, envelope: true }
  const all = await within(client, silence * 2, client.fetchAll(uids.join(','), query, { uid: true }))
  // The mail server's clock counts whole seconds.
  const later = all.filter(({ internalDate }) => new Date(internalDate ?? 0).getTime() >= since.getTime() - 1000)
  const known = await rows(
    db,
    { key: 'string' },
    sql`select message_id || ' ' || bytes as key from received_mails where message_id = any(${later.map(({ envelope }) => envelope?.messageId ?? '')}::text[])`,
  )
  const keys = new Set(known.map(({ key }) => key))
  return later.filter(({ envelope, size }) => !keys.has(`${envelope?.messageId} ${size}`)).map(({ uid }) => uid)
}
