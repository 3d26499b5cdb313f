import { sql } from 'kysely'
import type { Field, Fields } from '../../../shared/fields.ts'
import { pack } from '../../../shared/message.ts'
import { isPrivateField, isSealedField, MASKED } from '../../../shared/private.ts'
import type { Definition } from '../../../shared/resource.ts'
import type { Actor } from '../../actor.ts'
import type { AppContext } from '../../app-context.ts'
import { all, json, row, rows, type Sql, type Tx } from '../../db/db.ts'
import type { RowOf } from '../../db/shape.ts'
import { uniqueKeyed } from '../../db/unique-key.ts'
import { differSealed } from '../../private/fields.ts'
import type { Imports } from '../../resource/import-options.ts'
import { changeScopeOf } from '../../resource/scope.ts'
import { importFields, isWaiting, keyOf, refuseRows, uniqueOf } from './imports.ts'

const COUNTS = {
  new: 'number',
  changed: 'number',
  same: 'number',
  bad: 'number',
  warned: 'number',
  /** Records that the file does not name, of what it replaces. */
  gone: 'number',
} as const
export type Counts = RowOf<typeof COUNTS>

export interface Judged {
  id: number
  /** Fields that stand in the file. */
  given: readonly string[]
  /** Required fields that do not. */
  missing: readonly string[]
  /** Only these lines, e.g. where others were faster; all otherwise. */
  lines?: readonly number[]
}

/** Finds out set-wise of every row whether it is new, as it is taken for until then, changes a record, says what is there already, or is bad. */
export async function judge(
  tx: Tx,
  definition: Definition,
  imports: Imports,
  judged: Judged,
  { actor, context }: { actor: Actor; context: AppContext },
): Promise<Counts> {
  await imports.resolve?.(tx, judged.id)
  const fields = importFields(definition, imports)
  const isLooked = keyOf(definition, fields).length > 0 || judged.missing.length > 0 || uniqueOf(fields).length > 0
  if (isLooked)
    await sql`update import_rows i set target = x.target, errors = x.errors,
      verdict = case when x.errors is not null then 'bad' when x.target is null then 'new' when x.is_changed then 'changed' else 'same' end
    from (${lookSql(definition, imports, fields, judged, actor)}) x
    where i.import = ${judged.id} and i.line = x.line and (x.errors is not null or x.target is not null or i.target is not null)`.execute(
      tx,
    )
  await imports.check?.(tx, judged.id, actor, context)
  if (imports.replaces) await keepBroken(tx, definition, imports.replaces, judged.id)
  return countRows(tx, judged.id, goneOf(definition, imports, judged.id, actor))
}

export async function countRows(tx: Tx, id: number, gone: Sql | null = null): Promise<Counts> {
  const counted = await row(
    tx,
    COUNTS,
    sql`select count(*) filter (where verdict = 'new')::int as new, count(*) filter (where verdict = 'changed')::int as changed,
          count(*) filter (where verdict = 'same')::int as same, count(*) filter (where verdict = 'bad')::int as bad,
          count(*) filter (where warnings is not null and verdict <> 'bad')::int as warned,
          ${gone ? sql`(select count(*)::int from ${gone} g)` : sql`0`} as gone
        from import_rows where import = ${id}`,
  )
  return counted ?? { new: 0, changed: 0, same: 0, bad: 0, warned: 0, gone: 0 }
}

/** The records that go with an import: those of what it replaces that none of its rows names; null where it replaces nothing. */
export function goneOf(definition: Definition, { replaces }: Imports, id: number, actor: Actor): Sql | null {
  if (!replaces) return null
  const table = sql.table(definition.table)
  const scope = changeScopeOf(definition, actor)
  const same = all(replaces.map((name) => sql`p.${sql.ref(name)} = r.${sql.ref(name)}` as Sql))
  const named = sql`import_rows i cross join lateral jsonb_populate_record(null::${table}, i."values") p`
  return sql`(select r.* from ${table} r where r.deleted_at is null ${scope ? sql`and ${scope}` : sql``}
      and exists (select 1 from ${named} where i.import = ${id} and i.verdict <> 'bad' and ${same})
      and not exists (select 1 from import_rows i where i.import = ${id} and i.target = r.id))`
}

