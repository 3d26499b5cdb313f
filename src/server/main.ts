import type { Socket } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { pino } from 'pino'
import { FeedReader } from './activity/feed.ts'
import { type Reader, startReaders } from './activity/readers.ts'
import { Streams } from './activity/stream.ts'
import { inviteFirst } from './auth/invitations.ts'
import { Sessions } from './auth/sessions.ts'
import { tokensOf } from './auth/token.ts'
import { compose, type Composition } from './compose.ts'
import type { Config } from './config.ts'
import { type Db, openDb, row } from './db/db.ts'
import { startEmbedded } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { removeUnclaimed, settleFiles } from './files/housekeeping.ts'
import { localStore } from './files/store.ts'
import type { House } from './house.ts'
import { buildApp } from './http/app.ts'
import { Jobs } from './jobs/jobs.ts'
import { modules } from '../modules/index.ts'
import { fold } from './resource/tally.ts'
import { speakAll } from './words.ts'

export interface Running {
  url: string
  house: House
  stop(): Promise<void>
}

const FOLD_MS = 1000

/** Starts a server: database, migrations, demo chain, jobs, HTTP; answers once requests are. */
export async function start(config: Config): Promise<Running> {
  const log = pino({ level: config.logLevel, redact: ['req.headers.authorization'], base: null }, pino.destination({ sync: config.env === 'test' }))
  speakAll()
  const composing = compose()
  const embedded = config.databaseUrl ? null : await startEmbedded({ dataDir: config.dataDir, log: plainLog(log), ballastMegabytes: config.ballastMegabytes })
  const url = config.databaseUrl ?? embedded?.url ?? ''
  await migrate(url)
  const { db, close } = openDb({ url, size: config.databasePool, statementTimeout: 5000, name: 'app' })
  const background = openDb({ url, size: 8, statementTimeout: 60_000, name: 'background' })
  await keepZone(db, config.timezone)
  const composition = await composing
  for (const { server } of composition.servers) await server.prepare?.(db)

  const feed = new FeedReader(background.db, log)
  const sessions = new Sessions(db, tokensOf(config.secret), config.sessionIdleMinutes)
  sessions.isFresh = () => feed.isFresh()
  feed.listen((happened) => {
    for (const one of happened) {
      if (one.module === 'user-roles') sessions.forget(null)
      else if (one.module === 'users' || one.module === 'sessions') sessions.forget(one.record_id)
    }
  })
  const files = localStore(join(config.dataDir, 'files'), config.diskReserve)
  const house: House = { config, db, log, sessions, feed, files, jobs: new Jobs(log), routes: composition.routes }
  const demo = config.demo ? await loadDemoOnce(house) : false
  await feed.start()
  const streams = new Streams(house)
  house.streams = streams
  const app = await buildApp(house)
  const connections = trackConnections(app)
  await app.listen({ host: config.host, port: config.port })
  const stopBackground = await startBackground(house, background, composition)
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  const home = config.publicUrl ?? `http://${config.host === '0.0.0.0' ? 'localhost' : config.host}:${port}`
  if (config.env !== 'test') await welcome(house, home, demo)
  return {
    url: `http://127.0.0.1:${port}`,
    house,
    async stop() {
      streams.stop()
      await drain(app, connections)
      await stopBackground()
      await feed.stop()
      await Promise.all([close(), background.close()])
      await embedded?.stop()
    },
  }
}

const DRAIN_MS = 15_000

function trackConnections(app: FastifyInstance): Set<Socket> {
  const open = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  return open
}

/** Lets every request under way end; browsers that only keep a connection open, or opened one ahead of need, are let go. */
async function drain(app: FastifyInstance, connections: ReadonlySet<Socket>): Promise<void> {
  const idle = setInterval(() => {
    app.server.closeIdleConnections()
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
  }, 100)
  const last = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
  await app.close()
  clearInterval(idle)
  clearTimeout(last)
}

const plainLog = (log: pino.Logger) => ({ info: (text: string) => log.info(text), warn: (text: string) => log.warn(text), error: (text: string) => log.error(text) })

