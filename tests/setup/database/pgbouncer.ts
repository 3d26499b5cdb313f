import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { runAs } from '../../../src/server/db/embedded-account.ts'
import { atTheEnd, newFolder } from '../at-the-end.ts'
import { freePort } from '../mail/real-servers.ts'

/** Debian's; others to be tried beside it are named in PGBOUNCERS, parted by commas. */
export const PGBOUNCERS = ['/usr/sbin/pgbouncer', ...(process.env.PGBOUNCERS?.split(',') ?? [])]

/** At most so many connections to a database, so that callers have to share them. */
export const POOL_SIZE = 3

export interface PgBouncer {
  /** The address of a database through it. */
  through(url: string): string
  /** A command of its console. */
  command(text: string): Promise<void>
}

/** As deploy/pgbouncer.ini has it, in front of the PostgreSQL of this run. */
export async function startPgBouncer(program: string, more: readonly string[] = []): Promise<PgBouncer> {
  const folder = newFolder('pgbouncer')
  const base = new URL(inject('databaseUrl'))
  const { host, user, password } = new pg.Client(base.href)
  const { uid, gid } = statSync(host)
  const port = await freePort()
  const config = join(folder, 'pgbouncer.ini')
  writeFileSync(join(folder, 'userlist.txt'), `"${user}" "${password}"\n`)
  writeFileSync(
    config,
    [
      '[databases]',
      `* = host=${host} port=5432`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${join(folder, 'userlist.txt')}`,
      `admin_users = ${user}`,
      'pool_mode = transaction',
      `default_pool_size = ${POOL_SIZE}`,
      ...(versionOf(program) >= 121 ? ['max_prepared_statements = 200'] : []),
      ...more,
    ].join('\n'),
  )
  for (const path of [folder, config, join(folder, 'userlist.txt')]) {
    chownSync(path, uid, gid)
    chmodSync(path, path === folder ? 0o700 : 0o600)
  }
  // It refuses root, as PostgreSQL does, and needs the same way through closed folders.
  const account = process.getuid?.() === 0 ? { uid, gid } : undefined
  const { file, args, options } = runAs(account, program, ['-q', config], [join(host, '.s.PGSQL.5432'), config])
  const child = spawn(file, args, { ...options, stdio: 'ignore' })
  const gone = new Promise((ended) => child.once('exit', ended))
  atTheEnd(async () => {
    child.kill('SIGKILL')
    await gone
  })
  await answering(port)
  const through = (url: string) => {
    const { pathname } = new URL(url)
    return `postgresql://${user}:${encodeURIComponent(String(password))}@127.0.0.1:${port}${pathname}`
  }
  return { through, command: (text) => command(through('x:/pgbouncer'), text) }
}

async function command(url: string, text: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(text)
  await client.end()
}

/** 1.18.0 is 118. */
export function versionOf(program: string): number {
  const [, major, minor] =
    /PgBouncer (\d+)\.(\d+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' })) ?? []
  return Number(major) * 100 + Number(minor)
}

async function answering(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const isOpen = await new Promise<boolean>((tell) => {
      const socket = connect(port, '127.0.0.1', () => tell(true))
      socket.once('error', () => tell(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isOpen) return
    await pause(25)
  }
  throw new Error('PgBouncer does not answer')
}
