import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { startEmbedded } from '../../../src/server/db/embedded.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { atTheEnd, newFolder } from '../at-the-end.ts'

/** A cluster of its own, just made by initdb, gone at the end. */
export async function freshCluster(dataDir = newFolder('cluster')): Promise<{ url: string; stop(): Promise<void> }> {
  const log = { info: () => undefined, warn: console.warn, error: console.error }
  const { url, stop } = await startEmbedded({ dataDir, log, settings: { fsync: 'off', full_page_writes: 'off' } })
  atTheEnd(stop)
  return { url, stop }
}

/**
 * Dumps a database and restores it into a cluster that was just made; answers its address. With pg_dump and pg_restore where they are as
 * new as the server (`PG_BIN` names their folder), which Debian's are not; else all that a dump holds is moved by SQL: the schema by
 * migrations, then the functions, rows and sequences of one snapshot, past the triggers.
 */
export async function restoredElsewhere(source: string): Promise<string> {
  const { url } = await freshCluster()
  const bin = process.env.PG_BIN
  if (bin) withTools(bin, source, url)
  else await withSql(source, url)
  return url
}

function withTools(bin: string, source: string, target: string): void {
  const dump = join(newFolder('dump'), 'database.dump')
  execFileSync(join(bin, 'pg_dump'), ['--format=custom', '--no-owner', `--file=${dump}`, source])
  execFileSync(join(bin, 'pg_restore'), ['--no-owner', '--exit-on-error', `--dbname=${target}`, dump])
}

const AT_ONCE = 5000
const TABLES = `select format('%I.%I', n.nspname, c.relname) as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker') group by c.oid, n.nspname, c.relname order by c.oid`
const FUNCTIONS = `select pg_get_functiondef(p.oid) as made from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
  and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`
const SEQUENCES = `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
  from pg_sequences where schemaname in ('public', 'graphile_worker') and last_value is not null`

async function withSql(source: string, target: string): Promise<void> {
  await migrate(target)
  await runMigrations({ connectionString: target })
  const from = new pg.Client(source)
  const to = new pg.Client(target)
  await Promise.all([from.connect(), to.connect()])
  try {
    await from.query(`set timezone = 'UTC'; begin isolation level repeatable read read only`)
    await to.query(`set timezone = 'UTC'; begin; set local session_replication_role = replica`)
    const tables = (await from.query<{ name: string; columns: string }>(TABLES)).rows
    await to.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
    for (const { made } of (await from.query<{ made: string }>(FUNCTIONS)).rows) await to.query(made)
    for (const table of tables) await copyRows(from, to, table)
    for (const { name, last } of (await from.query<{ name: string; last: string }>(SEQUENCES)).rows)
      await to.query('select setval($1::regclass, $2)', [name, last])
    await to.query('commit')
    await to.query('analyze')
  } finally {
    await Promise.all([from.end(), to.end()])
  }
}

async function copyRows(from: pg.Client, to: pg.Client, table: { name: string; columns: string }): Promise<void> {
  const { name, columns } = table
  await from.query(
    `declare part no scroll cursor for select to_json(r)::text as line from (select ${columns} from ${name}) r`,
  )
  for (;;) {
    const { rows } = await from.query<{ line: string }>(`fetch ${AT_ONCE} from part`)
    if (rows.length === 0) break
    await to.query(
      `insert into ${name} (${columns}) overriding system value select ${columns} from json_populate_recordset(null::${name}, $1::json)`,
      [`[${rows.map(({ line }) => line).join(',')}]`],
    )
  }
  await from.query('close part')
}
