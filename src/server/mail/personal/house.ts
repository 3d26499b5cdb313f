import type { ImapFlow } from 'imapflow'
import type { Logger } from 'pino'
import type { FeedReader } from '../../activity/feed.ts'
import type { Config } from '../../config.ts'
import type { DatabaseClock } from '../../db/clock.ts'
import type { Db } from '../../db/db.ts'
import type { FileStore } from '../../files/store.ts'
import type { MailKeys } from './places.ts'

export const INBOX = 'INBOX'

/** What people's mailboxes need of the house. */
export interface MailHouse {
  config: Config
  db: Db
  clock: DatabaseClock
  log: Logger
  feed: FeedReader
  files: FileStore
  streams?: {
    people(): ReadonlySet<number>
    tell(people: ReadonlySet<number>, event: string, data: object): void
  }
}

export interface MailboxOwner {
  id: number
  name: string
  email: string
}

/** An open folder; what is asked of it speaks of the folder that was meant. */
export interface OpenFolder {
  client: ImapFlow
  path: string
  validity: number
  exists: number
}

export interface Asking {
  /** Not asked again where the connection broke in the middle of it: nobody knows whether it was done. */
  isOnce?: true
  /** How long the mail server may take, where it has much to do. */
  ms?: number
}

/** What a mailbox is to what listens in it. */
export interface Askable {
  readonly context: MailHouse
  readonly owner: MailboxOwner
  readonly keys: MailKeys
  readonly unread: number | null
  unreadIn(folder: OpenFolder): Promise<number>
  in<R>(path: string, work: (folder: OpenFolder) => Promise<R>, options?: Asking): Promise<R>
}
