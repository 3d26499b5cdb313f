import { join } from 'node:path'
import { sql } from 'kysely'
import { type Logger, pino } from 'pino'
import { tableModules } from '../modules/index.ts'
import { FeedReader } from './activity/feed.ts'
import { settlePositions } from './activity/positions.ts'
import { placeCursors } from './activity/readers.ts'
import { Streams } from './activity/stream.ts'
import type { AppContext } from './app-context.ts'
import { ApiKeys } from './auth/api-keys.ts'
import { Sessions } from './auth/sessions.ts'
import { tokensOf } from './auth/token.ts'
import { readersOf, startBackground } from './background.ts'
import type { Config } from './config.ts'
import { recount } from './counters/counters.ts'
import { DatabaseClock } from './db/clock.ts'
import { type Db, type OpenDb, row } from './db/db.ts'
import { startEmbedded } from './db/embedded.ts'
import { refuseUnfinished } from './db/embedded-state.ts'
import { openDatabases } from './db/open-databases.ts'
import { localStore } from './files/store.ts'
import { watchFiles } from './files/watch.ts'
import { refuseClosedFolders } from './folders.ts'
import { buildApp } from './http/app.ts'
import { drain, trackConnections } from './http/drain.ts'
import { refuseTakenPort } from './http/port.ts'
import type { Route } from './http/route.ts'
import { Jobs } from './jobs/jobs.ts'
import { openLog } from './log.ts'
import { PersonalMailboxes } from './mail/personal/mailboxes.ts'
import { loadModules, type ModuleRegistry } from './module-registry.ts'
import { StartError } from './start-error.ts'
import { startupBanner } from './startup-banner.ts'
import { speakAll } from './translations.ts'
import { VERSION } from './version.ts'

export interface Running {
  url: string
  context: AppContext
  /** Every route, as printed by `npm run routes`. */
  routes: readonly Route[]
  stop(): Promise<void>
}

/** Lines go out together, soon; a write each would cost as much as a short call. The last ones go out with the process. */
const LOGGED = { minLength: 4096, periodicFlush: 200 }

/** Starts a server: database, migrations, demo chain, HTTP, jobs; answers once requests are. What was begun ends when a later part fails. */
export async function start(config: Config): Promise<Running> {
  const ending = new AsyncDisposableStack()
  try {
    return await begin(config, ending)
  } catch (error) {
    await ending.disposeAsync()
    throw error
  }
}

async function begin(config: Config, ending: AsyncDisposableStack): Promise<Running> {
  const destination = pino.destination({ ...LOGGED, sync: config.env === 'test' })
  const log = openLog(config.logLevel, destination)
  // What is about to take long is said before it does.
  const print = (text: string) => {
    log.info(text)
    destination.flushSync()
  }
  log.info({ version: VERSION, node: process.version, pid: process.pid }, 'starting')
  refuseUnfinished(config.dataDir)
  if (config.publicUrl?.startsWith('https:') && config.trustProxy.length === 0)
    log.warn('PUBLIC_URL is https and TRUST_PROXY names no proxy: everybody counts as the proxy, and shares its limits')
  refuseClosedFolders(config.dataDir)
  await refuseTakenPort(config)
  speakAll()
  const composing = loadModules()
  const databaseUrl = config.databaseUrl ?? (await embed(config, log, print, ending))
  const { front, counter, background, prepared } = await openDatabases(config, databaseUrl, print)
  ending.defer(async () => void (await Promise.all([prepared(), front.close(), counter.close(), background.close()])))
  const { db } = front
  const composition = await composing
  await keepZone(db, config.timezone, composition)
  if (await settlePositions(db))
    log.info('the database was restored from another cluster; what happens goes on from there')
  for (const { server } of composition.servers) await server.prepare?.(db)
  const clock = new DatabaseClock()
  const feed = new FeedReader(background.db, log, clock)
  ending.defer(() => feed.stop())
  const sessions = new Sessions(
    db,
    tokensOf(config.secret, () => clock.now()),
    config.sessionIdleMinutes,
  )
  const apiKeys = new ApiKeys(db)
  followRevocations(sessions, apiKeys, feed)
  const files = localStore(join(config.dataDir, 'files'), config.diskReserve)
  const context: AppContext = {
    config,
    db,
    counterDb: counter.db,
    databaseUrl,
    clock,
    pools: { front: front.pool, counter: counter.pool, background: background.pool },
    log,
    sessions,
    apiKeys,
    feed,
    files,
    jobs: new Jobs(log),
    staffMails: composition.staffMails,
    parametersOf: (path) =>
      Object.keys(composition.routes.find((route) => route.method === 'GET' && route.path === path)?.query ?? {}),
  }
  const isDemo = config.demo ? await loadDemoOnce(context, print) : false
  await prepared()
  await feed.start()
  const url = await open(context, background, composition, ending)
  if (config.env !== 'test') await startupBanner(context, config.publicUrl ?? url, isDemo)
  return {
    url: url.replace('//localhost', '//127.0.0.1'),
    context,
    routes: composition.routes,
    stop: () => stopped(log, ending),
  }
}

