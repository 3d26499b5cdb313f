import { sql } from 'kysely'
import type { Field } from '../../shared/fields.ts'
import { type Language, tIn } from '../../shared/language.ts'
import { pack } from '../../shared/message.ts'
import { isPrivateField, isSealedField } from '../../shared/private.ts'
import { refuse } from '../../shared/refusals.ts'
import { type Definition, entriesOf } from '../../shared/resource.ts'
import { recordSql } from '../activity/activity.ts'
import type { Actor } from '../actor.ts'
import { columnOf } from '../db/columns.ts'
import {
  ASYNC_COMMIT,
  all,
  codeOf,
  contendedRow,
  type Db,
  ident,
  isUniqueViolation,
  json,
  row,
  type Sql,
  type Tx,
} from '../db/db.ts'
import type { RowOf } from '../db/shape.ts'
import type { Keep } from '../http/idempotency.ts'
import { differSealed, maskedSql } from '../private/fields.ts'
import { isSealed } from '../private/keys.ts'
import { shown } from './query/columns.ts'
import { showJson } from './query/list.ts'
import { changedPlaceSql, placeSql } from './scope.ts'

/** Column to a checked value, or to SQL that computes it. */
export type Columns = Record<string, unknown>

const isSql = (value: unknown): value is Sql =>
  typeof value === 'object' && value !== null && 'toOperationNode' in value

/** Inserts a record and its activity row in one statement; answers its id. */
export async function insert(
  db: Db | Tx,
  definition: Definition,
  columns: Columns,
  actor: Actor,
  action = 'create',
): Promise<number> {
  const made = await asRefusals(definition, () =>
    row(db, { id: 'number' }, sql`with ${madeSql(definition, columns, actor, action)} select id from made`),
  )
  if (!made) throw new Error(`The insert into ${definition.table} answered nothing`)
  return made.id
}

/**
 * Inserts a record with its activity row and shows it as JSON text, all in one statement, in which an answer can be kept too. It
 * commits by itself, so that a lock which everybody needs, such as the counter of a month's numbers, waits for no round trip.
 */
export async function insertShown(
  db: Db,
  definition: Definition,
  columns: Columns,
  actor: Actor,
  keep?: Keep,
): Promise<string> {
  const made = await asRefusals(definition, () =>
    contendedRow(
      db,
      { record: 'string' },
      sql`with ${madeSql(definition, columns, actor, 'create')},
      shown as materialized (select row_to_json(t)::text as record from (select ${shown(definition, 'show', actor.language)} from made r) t)
      ${keep ? sql`, kept as (${keep(sql`record`)} from shown)` : sql``}
      select record, ${ASYNC_COMMIT} from shown`,
    ),
  )
  if (!made) throw new Error(`The insert into ${definition.table} answered nothing`)
  return made.record
}

function madeSql(definition: Definition, given: Columns, actor: Actor, action: string): Sql {
  const columns = { ...given, ...definition.fixedFilter }
  const names = Object.keys(columns)
  return sql`made as (
      insert into ${ident(definition.table)} (${all(names.map(ident), sql`, `)}, created_by, updated_by)
      values (${all(
        names.map((name) => bound(definition, name, columns[name])),
        sql`, `,
      )}, ${actor.id}, ${actor.id}) returning *
    ), logged as (${recordSql(actor, action, definition.name, { id: sql`m.id`, title: loggedTitle(definition, 'm'), place: placeSql(definition, 'm'), changes: firstSql(definition) }, sql`made m`)})`
}

export interface Change {
  id: number
  /** The version the change was made on; absent where the caller holds the row. */
  version?: number
  set: Columns
  action: string
  /** Further conditions on the row as it stood (`b`), e.g. its state. */
  when?: Sql
  scope: Sql | null
  /** Beside the changed columns: what the history should keep, e.g. a reason. */
  note?: Record<string, unknown>
  /** Whether the record may be, or must be, in the trash. */
  life?: 'live' | 'trashed' | 'any'
  /** Answers the record as it stands then. */
  shows?: boolean
}

const CHANGED = {
  /** False where the version or the condition did not hold; the row stands unchanged. */
  isDone: 'boolean',
} as const
const CHANGED_AND_SHOWN = {
  ...CHANGED,
  /** As JSON text. */
  record: 'string?',
} as const
export type Changed = RowOf<typeof CHANGED> & Partial<RowOf<typeof CHANGED_AND_SHOWN>>

