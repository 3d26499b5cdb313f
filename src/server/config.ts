import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { type DatabaseAddresses, databaseAddresses, databaseSettings } from './database-settings.ts'
import { closedFolder } from './folders.ts'
import { isAddressOrNetwork, networksOf } from './http/networks.ts'
import { type Keys, keysOf } from './private/keys.ts'
import { isRetention } from './private/retentions.ts'
import { StartError } from './start-error.ts'

export type Config = Readonly<
  Omit<Settings, 'dataKeys' | 'database'> & DatabaseAddresses & { secret: string; keys: Keys }
>

/** Thrown when the environment is wrong: `message` is made for the person who starts the server. */
export class ConfigError extends StartError {
  override name = 'ConfigError'
}

/** Reads and checks the environment; on the embedded default a missing secret is made once and kept in DATA_DIR. */
export function loadConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const parsed = settings.safeParse(withoutBlanks(env))
  if (!parsed.success) throw new ConfigError(explain(parsed.error))
  const { dataKeys, database, ...rest } = parsed.data
  const addresses = addressesOf(database)
  const secret = env.APP_SECRET ? checkSecret(env.APP_SECRET) : missingSecret({ ...rest, ...addresses })
  const [newest = secret, ...older] = [...dataKeys, secret]
  return { ...rest, ...addresses, secret, keys: keysOf([newest, ...older]) }
}

const whole = (least: number, most: number, usual: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(least, `must be at least ${least}`).max(most, `must be at most ${most}`))
    .default(usual)

const onOff = z
  .enum(['0', '1', 'true', 'false'], 'must be 1 or 0')
  .transform((value) => value === '1' || value === 'true')

const serviceUrl = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://routing.example.com' })
  .transform((value) => value.replace(/\/+$/, ''))

const networks = z
  .string()
  .default('')
  .transform(splitList)
  .refine(
    (list) => list.every(isAddressOrNetwork),
    'must be a list of addresses or networks, such as 10.0.0.5,10.1.0.0/16',
  )

const settings = z
  .object({
    ...databaseSettings,
    NODE_ENV: z
      .enum(['development', 'test', 'production'], 'must be development, test or production')
      .default('development'),
    HOST: z.string().default('127.0.0.1'),
    PORT: whole(0, 65535, 3000),
    PUBLIC_URL: z
      .url({ protocol: /^https?$/, error: 'must be an address such as https://office.example.com' })
      .transform((value) => value.replace(/\/+$/, ''))
      .optional(),
    DATA_DIR: z
      .string()
      .default('.data')
      .transform((path) => resolve(path)),
    DATA_KEYS: z
      .string()
      .default('')
      .transform(splitList)
      .refine((keys) => keys.every((key) => key.length >= 32), 'must be keys of at least 32 characters each'),
    DATABASE_POOL: whole(2, 50, 10),
    EMBEDDED_BALLAST_MB: whole(0, 10_000, 256),
    APP_TIMEZONE: z
      .string()
      .refine(isTimezone, 'must be a time zone such as Asia/Ho_Chi_Minh')
      .default('Asia/Ho_Chi_Minh'),
    CHAIN_NAME: z.string().trim().max(100, 'must have at most 100 characters').optional(),
    DEMO: onOff.optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
    TRUST_PROXY: networks,
    STORE_NETWORKS: networks,
    RATE_LIMITS: z
      .union(
        [
          z.literal('default').transform(() => 1),
          z
            .string()
            .regex(/^\d+(\.\d+)?$/)
            .transform(Number)
            .pipe(z.number().positive()),
        ],
        "must be 'default' or a factor such as 10",
      )
      .default(1),
    CHALLENGE_BITS: whole(8, 24, 16),
    SESSION_IDLE_MINUTES: whole(15, 1440, 480),
    MAIL_TIMEOUT_SECONDS: whole(1, 600, 60),
    MAIL_INTERNAL_HOSTS: z
      .string()
      .default('')
      .transform((value) => splitList(value.toLowerCase())),
    WEBHOOK_PRIVATE: onOff.default(false),
    ROUTING_URL: serviceUrl.optional(),
    GEOCODING_URL: serviceUrl.optional(),
    ROUTING_INTERNAL: onOff.default(false),
    ASSISTANT_PROVIDER: z.enum(['generative', 'chat'], "must be 'generative' or 'chat'").optional(),
    ASSISTANT_URL: serviceUrl.optional(),
    ASSISTANT_KEY: z.string().max(500, 'must have at most 500 characters').optional(),
    ASSISTANT_MODEL: z
      .string()
      .regex(/^[\w.:/-]{1,100}$/, 'must be the name of a model, such as gemini-2.5-flash')
      .optional(),
    ASSISTANT_INTERNAL: onOff.default(false),
    ASSISTANT_TIMEOUT_SECONDS: whole(1, 300, 20),
    ASSISTANT_CALLS_A_MONTH: whole(1, 10_000_000, 20_000),
    OFFLINE_FORMS: onOff.default(true),
    CHECKIN_OFFLINE: onOff.default(false),
    AUTO_CLOSE_DAYS: whole(1, 365, 7),
    PROMOTION_DISCOUNT_MOST: whole(1, 100, 50),
    PROMOTION_DAYS_MOST: whole(1, 366, 120),
    EXPORTS_AT_ONCE: whole(1, 20, 2),
    EXPORTS_PER_HOUR: whole(1, 10_000, 10),
    IMPORTS_PER_HOUR: whole(1, 10_000, 10),
    RETENTION: z
      .string()
      .default('')
      .transform(splitList)
      .refine(areRetentions, 'must be days such as goods-delivery.finished=730,complaints.trashed=0')
      .transform((list) =>
        Object.fromEntries(
          list.map((one) => [one.slice(0, one.indexOf('=')), Number(one.slice(one.indexOf('=') + 1))]),
        ),
      ),
    DISK_RESERVE_MB: whole(0, 1_000_000, 1024),
    DISK_RESERVE_PERCENT: whole(0, 90, 10),
  })
  .superRefine((value, context) => {
    if (!value.ASSISTANT_PROVIDER) return
    for (const name of ['ASSISTANT_URL', 'ASSISTANT_MODEL'] as const)
      if (!value[name])
        context.addIssue({ code: 'custom', path: [name], message: 'is needed where ASSISTANT_PROVIDER is set' })
  })
  .transform((value) => ({
    env: value.NODE_ENV,
    host: value.HOST,
    port: value.PORT,
    publicUrl: value.PUBLIC_URL,
    dataDir: value.DATA_DIR,
    database: value,
    dataKeys: value.DATA_KEYS,
    databasePool: value.DATABASE_POOL,
    ballastMegabytes: value.NODE_ENV === 'test' ? 0 : value.EMBEDDED_BALLAST_MB,
    timezone: value.APP_TIMEZONE,
    chainName: value.CHAIN_NAME,
    demo: value.DEMO ?? value.NODE_ENV !== 'production',
    logLevel: value.LOG_LEVEL,
    metricsToken: value.METRICS_TOKEN,
    trustProxy: value.TRUST_PROXY,
    storeNetworks: networksOf(value.STORE_NETWORKS),
    rateLimitFactor: value.RATE_LIMITS,
    challengeBits: value.CHALLENGE_BITS,
    sessionIdleMinutes: value.SESSION_IDLE_MINUTES,
    mailSilenceSeconds: value.MAIL_TIMEOUT_SECONDS,
    mailInternalHosts: value.MAIL_INTERNAL_HOSTS,
    webhookPrivate: value.WEBHOOK_PRIVATE,
    routing:
      value.ROUTING_URL && value.GEOCODING_URL
        ? { route: value.ROUTING_URL, geocode: value.GEOCODING_URL, isInternal: value.ROUTING_INTERNAL }
        : undefined,
    assistant:
      value.ASSISTANT_PROVIDER && value.ASSISTANT_URL && value.ASSISTANT_MODEL
        ? {
            shape: value.ASSISTANT_PROVIDER,
            url: value.ASSISTANT_URL,
            key: value.ASSISTANT_KEY,
            model: value.ASSISTANT_MODEL,
            isInternal: value.ASSISTANT_INTERNAL,
            silenceMs: value.ASSISTANT_TIMEOUT_SECONDS * 1000,
            callsAMonth: value.ASSISTANT_CALLS_A_MONTH,
          }
        : undefined,
    offlineForms: value.OFFLINE_FORMS,
    checkinOffline: value.CHECKIN_OFFLINE,
    autoCloseDays: value.AUTO_CLOSE_DAYS,
    promotionLimits: { percent: value.PROMOTION_DISCOUNT_MOST, days: value.PROMOTION_DAYS_MOST },
    exportsAtOnce: value.EXPORTS_AT_ONCE,
    exportsPerHour: value.EXPORTS_PER_HOUR,
    importsPerHour: value.IMPORTS_PER_HOUR,
    retention: value.RETENTION,
    diskReserve: { bytes: value.DISK_RESERVE_MB * 2 ** 20, share: value.DISK_RESERVE_PERCENT / 100 },
  }))

