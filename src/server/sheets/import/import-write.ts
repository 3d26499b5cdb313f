import { sql } from 'kysely'
import type { Json } from '../../../shared/definition/field-options.ts'
import type { Fields } from '../../../shared/fields.ts'
import { isWritable } from '../../../shared/fields.ts'
import { pack } from '../../../shared/message.ts'
import { isPrivateField } from '../../../shared/private.ts'
import { REFUSALS, Refusal } from '../../../shared/refusals.ts'
import { type Definition, entriesOf } from '../../../shared/resource.ts'
import { recordSql } from '../../activity/activity.ts'
import type { Actor } from '../../actor.ts'
import type { AppContext } from '../../app-context.ts'
import { MANY } from '../../db/columns.ts'
import { all, type Db, inTransaction, json, row, rows, type Sql, type Tx } from '../../db/db.ts'
import { jsonOf } from '../../db/shape.ts'
import type { ImportedRow, Imports } from '../../resource/import-options.ts'
import { placeSql } from '../../resource/scope.ts'
import { loggedTitle, privateChanges } from '../../resource/statements.ts'
import { INDEX_LATER } from '../../search/search.ts'
import { differs, fingerprintOf, goneOf, judge } from './import-judge.ts'
import { importFields, refuseRows } from './imports.ts'

/** Rows of one transaction: long enough to be quick, short enough that nobody waits for its locks. */
export const CHUNK = 500

export interface Writing {
  id: number
  /** The server at work; another one's word no longer counts. */
  runner: string
  given: readonly string[]
  changesKnown: boolean
}

/**
 * Writes the next rows of an import, with their history and their mark, in one transaction: whatever is killed, no row is written
 * twice. Answers how many; 0 where none is left, null where another server has taken over.
 */
export async function writeNext(
  context: AppContext,
  db: Db | Tx,
  definition: Definition,
  imports: Imports,
  writing: Writing,
  actor: Actor,
  most = CHUNK,
): Promise<number | null> {
  return inTransaction(db, async (tx) => {
    // Whatever a stopping machine forgets, it forgets rows and marks together; the end of the import waits for the disk.
    await sql`select set_config('synchronous_commit', 'off', true), ${INDEX_LATER}`.execute(tx)
    const next = await nextRows(tx, writing, most)
    const last = next?.at(-1)?.line
    if (!next || last === undefined) return next && 0
    const lines = (verdict: string) => next.flatMap((one) => (one.verdict === verdict ? [one.line] : []))
    let refused = 0
    if (imports.write) refused = await writeEach(context, tx, definition, imports.write, writing.id, next, actor)
    else {
      await insertRows(tx, definition, imports, writing.id, lines('new'), actor)
      await updateRows(tx, definition, imports, writing, lines('changed'), actor)
    }
    await sql`update imports set done = done + ${next.length - refused}, written_to = ${last}, seen_at = now() where id = ${writing.id}`.execute(
      tx,
    )
    return next.length
  })
}

/** Rows of a workbook at most: all of them. */
const EVERY = 1_000_000
const CHANGED_SINCE =
  'What this workbook replaces was changed after it was checked. Nothing is saved. Please check what would change now, then import again.'

/**
 * Writes all of an import that replaces, and lets go what it does not name, in one transaction. Where what it replaces is no longer what
 * was shown, it is shown anew and nothing is written. Answers as `writeNext` does, and null then, too.
 */
