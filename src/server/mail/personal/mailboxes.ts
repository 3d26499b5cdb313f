import { sql } from 'kysely'
import type { MailEvent } from '../../../shared/mail.ts'
import { refuse } from '../../../shared/refusals.ts'
import { row, rows } from '../../db/db.ts'
import { connectionOf } from '../connection.ts'
import type { MailHouse } from './house.ts'
import { PersonalMailbox } from './mailbox.ts'

const LOOK_MS = 2000
const CLOSE_AFTER_MS = 10 * 60_000
/** Connections that are begun at once: two hundred people come at eight in the morning. */
const AT_ONCE = 10
const AGAIN_MS = [5000, 15_000, 60_000, 300_000]

/**
 * The mailboxes of the people whose browsers listen at this server: one connection each, from the first sign of an open tab until ten
 * minutes after the last one and the last call.
 */
export class PersonalMailboxes {
  readonly #context: MailHouse
  readonly #open = new Map<number, PersonalMailbox>()
  readonly #troubles = new Map<number, { tries: number; again: number }>()
  readonly #timer: NodeJS.Timeout
  #isLooking = false
  #isStopped = false
  /** Ends what is unused after so many ms; tests wait less. */
  closeAfterMs = CLOSE_AFTER_MS

  constructor(context: MailHouse) {
    this.#context = context
    this.#timer = setInterval(() => void this.look(), LOOK_MS)
    this.#timer.unref()
  }

  get size(): number {
    return [...this.#open.values()].filter(({ isConnected }) => isConnected).length
  }

  /**
   * Somebody's mailbox as it is set up now; its connection is made when it is first asked.
   * @throws Refusal where none is set up
   */
  async of(user: number): Promise<PersonalMailbox> {
    return (await this.find(user)) ?? refuse('no mailbox')
  }

  async find(user: number): Promise<PersonalMailbox | null> {
    const kept = await row(
      this.#context.db,
      { name: 'string', email: 'string', version: 'number' },
      sql`select u.user_name as name, u.email, (extract(epoch from c.updated_at) * 1000)::float8 as version
          from mail_connections c join users u on u.id = c.user_id where c.user_id = ${user}`,
    )
    const known = this.#open.get(user)
    if (known && known.version === kept?.version) return known
    this.#end(user)
    const connection = kept && (await connectionOf(this.#context.db, this.#context.config.keys, user))
    if (!kept || !connection || this.#isStopped) return null
    const beside = this.#open.get(user)
    if (beside?.version === kept.version) return beside
    const tell = (event: MailEvent) => this.tell(user, event)
    const made = new PersonalMailbox(this.#context, { id: user, ...kept }, connection, kept.version, tell)
    this.#open.set(user, made)
    return made
  }

  /** Unread mails of somebody's inbox, as far as this server knows. */
  unreadOf(user: number): number | null {
    return this.#open.get(user)?.unread ?? null
  }

  /** The open tabs of a person at this server. */
  tell(user: number, event: MailEvent): void {
    this.#context.streams?.tell(new Set([user]), 'mail', event)
  }

  stop(): void {
    this.#isStopped = true
    clearInterval(this.#timer)
    for (const user of this.#open.keys()) this.#end(user)
  }

  /** Connects who came, and lets go of who has left. */
  async look(): Promise<void> {
    if (this.#isLooking || this.#isStopped) return
    this.#isLooking = true
    try {
      const people = this.#context.streams?.people() ?? new Set<number>()
      const now = performance.now()
      for (const [user, mailbox] of this.#open)
        if (people.has(user)) mailbox.usedAt = Math.max(mailbox.usedAt, now)
        else if (now - mailbox.usedAt > this.closeAfterMs) this.#end(user)
      for (const user of this.#troubles.keys()) if (!people.has(user)) this.#troubles.delete(user)
      const asked = [...new Set([...people, ...this.#open.keys()])]
      if (asked.length > 0) await this.#follow(asked, people)
    } catch (error) {
      this.#context.log.warn({ err: error }, 'the mailboxes could not be looked at; trying again')
    } finally {
      this.#isLooking = false
    }
  }

  async #follow(asked: readonly number[], people: ReadonlySet<number>): Promise<void> {
    const kept = await rows(
      this.#context.db,
      { user_id: 'number', version: 'number' },
      sql`select user_id, (extract(epoch from updated_at) * 1000)::float8 as version from mail_connections where user_id = any(${[...asked]}::bigint[])`,
    )
    const versions = new Map(kept.map(({ user_id, version }) => [user_id, version]))
    for (const [user, { version }] of this.#open) if (versions.get(user) !== version) this.#end(user)
    const now = performance.now()
    const missing = [...versions.keys()].filter(
      (user) => people.has(user) && !this.#open.get(user)?.isConnected && (this.#troubles.get(user)?.again ?? 0) <= now,
    )
    for (let at = 0; at < missing.length; at += AT_ONCE)
      await Promise.all(missing.slice(at, at + AT_ONCE).map((user) => this.#connect(user)))
  }

  async #connect(user: number): Promise<void> {
    try {
      const mailbox = await this.find(user)
      await mailbox?.in('INBOX', () => Promise.resolve())
      this.#troubles.delete(user)
    } catch {
      const tries = this.#troubles.get(user)?.tries ?? 0
      const ms = AGAIN_MS[Math.min(tries, AGAIN_MS.length - 1)] ?? 0
      this.#troubles.set(user, { tries: tries + 1, again: performance.now() + ms })
      if (tries === 0) this.tell(user, { kind: 'broken', folder: null })
    }
  }

  #end(user: number): void {
    this.#open.get(user)?.close()
    this.#open.delete(user)
  }
}
