import type { MailboxObject } from 'imapflow'
import { sql } from 'kysely'
import type { MailEvent } from '../../../shared/mail.ts'
import { record } from '../../activity/activity.ts'
import { theServer } from '../../actor.ts'
import { inTransaction, row } from '../../db/db.ts'
import { addressesOf } from './headers.ts'
import { type Askable, INBOX, type OpenFolder } from './house.ts'

/** Told one by one; of more, only that there are new ones. */
const TOLD_MOST = 5

/** Tells a person of new mail: their open tabs at once, and the bell once, whichever of our servers hears of it first. */
export class Arrivals {
  readonly #mailbox: Askable
  readonly #tell: (event: MailEvent) => void
  #validity = 0
  /** The first UID that nobody at this server was told of. */
  #next = 0
  #isLooking = false
  #isAgain = false

  constructor(mailbox: Askable, tell: (event: MailEvent) => void) {
    this.#mailbox = mailbox
    this.#tell = tell
  }

  /** The inbox was opened: what came while nobody listened is told. */
  opened({ uidValidity, uidNext }: MailboxObject): void {
    const validity = Number(uidValidity)
    const isKnown = this.#validity === validity
    if (isKnown && uidNext <= this.#next) return
    if (!isKnown) this.#next = 0
    this.#validity = validity
    this.look()
  }

  look(): void {
    if (this.#isLooking) {
      this.#isAgain = true
      return
    }
    this.#isLooking = true
    void this.#find()
      .catch((error: unknown) => this.#mailbox.context.log.debug({ err: error }, 'new mail could not be looked for'))
      .finally(() => {
        this.#isLooking = false
        if (!this.#isAgain) return
        this.#isAgain = false
        this.look()
      })
  }

  async #find(): Promise<void> {
    const { context, owner, keys } = this.#mailbox
    const before = this.#mailbox.unread
    const [since, found] = await this.#mailbox.in(INBOX, async (folder): Promise<[number, Found]> => {
      const from = this.#next || (await this.#toldUpTo(folder)) + 1
      return [from, await this.#foundSince(folder, from)]
    })
    const { validity, unseen, last, newest, unread } = found
    this.#validity = validity
    this.#next = last + 1
    const folder = keys.ofFolder(INBOX)
    if (last < since) {
      if (unread !== before) this.#tell({ kind: 'folders', folder, unread })
      return
    }
    const isOurs = await inTransaction(context.db, async (tx) => {
      const told = await row(
        tx,
        sql`update mail_connections set told_validity = ${validity}, told_uid = ${last}
            where user_id = ${owner.id} and told_validity = ${validity} and told_uid < ${last} returning user_id`,
      )
      if (!told || unseen === 0) return false
      // A bell that rings still, and was not looked at, is not rung again.
      const rings = await row(
        tx,
        sql`select 1 as n from notifications where user_id = ${owner.id} and kind = 'mail' and read_at is null and in_app limit 1`,
      )
      if (rings) return false
      await record(tx, theServer, { action: 'new mail', module: 'mail', place: { people: [owner.id] } })
      return true
    })
    if (isOurs) context.feed.nudge()
    for (const { uid, from, subject } of newest)
      this.#tell({ kind: 'new', folder, id: keys.ofMail({ path: INBOX, validity, uid }), from, subject, unread })
    if (newest.length === 0) this.#tell({ kind: 'folders', folder, unread })
  }

  /** Of a mailbox that is new here, or was numbered anew, nothing is news that lies in it already. */
  async #toldUpTo({ client, validity }: OpenFolder): Promise<number> {
    const { context, owner } = this.#mailbox
    const next = client.mailbox ? client.mailbox.uidNext : 1
    const kept = await row(
      context.db,
      { uid: 'number?' },
      sql`update mail_connections set told_uid = case when told_validity = ${validity} then told_uid else ${next - 1}::bigint end, told_validity = ${validity}
          where user_id = ${owner.id} returning told_uid as uid`,
    )
    return kept?.uid ?? next - 1
  }

  async #foundSince(folder: OpenFolder, from: number): Promise<Found> {
    const { client, validity } = folder
    // `from:*` names the last mail even where it is older.
    const all = ((await client.search({ uid: `${from}:*` }, { uid: true })) || []).filter((uid) => uid >= from)
    const last = all.at(-1) ?? from - 1
    const newest: Found['newest'] = []
    let unseen = 0
    if (all.length > 0) {
      const fresh = ((await client.search({ uid: `${from}:*`, seen: false }, { uid: true })) || []).filter(
        (uid) => uid >= from,
      )
      unseen = fresh.length
      const told = fresh.length > TOLD_MOST ? [] : fresh
      if (told.length > 0)
        for (const { uid, envelope } of await client.fetchAll(
          told.join(','),
          { uid: true, envelope: true },
          { uid: true },
        ))
          newest.push({
            uid,
            from: addressesOf(envelope?.from)[0] ?? { name: '', address: '' },
            subject: envelope?.subject ?? '',
          })
    }
    return { validity, unseen, last, newest, unread: await this.#mailbox.unreadIn(folder) }
  }
}

interface Found {
  validity: number
  unseen: number
  last: number
  unread: number
  newest: { uid: number; from: { name: string; address: string }; subject: string }[]
}
