import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { codeOf } from './db.ts'

const PATIENCE_MS = 60_000
const SAY_EVERY_MS = 15_000
const OLDEST = 17

/** What a connection must be good for. */
export interface Wanted {
  /** The setting that names it, for messages. */
  setting: string
  /** It leads to PostgreSQL itself, and may write. Else PgBouncer may stand between. */
  isDirect: boolean
}

/**
 * Waits until the database answers, for a minute at most; says what it waits for.
 * @throws StartError with the reason in a sentence, at once where waiting would not help
 */
export async function reach(
  url: string,
  wanted: Wanted,
  print: (text: string) => void,
  patience = PATIENCE_MS,
): Promise<void> {
  const client = new pg.Client(url)
  const where = `${client.host}:${client.port}`
  const end = performance.now() + patience
  for (let saidAt = Number.NEGATIVE_INFINITY; ; await pause(500)) {
    const problem = await look(url, wanted).then(
      () => null,
      (error: unknown) => error,
    )
    if (problem === null) return
    if (!isPassing(problem)) throw explained(problem, wanted, client)
    if (performance.now() > end)
      throw new StartError(
        `PostgreSQL at ${where} did not answer for ${patience / 1000} seconds (${reasonOf(problem)}). Is it running, and does ${wanted.setting} name it?`,
      )
    if (performance.now() - saidAt < SAY_EVERY_MS) continue
    saidAt = performance.now()
    print(`PostgreSQL at ${where} does not answer yet (${reasonOf(problem)}); waiting up to a minute`)
  }
}

async function look(url: string, { isDirect, setting }: Wanted): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'start',
    connectionTimeoutMillis: 5000,
    ...(isDirect && { options: '-c plan_cache_mode=force_generic_plan' }),
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number; is_standby: boolean; plans: string }>(
      `select current_setting('server_version_num')::int as version, pg_is_in_recovery() as is_standby, current_setting('plan_cache_mode') as plans`,
    )
    const { version = 0, is_standby, plans } = rows[0] ?? {}
    if (version < OLDEST * 10_000)
      throw new StartError(
        `${setting} leads to PostgreSQL ${Math.floor(version / 10_000)}: this needs ${OLDEST} or later.`,
      )
    if (is_standby) throw new StartError(`${setting} leads to a standby, which takes no changes: name the primary.`)
    // It may have been told to drop what a connection asks for.
    if (isDirect && plans !== 'force_generic_plan') throw new StartError(behindPooler(setting))
  } finally {
    await client.end().catch(() => {})
  }
}

const PASSING = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT']

/** Whether it may pass by waiting: nobody there yet, starting up, or too many there already. */
function isPassing(error: unknown): boolean {
  const code = codeOf(error) ?? ''
  if (PASSING.includes(code) || ['ENOENT', 'EPIPE', '57P03', '57P01', '53300'].includes(code)) return true
  return (
    !isRefusal(error) && /^08|^$/.test(code) && /timeout|terminated|login has been failing|closed/i.test(text(error))
  )
}

const isRefusal = (error: unknown): boolean =>
  error instanceof StartError || /unsupported startup parameter/.test(text(error))

function explained(error: unknown, { setting }: Wanted, { user, database, host }: pg.Client): unknown {
  const code = codeOf(error) ?? ''
  if (error instanceof StartError) return error
  if (/unsupported startup parameter/.test(text(error))) return new StartError(behindPooler(setting))
  if (/password must be a (non-empty )?string/.test(text(error)))
    return new StartError(`PostgreSQL wants a password of the role ${user}, and ${setting} has none.`)
  if (code.startsWith('28') || /authentication failed/.test(text(error)))
    return new StartError(
      `PostgreSQL at ${host} does not let the role ${user} in: ${text(error)}. Check its password, and pg_hba.conf.`,
    )
  if (code === '3D000' || /no such database/.test(text(error)))
    return new StartError(
      `There is no database ${database} at ${host}: create it with createdb --owner=${user} --encoding=UTF8 --template=template0 ${database}`,
    )
  return new StartError(`PostgreSQL at ${host} cannot be used: ${reasonOf(error)}.`)
}

const behindPooler = (setting: string): string =>
  `${setting} leads to PgBouncer, and migrations and jobs need PostgreSQL itself: leave DATABASE_URL at PgBouncer and name PostgreSQL in DATABASE_DIRECT_URL.`

const text = (error: unknown): string => (error instanceof Error ? error.message : String(error))
const reasonOf = (error: unknown): string => text(error) || (codeOf(error) ?? 'no reason given')
