import type { ImapFlow, MailboxObject } from 'imapflow'
import type { MailEvent } from '../../../shared/mail.ts'
import { Refusal, refuse } from '../../../shared/refusals.ts'
import { isAddress } from '../addresses.ts'
import type { Connection } from '../connection.ts'
import { imapOf, within } from '../imap.ts'
import { ForbiddenTarget, reach } from '../targets.ts'
import { Arrivals } from './arrivals.ts'
import { type Asking, INBOX, type MailboxOwner, type MailHouse, type OpenFolder } from './house.ts'
import { MailKeys } from './places.ts'
import { isCut, mailRefusal } from './refusing.ts'

/** Calls of one person that wait for the one connection. */
const WAITING_MOST = 60
/** After a call in another folder the inbox is listened to again this soon. */
const BACK_TO_INBOX_MS = 1500
const IDLE_SOON_MS = 5
/** IDLE is begun anew so often; servers end it after half an hour (RFC 2177). */
const IDLE_MOST_MS = 240_000
/** A server that cannot be reached is left alone for a moment; calls meanwhile are refused at once. */
const REST_MS = 3000
/** Several changes in a row are one event. */
const GATHER_MS = 150

type ChangeKind = 'flags' | 'gone' | 'folders'

/**
 * The one connection of a person to their mailbox, with one server of ours. What is asked of it waits in a row; between, it listens to the inbox
 * (IDLE). A connection that breaks is made anew, and what may be asked twice without harm is asked again.
 */
export class PersonalMailbox {
  readonly context: MailHouse
  readonly owner: MailboxOwner
  readonly connection: Connection
  readonly keys: MailKeys
  /** When it was set up: another time is another mailbox. */
  readonly version: number
  usedAt = performance.now()
  /** Unread mails of the inbox when the mail server was last asked; null before that. */
  unread: number | null = null
  /** What is known of it, as long as it is open, by whoever knows it. */
  readonly memory = new Map<string, unknown>()
  readonly #tell: (event: MailEvent) => void
  readonly #arrivals: Arrivals
  #client: ImapFlow | undefined
  #connecting: Promise<ImapFlow> | undefined
  #row: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #idleTimer: NodeJS.Timeout | undefined
  #isClosed = false
  #restsUntil = 0
  #trouble: Refusal | null = null
  /** By folder, what happened in it and was not told yet. */
  readonly #changed = new Map<string, { kinds: Set<ChangeKind>; timer: NodeJS.Timeout }>()

  constructor(
    context: MailHouse,
    owner: MailboxOwner,
    connection: Connection,
    version: number,
    tell: (event: MailEvent) => void,
  ) {
    this.context = context
    this.owner = owner
    this.connection = connection
    this.version = version
    const { imap } = connection.settings
    this.keys = new MailKeys(context.config.secret, `${owner.id} ${imap.host}:${imap.port}/${imap.user}`)
    this.#tell = tell
    this.#arrivals = new Arrivals(this, tell)
  }

  /** From which the person writes: the address they sign in with at the mail server, else the one they have here. */
  get address(): string {
    const { imap, smtp } = this.connection.settings
    return [imap.user, smtp.user].find(isAddress) ?? this.owner.email
  }

  /** Why it could not be reached the last time it was tried. */
  get trouble(): Refusal | null {
    return this.#trouble
  }

  get isConnected(): boolean {
    return this.#client?.usable === true
  }

  /** Server abilities, once connected. */
  has(capability: string): boolean {
    return this.#client?.capabilities.has(capability) === true
  }

  /** Connects, unless it is. */
  connect(): Promise<void> {
    return this.ask(() => Promise.resolve())
  }

  /** Asks something that needs no folder. */
  ask<R>(work: (client: ImapFlow) => Promise<R>, options: Asking = {}): Promise<R> {
    return this.#next(null, ({ client }) => work(client), options)
  }

  /**
   * Asks something of a folder.
   * @throws Refusal in words of what the mail server said
   */
  in<R>(path: string, work: (folder: OpenFolder) => Promise<R>, options: Asking = {}): Promise<R> {
    return this.#next(path, work, options)
  }