export async function writeWhole(
  context: AppContext,
  definition: Definition,
  imports: Imports,
  writing: Writing & { missing: readonly string[] },
  actor: Actor,
): Promise<number | null> {
  return inTransaction(context.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`replace ${definition.table}`}))`.execute(tx)
    const mine = await row(
      tx,
      { from: 'number', fingerprint: 'string?' },
      sql`select written_to as "from", fingerprint from imports where id = ${writing.id} and state = 'importing' and runner = ${writing.runner} for update`,
    )
    if (!mine || mine.from > 0) return mine ? 0 : null
    const counts = await judge(tx, definition, imports, writing, { actor, context })
    const fingerprint = await fingerprintOf(tx, definition, imports, writing.id, actor)
    if (fingerprint !== mine.fingerprint) {
      await sql`update imports set state = 'ready', counts = ${json(counts)}, fingerprint = ${fingerprint}, problem = ${pack(CHANGED_SINCE)} where id = ${writing.id}`.execute(
        tx,
      )
      return null
    }
    await letGo(tx, definition, imports, writing.id, actor)
    return writeNext(context, tx, definition, imports, writing, actor, EVERY)
  })
}

/** What the file does not name goes to the trash, each with what it was in its history. */
async function letGo(tx: Tx, definition: Definition, imports: Imports, id: number, actor: Actor): Promise<void> {
  const gone = goneOf(definition, imports, id, actor)
  if (!gone) return
  await sql`with a as (
      update ${sql.table(definition.table)} t set deleted_at = now(), version = t.version + 1, updated_at = clock_timestamp(), updated_by = ${actor.id}
      from ${gone} g where t.id = g.id returning t.*
    ), told as (${recordSql(actor, 'replace', definition.name, { id: sql`a.id`, title: loggedTitle(definition, 'a'), place: placeSql(definition, 'a'), changes: json({}) }, sql`a`)})
    update imports set counts = counts || jsonb_build_object('gone', (select count(*) from a)) where id = ${id}`.execute(
    tx,
  )
}

/** The next rows to be written, held against another server; null where it has taken over. */
export async function nextRows(
  tx: Tx,
  { id, runner, changesKnown }: Writing,
  most: number,
): Promise<{ line: number; verdict: string }[] | null> {
  const mine = await row(
    tx,
    { from: 'number' },
    sql`select written_to as "from" from imports where id = ${id} and state = 'importing' and runner = ${runner} for update`,
  )
  if (!mine) return null
  return rows(
    tx,
    { line: 'number', verdict: 'string' },
    sql`select line, verdict from import_rows
        where import = ${id} and line > ${mine.from} and verdict in ('new', ${changesKnown ? 'changed' : 'new'})
        order by line limit ${sql.raw(String(most))}`,
  )
}

/** One by one, by the module's own way; what it refuses is told of the row and holds up no other. Answers how many it refused. */
async function writeEach(
  context: AppContext,
  tx: Tx,
  definition: Definition,
  write: NonNullable<Imports['write']>,
  id: number,
  next: readonly { line: number }[],
  actor: Actor,
): Promise<number> {
  const table = sql.table(definition.table)
  const usual = usualValues(definition)
  const values = Object.keys(usual).map((name) => sql`${newValue(name, definition.fields)} as ${sql.ref(name)}` as Sql)
  const found = await rows(
    tx,
    {
      line: 'number',
      target: 'number?',
      said: jsonOf<ImportedRow['said']>(),
      columns: jsonOf<Record<string, unknown>>(),
    },
    sql`select i.line, i.target, i."values" as said, (select to_jsonb(x) from (select ${all(values, sql`, `)}) x) as columns
        from import_rows i left join ${table} r on r.id = i.target
          cross join lateral jsonb_populate_record(r, case when r.id is null then ${json(usual)} else '{}' end) t
          cross join lateral jsonb_populate_record(t, i."values") p
        where i.import = ${id} and i.line = any(${next.map(({ line }) => line)}::int[]) order by i.line`,
  )
  const wrong: Parameters<typeof refuseRows>[2][number][] = []
  for (const { line, columns, target, said } of found) {
    const refusal = await refusalOf(tx, () => write(tx, columns, actor, { target, said, context }))
    if (!refusal) continue
    const { text } = REFUSALS[refusal.refusal]
    wrong.push({ line, errors: refusal.parts.fields ?? { '': pack(text, refusal.parts.params) } })
  }
  await refuseRows(tx, id, wrong)
  return wrong.length
}

/** What a row was refused with; thrown, it is as if it had never begun. */
async function refusalOf(tx: Tx, work: () => Promise<Refusal | undefined>): Promise<Refusal | undefined> {
  await sql`savepoint one_row`.execute(tx)
  try {
    const refusal = await work()
    await sql`release savepoint one_row`.execute(tx)
    return refusal
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await sql`rollback to savepoint one_row`.execute(tx)
    return error
  }
}

async function insertRows(
  tx: Tx,
  definition: Definition,
  imports: Imports,
  id: number,
  lines: readonly number[],
  actor: Actor,
): Promise<void> {
  if (lines.length === 0) return
  const table = sql.table(definition.table)
  const usual = usualValues(definition)
  const completed = imports.completed ?? []
  const names = [...new Set([...Object.keys(usual), ...completed])]
  const value = (name: string) =>
    (completed.includes(name) ? sql`d.${sql.ref(name)}` : sql`(d.p).${sql.ref(name)}`) as Sql
  await sql`
    with u as materialized (select jsonb_populate_record(null::${table}, ${json(usual)}) as usual),
    c as materialized (
      select line, coalesce(("values" ->> 'id')::bigint, nextval(pg_get_serial_sequence(${definition.table}, 'id'))) as id, jsonb_populate_record(u.usual, "values") as p
      from import_rows, u where import = ${id} and line = any(${[...lines]}::int[])
    ) ${imports.complete?.(actor) ?? sql``}, made as (
      insert into ${table} (id, ${all(
        names.map((name) => sql.ref(name) as Sql),
        sql`, `,
      )}, created_by, updated_by)
      select d.id, ${all(names.map(value), sql`, `)}, ${actor.id}::bigint, ${actor.id}::bigint
      from ${imports.complete ? sql`completed` : sql`c`} d order by d.line returning *
    )
    ${recordSql(actor, 'import', definition.name, { id: sql`m.id`, title: loggedTitle(definition, 'm'), place: placeSql(definition, 'm'), changes: json({}) }, sql`made m`)}`.execute(
    tx,
  )
}

async function updateRows(
  tx: Tx,
  definition: Definition,
  imports: Imports,
  { id, given }: Writing,
  lines: readonly number[],
  actor: Actor,
): Promise<void> {
  if (lines.length === 0) return
  const table = sql.table(definition.table)
  const fields: Fields = importFields(definition, imports)
  const names = given.filter((name) => fields[name] && !imports.fixed?.includes(name))
  const audited = names.filter((name) => fields[name] && !isPrivateField(fields[name]))
  await sql`
    with i as materialized (
      select line, target, "values", jsonb_populate_record(null::${table}, "values") as v
      from import_rows where import = ${id} and line = any(${[...lines]}::int[])
    ), b as (select r.* from ${table} r join i on r.id = i.target where r.deleted_at is null order by r.id for update of r),
    a as (
      update ${table} t set ${all(
        [
          ...names.map((name) => sql`${sql.ref(name)} = ${newValue(name, fields)}` as Sql),
          sql`version = t.version + 1`,
          sql`updated_at = clock_timestamp()`,
          sql`updated_by = ${actor.id}`,
        ],
        sql`, `,
      )}
      from i, b, lateral jsonb_populate_record(null::${table}, i."values") p where t.id = i.target and b.id = i.target returning t.*
    ), logged as (${recordSql(actor, 'import', definition.name, { id: sql`a.id`, title: loggedTitle(definition, 'a'), place: placeSql(definition, 'a'), changes: sql`changes_between(to_jsonb(b), to_jsonb(a), ${audited}::text[])${privateChanges(definition, names)}` }, sql`a join b on b.id = a.id`)})
    select 1`.execute(tx)
}

/** A value that a cell cannot tell from the stored one leaves that one whole: an address keeps its codes, a moment its seconds. */
const newValue = (name: string, fields: Fields): Sql =>
  sql`case when ${differs(name, fields[name], 'p', 't')} then ${sql.ref(`p.${name}`)} else ${sql.ref(`t.${name}`)} end`

/** What a form sends where nothing is filled in, as a part of the table has it. */
function usualValues(definition: Definition): Record<string, Json> {
  const usual = Object.fromEntries(
    entriesOf(definition)
      .filter(([, field]) => isWritable(field))
      .map(([name, { kind, default: usual }]) => [
        name,
        usual ?? (MANY.includes(kind) || kind === 'lines' ? [] : kind === 'flag' ? false : null),
      ]),
  )
  return { ...usual, ...definition.fixedFilter }
}
