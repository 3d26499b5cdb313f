import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { FeedReader } from './activity/feed.ts'
import type { Actor } from './actor.ts'
import type { ApiKeys } from './auth/api-keys.ts'
import type { Sessions } from './auth/sessions.ts'
import type { Config } from './config.ts'
import type { DatabaseClock } from './db/clock.ts'
import type { Db } from './db/db.ts'
import type { FileStore } from './files/store.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { PersonalMailboxes } from './mail/personal/mailboxes.ts'
import type { StaffMail } from './mail/staff-mail-page.ts'

/** What one running server is made of; handed on, never ambient. */
export interface AppContext {
  config: Config
  db: Db
  /** The same by connections of their own, for calls of a counter. */
  counterDb: Db
  /** Where that database is, for processes of their own. */
  databaseUrl: string
  /** The time that all servers share. */
  clock: DatabaseClock
  /** Their connections, by the name of the pool; absent where nothing is served. */
  pools?: Readonly<Record<string, Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>>>
  log: Logger
  sessions: Sessions
  apiKeys: ApiKeys
  feed: FeedReader
  files: FileStore
  jobs: Jobs
  /** Who writes which mail to our own people. */
  staffMails: Readonly<Record<string, StaffMailWriter>>
  /** Open browsers of this server; absent where nothing is served, e.g. in a command. */
  streams?: LiveStreams
  /** Connections to people's own mailboxes; absent where nothing is served. */
  mailboxes?: PersonalMailboxes
  /** The names that may follow the question mark of a route that is read, by its path. */
  parametersOf(path: string): readonly string[]
}

/** The browsers that listen for events at this server. */
export interface LiveStreams {
  readonly size: number
  /** How far all was told, as an id for the first stream of this person. */
  markFor(person: number): string
  /** Who listens at this server. */
  people(): ReadonlySet<number>
  /** A message for certain people only, such as their unread count. */
  tell(people: ReadonlySet<number>, event: string, data: object): void
  connect(call: { actor: Actor; request: FastifyRequest; reply: FastifyReply }): Promise<void>
  stop(): void
}

/**
 * Writes a mail to one of our own people at the moment it is sent, in their language and with their rights of that moment.
 * @param facts what was queued with it
 * @returns null where there is nothing to tell, or nothing any more that the reader may see
 */
export type StaffMailWriter = (context: AppContext, reader: Actor, facts: Facts) => Promise<StaffMail | null>

export type Facts = Readonly<Record<string, unknown>>