/**
 * Of the records that go with an import or are changed by it: another one as soon as it is about others of them, or one of them has
 * changed. Null where nothing is replaced.
 */
export async function fingerprintOf(
  tx: Tx,
  definition: Definition,
  imports: Imports,
  id: number,
  actor: Actor,
): Promise<string | null> {
  const gone = goneOf(definition, imports, id, actor)
  if (!gone) return null
  const found = await row(
    tx,
    { fingerprint: 'string' },
    sql`select md5(coalesce(string_agg(t.id || ' ' || t.version, ',' order by t.id), '')) as fingerprint from (
          select r.id, r.version from import_rows i join ${sql.table(definition.table)} r on r.id = i.target where i.import = ${id} and i.verdict = 'changed'
          union all select g.id, g.version from ${gone} g
        ) t`,
  )
  return found?.fingerprint ?? null
}

/** What is replaced as a whole is whole: where a row is wrong, none that belong to it are taken; none at all where that cannot be told. */
async function keepBroken(tx: Tx, definition: Definition, replaces: readonly string[], id: number): Promise<void> {
  const labels = replaces.map((name) => definition.fields[name]?.label ?? name)
  const key = all(
    replaces.map((name) => sql`i."values" ->> ${name}` as Sql),
    sql`, `,
  )
  const isKnown = all(replaces.map((name) => sql`i."values" ->> ${name} is not null` as Sql))
  const found = await rows(
    tx,
    { line: 'number', wrong: 'number', isKnown: 'boolean' },
    sql`with bad as materialized (
          select i.line, array[${key}] as key, ${isKnown} as is_known from import_rows i where i.import = ${id} and i.verdict = 'bad'
        ) select i.line, b.line as wrong, b.is_known as "isKnown" from import_rows i
          cross join lateral (select * from bad b where not b.is_known or b.key = array[${key}] order by b.is_known desc, b.line limit 1) b
        where i.import = ${id} and i.verdict <> 'bad'`,
  )
  const said = ({ wrong, isKnown: isTold }: { wrong: number; isKnown: boolean }) =>
    isTold
      ? pack('Line {{line}} is wrong, and {{field}} is replaced as a whole', { line: wrong, field: labels })
      : pack('Line {{line}} is wrong, and it cannot be told what it belongs to', { line: wrong })
  if (found.length > 0)
    await refuseRows(
      tx,
      id,
      found.map((one) => ({ line: one.line, errors: { '': said(one) } })),
    )
}

