import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import './global.ts'

export type FreshDatabase = { url: string; drop(): Promise<void> }

/** A new, empty database in the PostgreSQL of this run; `template` names a database (from `url`) to copy instead. */
export async function freshDatabase(template?: string): Promise<FreshDatabase> {
  const base = inject('databaseUrl')
  const name = `test_${randomBytes(8).toString('hex')}`
  const source = template ? new URL(template).pathname.slice(1) : 'template0'
  await run(base, `create database ${name} template "${source}"`)
  const url = new URL(base)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(base, `drop database if exists ${name} with (force)`) }
}

async function run(url: string, statement: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
