import { readFileSync, writeFileSync } from 'node:fs'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { migrate } from '../src/server/db/migrate.ts'
import { scratchDatabase } from './scratch.ts'
import { checkStatements, type Exception, type Finding } from './sql/check.ts'

/**
 * Fails for each statement of the source that names a table or column which the migrated database has not, and for each shape of rows
 * that is not what PostgreSQL describes; docs/decisions/checked-sql.md.
 * `--except` keeps the list of what PostgreSQL cannot be asked about.
 */
const EXCEPTIONS = new URL('./sql/exceptions.tsv', import.meta.url)
const exceptions = readFileSync(EXCEPTIONS, 'utf8').split('\n').filter(Boolean).map(read)
const isKept = process.argv.includes('--except')
const scratch = await scratchDatabase()
try {
  await migrate(scratch.url)
  await runMigrations({ connectionString: scratch.url })
  const client = new pg.Client({ connectionString: scratch.url })
  await client.connect()
  const { findings, shapes, templates, proved } = await checkStatements(client, isKept ? [] : exceptions)
  await client.end()
  if (isKept) {
    const lines = findings.map(({ exception: { file, columns, text } }) => [file, columns.join(' '), text].join('\t'))
    writeFileSync(EXCEPTIONS, `${[...new Set(lines)].sort().join('\n')}\n`)
  } else if (findings.length + shapes.findings.length > 0) process.exitCode = 1
  for (const one of [...findings, ...shapes.findings]) console.log(said(one))
  console.log(`${proved} of ${templates} pieces of SQL are proved by PostgreSQL, ${findings.length} are wrong.`)
  console.log(
    `${shapes.compared} of ${shapes.total} shapes of rows are compared with its columns, ${shapes.findings.length} are wrong.`,
  )
} finally {
  await scratch.drop()
}

function read(line: string): Exception {
  const [file = '', columns = '', text = ''] = line.split('\t')
  return { file, columns: columns.split(' ').filter(Boolean), text }
}

function said({ place, says, named }: Omit<Finding, 'exception'>): string {
  return `${place} ${says}${named && named !== place ? ` (named at ${named})` : ''}`
}
