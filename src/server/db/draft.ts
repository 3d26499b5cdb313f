import { sql } from 'kysely'
import { tableModules } from '../../modules/index.ts'
import type { Definition } from '../../shared/resource.ts'
import { counterFunctions, counterTables, counterTablesOf, recountSql } from '../counters/counters.ts'
import { searchIndexFunctions, searchIndexTableOf, searchIndexTables, waitingTableOf } from '../search/search.ts'
import { type Db, rows } from './db.ts'
import { type Column, desiredTables, type Table } from './schema.ts'
import type { RowOf } from './shape.ts'

const FOUND = {
  table: 'string',
  column: 'string',
  type: 'string',
  expression: 'string?',
} as const
type Found = RowOf<typeof FOUND>

/** The SQL that takes the database to the definitions; empty where they agree. Columns no longer defined are named, never dropped. */
export async function draftMigration(db: Db): Promise<string[]> {
  const found = await rows(
    db,
    FOUND,
    sql`select c.relname as "table", a.attname as "column", format_type(a.atttypid, a.atttypmod) as type,
          case when a.attgenerated <> '' then pg_get_expr(d.adbin, d.adrelid) end as expression
        from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where n.nspname = 'public' and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`,
  )
  const indexes = new Set(
    (await rows(db, { name: 'string' }, sql`select indexname as name from pg_indexes where schemaname = 'public'`)).map(
      (r) => r.name,
    ),
  )
  const columns = Map.groupBy(found, (one) => one.table)
  const bodies = new Map(
    (
      await rows(
        db,
        { name: 'string', body: 'string' },
        sql`select proname as name, prosrc as body from pg_proc where pronamespace = 'public'::regnamespace`,
      )
    ).map(({ name, body }) => [name, body]),
  )
  const tallies = tableModules
    .filter((module) => module.counters)
    .flatMap((module) => tallyDraft(module, { columns, bodies, indexes }))
  const tables = desiredTables().flatMap((table) => [
    ...tableDraft(table, columns.get(table.name)),
    ...Object.entries(table.indexes)
      .filter(([name]) => !indexes.has(name))
      .map(([name, definition]) => createIndex(name, definition)),
  ])
  const words = tableModules
    .filter((module) => module.separateSearchIndex)
    .flatMap((module) => wordsDraft(module, columns, bodies))
  return [...tables, ...tallies, ...words]
}

/**
 * Columns whose names SQL has another use for, so that no statement could make them.
 * @returns one sentence per column
 */
export async function reservedNames(
  db: Db,
  tables: readonly Pick<Table, 'name' | 'columns'>[] = desiredTables(),
): Promise<string[]> {
  const words = await rows(db, { word: 'string' }, sql`select word from pg_get_keywords() where catcode in ('R', 'T')`)
  const reserved = new Set(words.map(({ word }) => word))
  return tables.flatMap((table) =>
    table.columns
      .filter(({ name }) => reserved.has(name))
      .map(({ name }) => `${name}, a field of ${table.name}, is a word that SQL keeps for itself: name it otherwise.`),
  )
}

/** What words kept apart need; where their fields change, they are filled anew as they were at first. */
function wordsDraft(module: Definition, found: Map<string, Found[]>, bodies: Map<string, string>): string[] {
  const words = searchIndexTableOf(module)
  if (!found.has(words)) return [searchIndexTables(module)]
  const isSame = searchIndexFunctions(module).every(({ name, body }) => bodies.get(name) === body)
  return isSame
    ? []
    : [
        `drop table ${words}, ${waitingTableOf(module)};`,
        `-- and its four triggers on ${module.table}`,
        searchIndexTables(module),
      ]
}

/** What a changed tally needs; every count is then made anew, as none knows what it has not counted. */
function tallyDraft(module: Definition, there: There): string[] {
  if (!there.columns.has(`${module.table}_counters`)) return [counterTables(module)]
  const isSame = ({ name, columns }: { name: string; columns: string[] }) =>
    there.columns
      .get(name)
      ?.map(({ column }) => column)
      .toSorted()
      .join() === columns.toSorted().join()
  const tables = counterTablesOf(module).flatMap((table) => {
    if (isSame(table)) return []
    return [...(there.columns.has(table.name) ? [`drop table ${table.name};`] : []), table.create]
  })
  const functions = counterFunctions(module).filter(({ name, body }) => there.bodies.get(name) !== body)
  // Indexes alone count nothing anew.
  const indexes = counterTablesOf(module)
    .filter(isSame)
    .flatMap(({ create }) => create.split('\n'))
    .filter((line) => {
      const [, name] = /^create index (\w+)/.exec(line) ?? []
      return name && !there.indexes.has(name)
    })
  const changed = [...tables, ...functions.map(({ create }) => create)]
  return [...indexes, ...changed, ...(changed.length > 0 ? [recountSql(module)] : [])]
}

/** What the database has: columns by table, bodies by function, and the names of indexes. */
interface There {
  columns: Map<string, Found[]>
  bodies: Map<string, string>
  indexes: Set<string>
}

function tableDraft(table: Table, found: Found[] | undefined): string[] {
  if (!found) return [`create table ${table.name} (\n  ${table.columns.map(declare).join(',\n  ')}\n);`]
  const known = new Map(found.map((one) => [one.column, one]))
  const added = table.columns
    .filter((c) => !known.has(c.name))
    .map((c) => `alter table ${table.name} add column ${declare(c)};`)
  const retyped = table.columns
    .filter((c) => known.has(c.name) && known.get(c.name)?.type !== c.type)
    .map((c) => `alter table ${table.name} alter column ${c.name} type ${c.type};`)
  const recomputed = table.columns.flatMap(({ name, rest }) => {
    const [, wanted] = /^generated always as (.*) stored$/s.exec(rest) ?? []
    const present = known.get(name)?.expression
    return wanted && present && bare(present) !== bare(wanted)
      ? [`alter table ${table.name} alter column ${name} set expression as ${wanted};`]
      : []
  })
  const wanted = new Set(table.columns.map((c) => c.name))
  const own = tableModules.find((module) => module.table === table.name)?.ownColumns ?? []
  const left = found.filter((one) => !wanted.has(one.column) && !own.includes(one.column))
  return [
    ...added,
    ...retyped,
    ...recomputed,
    ...left.map((one) => `-- ${table.name}.${one.column} is in the database but in no definition`),
  ]
}

/** An expression without what PostgreSQL adds where it tells it: casts, brackets, blanks. */
const bare = (expression: string): string => expression.replaceAll(/::text|[()\s]/g, '').toLowerCase()

const declare = (column: Column): string => `${column.name} ${column.type} ${column.rest}`.trim()
const createIndex = (name: string, definition: string): string =>
  definition.startsWith('unique ')
    ? `create unique index ${name} ${definition.slice(7)};`
    : `create index ${name} ${definition};`