function lookSql(definition: Definition, imports: Imports, fields: Fields, judged: Judged, actor: Actor): Sql {
  const { id, given, missing, lines } = judged
  const table = sql.table(definition.table)
  const key = keyOf(definition, fields)
  const scope = changeScopeOf(definition, actor)
  const fixed = (imports.fixed ?? []).filter((name) => given.includes(name))
  // What is never found again changes nothing, and a column of such a workbook need be none of the table.
  const free = given.filter((name) => key.length > 0 && !fixed.includes(name) && !key.includes(name) && fields[name])
  const isNeededPrivate = (name: string) => {
    const field = fields[name]
    return key.length > 0 && field?.required === true && isPrivateField(field)
  }
  const unique = uniqueOf(fields).filter((name) => given.includes(name))
  const others = unique.map(
    (name) =>
      sql`left join ${table} ${sql.ref(`u_${name}`)} on ${uniqueKeyed(fields[name], sql`${sql.ref(`u_${name}.${name}`)}::text`)} = ${uniqueKeyed(fields[name], sql`i."values" ->> ${name}`)} and ${sql.ref(`u_${name}.deleted_at`)} is null` as Sql,
  )
  const errors: Sql[] = [
    sql`coalesce(i.errors, '{}')`,
    ...(missing.length > 0
      ? [sql`case when r.id is null then ${json(missingErrors(fields, missing))} else '{}' end`]
      : []),
    ...unique.map((name) =>
      when(sql`${sql.ref(`u_${name}.id`)} is distinct from r.id and ${sql.ref(`u_${name}.id`)} is not null`, {
        [name]: pack('{{field}} is already in use', { field: fields[name]?.label ?? name }),
      }),
    ),
    ...given.filter(isNeededPrivate).map((name) =>
      when(sql`r.id is null and not i."values" ? ${name} and not coalesce(i.errors, '{}') ? ${name}`, {
        [name]: pack(MASKED, { field: fields[name]?.label ?? name }),
      }),
    ),
    ...fixed.map((name) =>
      when(sql`r.id is not null and ${differs(name, fields[name])}`, {
        [name]: pack('{{field}} of an existing record can only be changed on its own page', {
          field: fields[name]?.label ?? name,
        }),
      }),
    ),
  ]
  const found = key.length
    ? sql`left join ${table} r on ${all(
        key.map((name) => isSame(name, fields[name])),
        sql` and `,
      )} and r.deleted_at is null ${scope ? sql`and ${scope}` : sql``}`
    : sql`left join ${table} r on false`
  return sql`select i.line, r.id as target, nullif(${all(errors, sql` || `)}, '{}') as errors,
      r.id is not null and (${all(
        free.map((name) => differs(name, fields[name])),
        sql` or `,
        sql`false`,
      )}) as is_changed
    from import_rows i cross join lateral jsonb_populate_record(null::${table}, i."values") p ${found} ${all(others, sql` `, sql``)}
    where i.import = ${id} and ${isWaiting(id)} ${lines ? sql`and i.line = any(${[...lines]}::int[])` : sql``}`
}

/**
 * Numbers are the same however many zeros follow. What differs by diacritics from another name is no change of it: the unique index
 * finds that other one, and the row is refused.
 */
function isSame(name: string, field: Field | undefined): Sql {
  const [old, given] = [sql`r.${sql.ref(name)}` as Sql, sql`p.${sql.ref(name)}` as Sql]
  const isFound = sql`${uniqueKeyed(field, old)} = ${uniqueKeyed(field, given)}` as Sql
  return field?.unique === 'folded' ? sql`${isFound} and identity_key(${old}) = identity_key(${given})` : isFound
}

const when = (condition: Sql, errors: Record<string, string>): Sql =>
  sql`case when ${condition} then ${json(errors)} else '{}' end`

const missingErrors = (fields: Fields, missing: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    missing.map((name) => [name, pack('{{field}} is required', { field: fields[name]?.label ?? name })]),
  )

/** Whether the row `p` says something else than the record `r`, as far as a cell can say it: a clock's minutes, an address in one line. */
export function differs(name: string, field: Field | undefined, left = 'p', right = 'r'): Sql {
  const says = sql`i."values" ? ${name}`
  const [mine, theirs] = [sql.ref(`${left}.${name}`), sql.ref(`${right}.${name}`)]
  // What was written stays beside names set right: a record that says it the same way is no other one.
  if (field?.kind === 'address')
    return sql`(${says} and ${inOneLine(mine)} is distinct from ${inOneLine(theirs)} and (${mine} ->> 'text' = ${inOneLine(theirs)}) is not true)`
  const as = (value: Sql): Sql => {
    if (field?.kind === 'moment') return sql`date_trunc('minute', ${value})`
    if (field?.kind === 'lines') return sql`jsonb_strip_nulls(${value})`
    return field?.kind === 'richText' ? sql`plain_text(${value})` : value
  }
  if (field && isSealedField(field)) return sql`(${says} and ${differSealed(mine, theirs)})`
  return sql`(${says} and ${as(mine)} is distinct from ${as(theirs)})`
}

const inOneLine = (value: Sql): Sql =>
  sql`nullif(concat_ws(', ', ${value} ->> 'line', ${value} ->> 'ward', ${value} ->> 'district', ${value} ->> 'province'), '')`