  /** Unread mails of an open folder; those of the inbox are remembered. */
  async unreadIn({ client, path }: OpenFolder): Promise<number> {
    const status = await client.status(path, { unseen: true })
    const unread = status ? (status.unseen ?? 0) : 0
    if (path === INBOX) this.unread = unread
    return unread
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#idleTimer)
    for (const { timer } of this.#changed.values()) clearTimeout(timer)
    const client = this.#client
    this.#client = undefined
    if (client) void client.logout().catch(() => client.close())
  }

  /** Tells the open tabs, once for several in a row; the inbox is counted once for all of them. */
  changed(kind: ChangeKind, path: string): void {
    if (this.#isClosed) return
    const gathered = this.#changed.get(path)
    if (gathered) return void gathered.kinds.add(kind)
    const kinds = new Set([kind])
    const tell = async () => {
      this.#changed.delete(path)
      const unread = path === INBOX ? await this.in(path, (folder) => this.unreadIn(folder)).catch(() => null) : null
      const folder = this.keys.ofFolder(path)
      for (const one of kinds) this.#tell({ kind: one, folder, ...(unread !== null && { unread }) })
    }
    this.#changed.set(path, { kinds, timer: setTimeout(() => void tell(), GATHER_MS) })
  }

  async #next<R>(path: string | null, work: (folder: OpenFolder) => Promise<R>, options: Asking): Promise<R> {
    if (this.#waiting >= WAITING_MOST) refuse('too many', { params: { wait: 5 } })
    this.#waiting++
    this.usedAt = performance.now()
    clearTimeout(this.#idleTimer)
    const mine = this.#row.then(() => this.#do(path, work, options))
    this.#row = mine.catch(() => {})
    try {
      return await mine
    } catch (error) {
      throw mailRefusal(error)
    } finally {
      this.#waiting--
      this.#listenSoon()
    }
  }

  async #do<R>(path: string | null, work: (folder: OpenFolder) => Promise<R>, options: Asking): Promise<R> {
    const wasConnected = this.#client?.usable === true
    try {
      return await this.#once(path, work, options)
    } catch (error) {
      if (!wasConnected || options.isOnce || !isCut(error) || this.#isClosed) throw error
      this.#drop()
      return this.#once(path, work, options)
    }
  }

  async #once<R>(path: string | null, work: (folder: OpenFolder) => Promise<R>, options: Asking): Promise<R> {
    const client = await this.#ready()
    const ms = options.ms ?? this.#silence * 2
    const opened = path === null ? client.mailbox : await within(client, ms, this.#open(client, path))
    try {
      const found = await within(client, ms, work(folderOf(client, opened)))
      // Some commands answer a line that broke off with nothing.
      if (!client.usable) throw new Error('No answer came')
      return found
    } catch (error) {
      if (client.usable) throw error
      // Whatever was made of an answer that did not come, it was the line.
      this.#drop()
      throw new Error('The connection broke off', { cause: error })
    }
  }

  async #open(client: ImapFlow, path: string): Promise<MailboxObject> {
    if (client.mailbox && client.mailbox.path === path) return client.mailbox
    const opened = await client.mailboxOpen(path)
    if (path === INBOX) this.#arrivals.opened(opened)
    return opened
  }

  get #silence(): number {
    return Math.min(this.context.config.mailSilenceSeconds * 1000, 6000)
  }

  #ready(): Promise<ImapFlow> {
    if (this.#isClosed) refuse('mailbox away')
    if (this.#client?.usable) return Promise.resolve(this.#client)
    if (this.#trouble && performance.now() < this.#restsUntil) throw this.#trouble
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = undefined
    })
    return this.#connecting
  }

  async #connect(): Promise<ImapFlow> {
    try {
      const { settings, imapPassword } = this.connection
      const reached = await reach(settings.imap, this.context.config.mailInternalHosts)
      const client = imapOf({ ...reached, user: settings.imap.user, password: imapPassword }, this.#silence, {
        maxIdleTime: IDLE_MOST_MS,
        socketTimeout: IDLE_MOST_MS + 120_000,
        disableCompression: true, // its tables take more memory than all else of a connection
        maxLiteralSize: 8 * 2 ** 20,
      })
      try {
        await within(client, this.#silence * 2, client.connect())
      } catch (error) {
        client.close()
        throw error
      }
      if (this.#isClosed) {
        client.close()
        refuse('mailbox away')
      }
      this.#follow(client)
      this.#client = client
      this.#trouble = null
      return client
    } catch (error) {
      const refusal = error instanceof ForbiddenTarget ? new Refusal('mailbox away') : mailRefusal(error)
      this.#trouble = refusal
      this.#restsUntil = performance.now() + REST_MS
      throw refusal
    }
  }

  #follow(client: ImapFlow): void {
    client.on('exists', ({ path, count, prevCount }: { path: string; count: number; prevCount: number }) => {
      if (path === INBOX && count > prevCount) this.#arrivals.look()
      else this.changed('folders', path)
    })
    client.on('expunge', ({ path }: { path: string }) => this.changed('gone', path))
    client.on('flags', ({ path }: { path: string }) => this.changed('flags', path))
    client.on('close', () => {
      if (this.#client === client) this.#client = undefined
    })
  }

  #drop(): void {
    const client = this.#client
    this.#client = undefined
    client?.close()
  }

  #listenSoon(): void {
    if (this.#waiting > 0 || this.#isClosed) return
    clearTimeout(this.#idleTimer)
    const client = this.#client
    if (!client?.usable) return
    const isInbox = client.mailbox && client.mailbox.path === INBOX
    this.#idleTimer = setTimeout(() => this.#listen(client), isInbox ? IDLE_SOON_MS : BACK_TO_INBOX_MS)
    this.#idleTimer.unref()
  }

  #listen(client: ImapFlow): void {
    if (this.#waiting > 0 || this.#client !== client || !client.usable) return
    if (client.mailbox && client.mailbox.path === INBOX) void client.idle().catch(() => {})
    else {
      const since = this.usedAt
      void this.in(INBOX, () => Promise.resolve()).catch(() => {})
      this.usedAt = since
    }
  }
}

const folderOf = (client: ImapFlow, opened: MailboxObject | false): OpenFolder => ({
  client,
  path: opened ? opened.path : '',
  validity: opened ? Number(opened.uidValidity) : 0,
  exists: opened ? opened.exists : 0,
})