/** Takes requests, and begins what goes on beside them; answers where. */
async function open(
  context: AppContext,
  background: OpenDb,
  composition: ModuleRegistry,
  ending: AsyncDisposableStack,
): Promise<string> {
  const { host, port } = context.config
  context.streams = new Streams(context)
  const mailboxes = new PersonalMailboxes(context)
  context.mailboxes = mailboxes
  const app = await buildApp(context, composition.routes)
  const connections = trackConnections(app)
  await placeCursors(context.db, readersOf(composition))
  await app.listen({ host, port, listenTextResolver: (address) => `listening at ${address}` })
  ending.defer(watchFiles(context.files, context.log))
  const stopBackground = await startBackground(context, background, composition)
  ending.defer(stopBackground)
  ending.defer(() => drain(app, connections))
  ending.defer(() => context.streams?.stop())
  ending.defer(() => mailboxes.stop())
  const address = app.server.address()
  const taken = typeof address === 'object' && address ? address.port : port
  const here = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host
  return `http://${here.includes(':') ? `[${here}]` : here}:${taken}`
}

async function stopped(log: Logger, ending: AsyncDisposableStack): Promise<void> {
  log.info('stopping: what is under way may end')
  await ending.disposeAsync()
  log.info('stopped')
}

async function embed(
  config: Config,
  log: Logger,
  print: (text: string) => void,
  ending: AsyncDisposableStack,
): Promise<string> {
  print(`starting the database in ${config.dataDir}`)
  const plain = {
    info: (text: string) => log.info(text),
    warn: (text: string) => log.warn(text),
    error: (text: string) => log.error(text),
  }
  const embedded = await startEmbedded({
    dataDir: config.dataDir,
    log: plain,
    ballastMegabytes: config.ballastMegabytes,
  })
  ending.defer(() => embedded.stop())
  return embedded.url
}

/** A key may no more than its maker at this moment. */
const KEYS_HANG_ON = ['api-keys', 'users', 'user-roles']

/** A cached session counts only while this server knows what was committed up to a moment ago. */
function followRevocations(sessions: Sessions, apiKeys: ApiKeys, feed: FeedReader): void {
  sessions.isFresh = () => feed.isFresh()
  apiKeys.isFresh = () => feed.isFresh()
  feed.onAnotherCourse = () => {
    sessions.forget(null)
    apiKeys.forget()
  }
  feed.listen((happened, _mark, isAll) => {
    if (!isAll) sessions.forget(null)
    if (!isAll || happened.some(({ module }) => KEYS_HANG_ON.includes(module))) apiKeys.forget()
    for (const one of happened) {
      if (one.module === 'user-roles') sessions.forget(null)
      else if (one.module === 'users' || one.module === 'sessions') sessions.forget(one.record_id)
    }
  })
}

/** SQL cuts days and months where the chain lives; another zone makes other days of what was counted. */
async function keepZone(db: Db, zone: string, { servers }: ModuleRegistry): Promise<void> {
  const known = await row(db, { zone: 'string' }, sql`select chain_zone() as zone`)
  if (known?.zone === zone) return
  await db.transaction().execute(async (tx) => {
    await sql
      .raw(
        `create or replace function chain_zone() returns text immutable parallel safe language sql return '${zone.replaceAll("'", "''")}'`,
      )
      .execute(tx)
    for (const module of tableModules) await recount(tx, module)
    for (const { server } of servers) await server.recount?.(tx)
  })
}

async function loadDemoOnce(context: AppContext, print: (text: string) => void): Promise<boolean> {
  const someone = await row(context.db, sql`select 1 as n from users limit 1`)
  if (someone)
    return (
      (await row(context.db, sql`select 1 as n from users where email = 'admin@demo.example' limit 1`)) !== undefined
    )
  print('loading the demo chain')
  const { loadDemo } = await import('../demo/demo.ts')
  await loadDemo(context.db, context.files, { now: new Date(), keys: context.config.keys }).catch((error: unknown) => {
    throw new StartError(
      `The demo chain was not loaded, and nothing of it is kept. Please start again. The reason: ${String(error)}`,
      { cause: error },
    )
  })
  return true
}