/** Updates a record and writes its activity row in one statement; null where the record is not there for this actor. */
export async function change(
  db: Db | Tx,
  definition: Definition,
  wanted: Change,
  actor: Actor,
): Promise<Changed | null> {
  const { id, version, set, action, when, scope, note, life = 'live', shows } = wanted
  const names = Object.keys(set)
  const alive = life === 'any' ? sql`true` : life === 'live' ? sql`r.deleted_at is null` : sql`r.deleted_at is not null`
  const audited = names.filter((name) => !isKeptQuiet(definition.fields[name]))
  const statement = sql`
    with b as (select * from ${ident(definition.table)} r where r.id = ${id} and ${alive} ${scope ? sql`and ${scope}` : sql``} for update),
    a as (
      update ${ident(definition.table)} t set ${all([...names.map((name) => sql`${ident(name)} = ${bound(definition, name, set[name])}` as Sql), sql`version = t.version + 1`, sql`updated_at = clock_timestamp()`, sql`updated_by = ${actor.id}`], sql`, `)}
      from b where t.id = b.id ${version === undefined ? sql`` : sql`and b.version = ${version}`} ${when ? sql`and ${when}` : sql``} returning t.*
    ),
    logged as (${recordSql(actor, action, definition.name, { id: sql`a.id`, title: loggedTitle(definition, 'a'), place: changedPlaceSql(definition, names), changes: sql`changes_between(to_jsonb(b), to_jsonb(a), ${audited}::text[])${privateChanges(definition, names)} || ${json(notes(note))}` }, sql`a, b`)})
    select exists(select 1 from a) as "isDone"${shows ? sql`, (select row_to_json(t)::text from (select ${shown(definition, 'show', actor.language)} from a r) t) as record` : sql``} from b`
  return (await asRefusals(definition, () => row(db, shows ? CHANGED_AND_SHOWN : CHANGED, statement))) ?? null
}

const isKeptQuiet = (field: Field | undefined): boolean =>
  field !== undefined && (field.secret === true || isPrivateField(field))

/** Of private values the history keeps what their masks show, where they changed: beside the changes of `b` to `a`. */
export function privateChanges(definition: Definition, names: readonly string[]): Sql {
  const private_ = entriesOf(definition).filter(
    ([name, field]) => names.includes(name) && isPrivateField(field) && !field.secret,
  )
  return all(
    private_.map(([name, field]) => {
      const [before, after] = [sql`${sql.ref(`b.${name}`)}`, sql`${sql.ref(`a.${name}`)}`]
      const differ = isSealedField(field) ? differSealed(before, after) : sql`${before} is distinct from ${after}`
      return sql` || case when ${differ} then jsonb_build_object(${sql.lit(name)}, jsonb_build_array(${maskedSql(field, before)}, ${maskedSql(field, after)})) else '{}' end` as Sql
    }),
    sql``,
    sql``,
  )
}

const notes = (note: Change['note']): Record<string, unknown> =>
  Object.fromEntries(Object.entries(note ?? {}).map(([name, value]) => [name, [null, value]]))

/** Whom, and which departments, a new record is given to is told from its first line of history, as later changes are. */
export function firstSql({ ownership, fields, firstTold = [] }: Definition): Sql {
  const owning = [...(ownership.people ?? []), ...(ownership.departments ?? [])].filter((name) => name in fields)
  const named = [...owning, ...firstTold]
  const given = named.map((name) => {
    const value = sql`m.${ident(name)}`
    const isGiven = fields[name]?.kind === 'refs' ? sql`${value} <> '{}'` : sql`${value} is not null`
    return sql`${sql.lit(name)}, case when ${isGiven} then jsonb_build_array(null, ${value}) end` as Sql
  })
  return given.length > 0 ? sql`jsonb_strip_nulls(jsonb_build_object(${all(given, sql`, `)}))` : sql`'{}'::jsonb`
}

/** What the history calls a record, over the row `alias`: its title as far as there is room for it. */
export const loggedTitle = (definition: Definition, alias: string): Sql =>
  sql`left(${sql.raw(alias)}.${ident(definition.title)}::text, 191)`

