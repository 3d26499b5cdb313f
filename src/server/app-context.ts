import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { FeedReader } from './activity/feed.ts'
import type { Streams } from './activity/stream.ts'
import type { Sessions } from './auth/sessions.ts'
import type { Config } from './config.ts'
import type { DatabaseClock } from './db/clock.ts'
import type { Db } from './db/db.ts'
import type { FileStore } from './files/store.ts'
import type { Route } from './http/route.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { StaffMailWriter } from './mail/staff-mail.ts'

/** What one running server is made of; handed on, never ambient. */
export interface AppContext {
  config: Config
  db: Db
  /** Where that database is, for processes of their own. */
  databaseUrl: string
  /** The time that all servers share. */
  clock: DatabaseClock
  /** Their connections, by the name of the pool; absent where nothing is served. */
  pools?: Readonly<Record<string, Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>>>
  log: Logger
  sessions: Sessions
  feed: FeedReader
  files: FileStore
  jobs: Jobs
  /** Who writes which letter to our own people. */
  letters: Readonly<Record<string, StaffMailWriter>>
  /** Open browsers of this server; absent where nothing is served, e.g. in a command. */
  streams?: Streams
  /** Every route, as printed by `npm run routes`. */
  routes: readonly Route[]
}