type Settings = z.output<typeof settings>

function withoutBlanks(env: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''))
}

function explain(error: z.ZodError) {
  return explained(error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`))
}

function explained(lines: string[]) {
  const shown = lines.map((line) => `  ${line}`)
  return ['The settings in the environment are not right:', ...shown, 'See .env.example for every setting.'].join('\n')
}

function checkSecret(secret: string) {
  if (secret.length < 32)
    throw new ConfigError('APP_SECRET must have at least 32 characters; `openssl rand -base64 32` makes one.')
  return secret
}

function addressesOf(database: Settings['database']): DatabaseAddresses {
  try {
    return databaseAddresses(database)
  } catch (error) {
    throw new ConfigError(explained([error instanceof Error ? error.message : String(error)]))
  }
}

function missingSecret({ env, databaseUrl, dataDir }: Pick<Config, 'env' | 'databaseUrl' | 'dataDir'>) {
  if (env === 'production' && databaseUrl)
    throw new ConfigError(
      'APP_SECRET is missing. With DATABASE_URL in production every server needs the same one; `openssl rand -base64 32` makes one.',
    )
  return keepSecret(dataDir, 'secret')
}

/** Reads DATA_DIR/<name>, or makes it: 32 random bytes that only the owner may read. */
export function keepSecret(dataDir: string, name: string): string {
  const file = join(dataDir, name)
  const secret = readOrMake(dataDir, file).trim()
  if (secret.length < 32) throw new ConfigError(`${file} is damaged: it should hold a secret of 43 characters.`)
  return secret
}

function readOrMake(dataDir: string, file: string): string {
  try {
    mkdirSync(dataDir, { recursive: true })
    if (existsSync(file)) chmodSync(file, 0o600)
    else writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    // Another server of the folder made it first.
    if (!existsSync(file)) throw closedFolder(error, dataDir)
  }
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new ConfigError(`${file} belongs to another account: start the server as the one that made it.`)
  }
}

function isTimezone(name: string) {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

function splitList(value: string) {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

function areRetentions(list: string[]) {
  return list.every((one) => {
    const [name = '', days = ''] = one.split('=')
    return isRetention(name) && /^\d{1,5}$/.test(days)
  })
}