/** SQL cuts days and months where the chain lives. */
async function keepZone(db: Db, zone: string): Promise<void> {
  const known = await row<{ zone: string }>(db, sql`select chain_zone() as zone`)
  if (known?.zone !== zone) await sql.raw(`create or replace function chain_zone() returns text immutable parallel safe language sql return '${zone.replaceAll("'", "''")}'`).execute(db)
}

async function loadDemoOnce(house: House): Promise<boolean> {
  const someone = await row(house.db, sql`select 1 as n from users limit 1`)
  if (someone) return (await row(house.db, sql`select 1 as n from users where email = 'admin@demo.example' limit 1`)) !== undefined
  const { loadDemo } = await import('./demo/demo.ts')
  await loadDemo(house.db, house.files, { now: new Date() })
  return true
}

async function startBackground(house: House, background: { db: Db; pool: pg.Pool }, composition: Composition): Promise<() => Promise<void>> {
  const readers: Reader[] = composition.servers.flatMap(({ server }) => (server.reader ? [server.reader] : []))
  const stopReaders = startReaders({ ...house, db: background.db }, readers)
  const timed = [
    { name: 'sweep-files', cron: '17 * * * *', work: async () => void (await removeUnclaimed(background.db, house.files)) },
    { name: 'settle-files', cron: '* * * * *', work: async () => void (await settleFiles(background.db, house.files)) },
    { name: 'sweep-rows', cron: '23 3 * * *', work: () => sweepRows(background.db) },
    ...composition.servers.flatMap(({ server }) => server.timed?.(house) ?? []),
  ]
  await house.jobs.start(background.pool, {}, timed)
  const stopFolding = startFolding(house, background.db)
  return async () => {
    await stopFolding()
    await stopReaders()
    await house.jobs.stop()
  }
}

/** Keeps the tallies' deltas few, so that reading them stays cheap. */
function startFolding(house: House, db: Db): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  let isStopped = false
  let sinceVacuum = 0
  const turn = async () => {
    for (const module of modules.filter((one) => one.tally)) {
      const moved = await fold(db, module)
      sinceVacuum += moved
      if (sinceVacuum < 5000) continue
      sinceVacuum = 0
      await sql.raw(`vacuum ${module.table}_delta`).execute(db)
    }
  }
  const timer = setInterval(() => {
    running = running.then(() => (isStopped ? undefined : turn())).catch((error: unknown) => house.log.warn({ err: error }, 'the tallies could not be folded; trying again'))
  }, FOLD_MS)
  return async () => {
    isStopped = true
    clearInterval(timer)
    await running
  }
}

/** Rows that only serve a while. */
async function sweepRows(db: Db): Promise<void> {
  await sql`delete from idempotency_keys where at < now() - interval '30 days'`.execute(db)
  await sql`delete from sessions where expires_at < now() - interval '90 days'`.execute(db)
  await sql`delete from invitations where expires_at < now() - interval '30 days'`.execute(db)
  await sql`delete from limits where since < now() - interval '2 days' and (blocked_until is null or blocked_until < now())`.execute(db)
  await sql`delete from presence where seen_at < now() - interval '1 hour'`.execute(db)
}

async function welcome(house: House, home: string, isDemo: boolean): Promise<void> {
  const first = await inviteFirst(house.db)
  const lines = [``, `  The back office is open: ${home}`, ``]
  if (isDemo)
    lines.push(
      `  Demo chain. Sign in at ${home}/backoffice/login with the password Chain-demo-2026 as`,
      `    admin@demo.example (administrator), ceo@demo.example, service@demo.example (customer service),`,
      `    manager01@demo.example … manager12@demo.example (stores S01 … S12), marketing@demo.example,`,
      `    accounting@demo.example, reception01@demo.example, staff01@demo.example …`,
      `  Public form: ${home}/feedback?store=S01`,
    )
  if (first) lines.push(`  Nobody is here yet. Make the first administrator (link valid once, 24 hours):`, `  ${home}${first}`)
  console.log(`${lines.join('\n')}\n`)
}
