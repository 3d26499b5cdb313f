import { sql } from 'kysely'
import type { Field } from '../../shared/fields.ts'
import { pack } from '../../shared/message.ts'
import { isSealedField } from '../../shared/private.ts'
import { Refusal, refuseFields } from '../../shared/refusals.ts'
import { type Definition, entriesOf } from '../../shared/resource.ts'
import { all, type Db, ident, row, rows, type Sql } from '../db/db.ts'
import { uniqueKeyed } from '../db/unique-key.ts'
import type { Wrong } from '../http/judging.ts'
import type { Call } from '../http/route.ts'
import { holdsSealed } from '../private/fields.ts'
import type { Keys } from '../private/keys.ts'
import { wrongRefs } from './dangling.ts'
import { columnsOf } from './handlers.ts'
import type { Judged, ModuleOptions } from './module-options.ts'
import { scopeOf } from './scope.ts'
import type { Columns } from './statements.ts'

/**
 * All that is wrong with a record of a request beyond its single fields: what it points at, what the module's hooks would refuse, and
 * what another record has already. It changes nothing, and says nothing of a record that the caller may not see.
 */
export async function judgeRecord(
  definition: Definition,
  serving: ModuleOptions,
  call: Call,
  refused: readonly string[],
): Promise<Wrong> {
  const { db, actor, context, id } = call
  const roots = new Set(refused.map((name) => name.split('.')[0] ?? name))
  const given = Object.fromEntries(Object.entries(call.body).filter(([name]) => !roots.has(name)))
  const { columns } = columnsOf(definition, given)
  const old = id ? await standing(db, definition, id, scopeOf(definition, actor)) : undefined
  if (id && !old) return {}
  const about: Judged = {
    db,
    actor,
    context,
    call,
    old,
    isRefused: (...names) => names.some((name) => roots.has(name)),
  }
  return {
    ...(await taken(db, context.config.keys, definition, columns, id)),
    ...(await serving.judge?.(columns, about)),
    ...(await wrongRefs(db, definition, columns, actor)),
  }
}

/** A record as it would be, without the fields that were refused. */
export const nextOf = (columns: Columns, { old, isRefused }: Judged): Columns =>
  Object.fromEntries(Object.entries({ ...old, ...columns }).filter(([name]) => !isRefused(name)))

/** Hooks of a module that refuse whatever makes a record, as it will stand, wrong; `wrongIn` tells it by field. */
export function soundBy(wrongIn: (next: Columns) => Wrong): Pick<ModuleOptions, 'before' | 'judge'> {
  const sound = (columns: Columns, old: Columns): Columns => {
    refuseFields(wrongIn({ ...old, ...columns }))
    return columns
  }
  return {
    before: { create: (columns) => sound(columns, {}), update: sound },
    judge: (columns, about) => wrongIn(nextOf(columns, about)),
  }
}

/** What these refuse by field; what they refuse in other words is not for the fields to say. */
export async function refusedBy(...works: readonly (() => unknown)[]): Promise<Wrong> {
  const wrong: Wrong = {}
  for (const work of works)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      Object.assign(wrong, error.parts.fields)
    }
  return wrong
}

const standing = (db: Db, definition: Definition, id: number, scope: Sql | null) =>
  row(
    db,
    sql`select * from ${sql.table(definition.table)} r where r.id = ${id} and r.deleted_at is null ${scope ? sql`and ${scope}` : sql``}`,
  )

/** Values that no two live records share, and that another one has. */
async function taken(db: Db, keys: Keys, definition: Definition, columns: Columns, self: number): Promise<Wrong> {
  const unique = entriesOf(definition).filter(([name, field]) => field.unique && (columns[name] ?? null) !== null)
  if (unique.length === 0) return {}
  const found = await rows(
    db,
    { name: 'string' },
    sql`${all(
      unique.map(
        ([name, field]) =>
          sql`select ${name}::text as name where exists (select 1 from ${sql.table(definition.table)} r
            where ${isSame(keys, name, field, String(columns[name]))} and r.id <> ${self} and r.deleted_at is null)` as Sql,
      ),
      sql` union all `,
    )}`,
  )
  return Object.fromEntries(
    found.map(({ name }) => [
      name,
      pack('{{field}} is already in use', { field: definition.fields[name]?.label ?? name }),
    ]),
  )
}

/** Under whichever key a sealed value lies there. */
const isSame = (keys: Keys, name: string, field: Field, value: string): Sql =>
  isSealedField(field)
    ? holdsSealed(keys, sql`r.${ident(name)}`, value)
    : sql`${uniqueKeyed(field, sql`r.${ident(name)}::text`)} = ${uniqueKeyed(field, sql`${value}::text`)}`
