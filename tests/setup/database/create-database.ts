import { randomBytes } from 'node:crypto'
import pg from 'pg'

export type FreshDatabase = { url: string; drop(): Promise<void> }

/** A new database on the server of `base`, empty, or a copy of the one that `template` names by its url. */
export async function createDatabase(base: string, template?: string): Promise<FreshDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const source = template ? new URL(template).pathname.slice(1) : 'template0'
  await run(base, `create database ${name} template "${source}" strategy file_copy`)
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