function bound(definition: Definition, name: string, value: unknown): Sql {
  if (isSql(value)) return value
  const field: Field | undefined = definition.fields[name]
  if (field && isSealedField(field) && value !== null && !isSealed(value))
    throw new Error(`${definition.name}.${name} is private and was to be written as it is`)
  const type = field && columnOf(field)
  if (!type) return sql`${value}`
  if (type === 'jsonb') return value === null ? sql`null` : json(value)
  return sql`${value}::${sql.raw(type)}`
}

/** Database errors that are the user's to mend become refusals. */
async function asRefusals<R>(definition: Definition, work: () => Promise<R>): Promise<R> {
  try {
    return await work()
  } catch (error) {
    if (isUniqueViolation(error) && error.table === definition.table) {
      const said = definition.uniqueViolationMessages?.[String(error.constraint)]
      if (said) refuse(said)
      const shared =
        error.constraint === `${definition.table}_once`
          ? (definition.uniqueTogether ?? [])
          : Object.keys(definition.fields).filter((field) => error.constraint === `${definition.table}_${field}_unique`)
      const label = shared.map((name) => definition.fields[name]?.label ?? name)
      const params = { field: label.length > 0 ? label : definition.label }
      refuse('duplicate', { params, fields: { [shared[0] ?? '']: pack('{{field}} is already in use', params) } })
    }
    if (codeOf(error) === '55P03') refuse('unavailable')
    throw error
  }
}

/** Who did what the log tells, in a language: whoever is no person of ours came by a request, or nobody asked for it. */
export const doerOf = (line: { name: string | null; address: string | null } | undefined, language: Language): string =>
  line?.name ?? tIn(language, line?.address ? 'The customer' : 'The system')

/**
 * The lines of the log that changed a record, the newest first: those of whoever changed it last, and of the others those that name
 * fields. A comment leaves its record as it is, and so does what the system notes of a deadline: of its lines the first since the record
 * was changed tells of that change.
 */
export function changesOf({ name, table, fields }: Definition, id: number): Sql {
  const names = sql`${Object.keys(fields)}::text[]`
  const isLast = sql`exists (select from ${ident(table)} r where r.id = ${id} and r.updated_by is not distinct from a.actor and (
    coalesce(a.actor::text, a.address) is not null
    or a.id = (select min(l.id) from activity l where l.module = ${name} and l.record_id = ${id} and l.at >= r.updated_at)))`
  return sql`select id, actor, address, at, (select jsonb_object_agg(key, value) from jsonb_each(changes) where key = any(${names})) as changes
    from activity a where module = ${name} and record_id = ${id} and action <> 'comment'
      and (${isLast} or (changes ?| ${names} and coalesce(actor::text, address) is not null)) order by id desc`
}

/** Tells why a change did not happen: somebody was faster. Carries the record as it stands, who, when and what. */
export async function refuseStale(
  db: Db | Tx,
  definition: Definition,
  id: number,
  version: number | undefined,
  language: Language,
): Promise<never> {
  const record: unknown = JSON.parse(
    (await showJson(db, definition, id, null, language, { isTrashOpen: true })) ?? 'null',
  )
  const missed = sql`${changesOf(definition, id)} limit greatest(1, (select r.version from ${ident(definition.table)} r where r.id = ${id}) - ${version ?? 0})`
  return refuseChanged(db, missed, record, language)
}

/** @param missed the lines of the log that were not known when the change began */
export async function refuseChanged(db: Db | Tx, missed: Sql, record: unknown, language: Language): Promise<never> {
  const last = await row(
    db,
    { name: 'string?', address: 'string?', at: 'date?', changed: 'string[]' },
    sql`select (array_agg(u.user_name order by a.id desc))[1] as name, (array_agg(a.address order by a.id desc))[1] as address, max(a.at) as at,
          coalesce(array_agg(distinct c.key) filter (where c.key is not null), '{}') as changed
        from (${missed}) a left join users u on u.id = a.actor left join lateral jsonb_object_keys(a.changes) c(key) on true`,
  )
  const who = doerOf(last, language)
  return refuse('stale version', {
    params: { who },
    facts: { record, changed_by: who, changed_at: last?.at ?? null, changed: last?.changed ?? [] },
  })
}
