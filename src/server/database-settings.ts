import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** Where PostgreSQL is: one address each, or its parts, in which a password stands as it is. */
export const databaseSettings = {
  DATABASE_URL: address(),
  DATABASE_HOST: z.string().optional(),
  DATABASE_PORT: port('5432'),
  DATABASE_NAME: z.string().optional(),
  DATABASE_USER: z.string().optional(),
  DATABASE_PASSWORD: z.string().optional(),
  DATABASE_PASSWORD_FILE: z.string().optional(),
  DATABASE_DIRECT_URL: address(),
  DATABASE_DIRECT_HOST: z.string().optional(),
  DATABASE_DIRECT_PORT: port('5432'),
  DATABASE_REPLICA_URL: address(),
  DATABASE_REPLICA_HOST: z.string().optional(),
  DATABASE_REPLICA_PORT: port('5432'),
}

export interface DatabaseAddresses {
  /** PostgreSQL itself: for migrations, jobs and all that outlives a transaction. Absent: the embedded one. */
  databaseUrl: string | undefined
  /** PgBouncer in front of it, for what answers requests. */
  poolerUrl: string | undefined
  replicaUrl: string | undefined
}

type Given = z.output<z.ZodObject<typeof databaseSettings>>

/** The addresses as `pg` takes them. Throws an Error with a sentence for the operator; no sentence holds a password. */
export function databaseAddresses(given: Given): DatabaseAddresses {
  const main = addressOf(given, '')
  const direct = addressOf(given, 'DIRECT_')
  const replica = addressOf(given, 'REPLICA_')
  if (!main && direct)
    throw new Error('DATABASE_DIRECT_… goes with DATABASE_URL or DATABASE_HOST, which then name PgBouncer.')
  if (!main && replica) throw new Error('DATABASE_REPLICA_… goes with DATABASE_URL or DATABASE_HOST.')
  return { databaseUrl: direct ?? main, poolerUrl: direct && main, replicaUrl: replica }
}

type Which = '' | 'DIRECT_' | 'REPLICA_'

function addressOf(given: Given, which: Which): string | undefined {
  const [url, host] = [given[`DATABASE_${which}URL`], given[`DATABASE_${which}HOST`]]
  if (url && host) throw new Error(`DATABASE_${which}URL and DATABASE_${which}HOST say the same: give one of them.`)
  return url ?? (host && put(given, host, given[`DATABASE_${which}PORT`]))
}

function put(given: Given, host: string, port: string): string {
  const { DATABASE_NAME: name, DATABASE_USER: user } = given
  if (!name || !user) throw new Error('DATABASE_NAME and DATABASE_USER go with a host: name both.')
  const password = passwordOf(given)
  const who = password === '' ? encode(user) : `${encode(user)}:${encode(password)}`
  const where = host.includes(':') ? `[${host}]` : encode(host)
  return `postgresql://${who}@${where}:${port}/${encode(name)}`
}

function passwordOf({ DATABASE_PASSWORD: password, DATABASE_PASSWORD_FILE: file }: Given): string {
  if (password && file) throw new Error('DATABASE_PASSWORD and DATABASE_PASSWORD_FILE say the same: give one of them.')
  if (!file) return password ?? ''
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new Error(`DATABASE_PASSWORD_FILE: ${file} cannot be read${why}.`)
  }
}

const encode = encodeURIComponent

function port(usual: string) {
  return z
    .string()
    .regex(/^\d{1,5}$/, 'must be the number of a port')
    .default(usual)
}

function address() {
  return z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgresql://')
    .refine(
      isReadable,
      'cannot be read: in a password write / as %2F, # as %23, ? as %3F, @ as %40 and % as %25, or give DATABASE_HOST, DATABASE_USER and DATABASE_PASSWORD instead, which take it as it is',
    )
    .optional()
}

/** A password that ends the address too early leaves its @ behind the host, or a host that is none. */
function isReadable(url: string): boolean {
  // pg takes an empty host as that of the socket.
  const parsed = URL.parse(url.replace('@/', '@localhost/'))
  return parsed !== null && !parsed.pathname.includes('@') && !parsed.search.includes('@') && parsed.hash === ''
}
