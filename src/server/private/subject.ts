import { sql } from 'kysely'
import { modules } from '../../modules/index.ts'
import { type Field, shownAs } from '../../shared/fields.ts'
import { type Definition, entriesOf } from '../../shared/resource.ts'
import { record } from '../activity/activity.ts'
import { theServer } from '../actor.ts'
import { all, type Db, inTransaction, rows, type Sql, type Tx } from '../db/db.ts'
import { holdsSealed, opened, sealedFields } from './fields.ts'
import { type Keys, NOTHING_SEALED } from './keys.ts'

/** Somebody whose data is kept: by phone, and by the number of a paper where that is known. */
export interface Subject {
  phone: string
  number?: string
}

export interface SubjectRecord {
  module: string
  id: number
  record: Record<string, unknown>
  consents: unknown[]
}

/** What a module keeps about its records in tables of its own, and how it is erased; by the module's name. */
export type Beside = Record<string, ((tx: Tx, ids: number[]) => Promise<void>) | undefined>

const PERSONAL: readonly string[] = [
  'phone',
  'email',
  'address',
  'identityNumber',
  'signature',
  'richText',
  'longText',
  'files',
]
const ERASED = '–'

/** Whether a field tells who somebody is, or what they wrote. */
const isPersonal = (definition: Definition, name: string, field: Field): boolean =>
  field.kind !== 'computed' &&
  (field.private !== undefined ||
    PERSONAL.includes(shownAs(field)) ||
    name === definition.title ||
    name === definition.customer?.name)

const kept = (): Definition[] => modules.filter((module) => module.customer)

/** Everything that is kept of somebody, whole, for them to read. */
export async function subjectRecords(db: Db, keys: Keys, subject: Subject): Promise<SubjectRecord[]> {
  const found: SubjectRecord[] = []
  for (const definition of kept()) {
    const theirs = await rows<Record<string, unknown> & { id: number }>(
      db,
      sql`select * from ${sql.table(definition.table)} r where ${isTheirs(definition, keys, subject)} order by r.id`,
    )
    for (const one of theirs) {
      const private_ = sealedFields(definition).map(([name]) => [name, opened(keys, definition, name, one[name])])
      const consents = await rows(
        db,
        sql`select purpose, version, language, channel, given_at, withdrawn_at from consents
            where module = ${definition.name} and record_id = ${one.id} order by id`,
      )
      const { search_text: _, ...plain } = one
      found.push({
        module: definition.name,
        id: one.id,
        record: { ...plain, ...Object.fromEntries(private_) },
        consents,
      })
    }
  }
  return found
}

/**
 * Takes everything out of the records of somebody that says who they are, also out of the history, and withdraws their consents.
 * What was when and where stays, so that no figure changes. Answers how many records of which module.
 */
export async function eraseSubject(
  db: Db,
  keys: Keys,
  subject: Subject,
  beside: Beside = {},
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const definition of kept()) {
    const count = await inTransaction(db, (tx) =>
      erase(tx, definition, isTheirs(definition, keys, subject), 'erased', beside),
    )
    if (count > 0) counts[definition.name] = count
  }
  return counts
}

/** Erases the records `r` of which this holds; their number. The proof in the audit names nobody. */
export async function erase(
  tx: Tx,
  definition: Definition,
  which: Sql,
  action: string,
  beside: Beside = {},
): Promise<number> {
  const names = entriesOf(definition).filter(([name, field]) => isPersonal(definition, name, field))
  const set = names.map(([name, field]) => sql`${sql.ref(name)} = ${nothing(field)}` as Sql)
  const gone = await rows<{ id: number }>(
    tx,
    sql`update ${sql.table(definition.table)} r set ${all([...set, sql`version = version + 1`, sql`updated_at = now()`], sql`, `)}
        where ${which} returning r.id`,
  )
  if (gone.length === 0) return 0
  const ids = gone.map(({ id }) => id)
  await beside[definition.name]?.(tx, ids)
  await forgetHistory(
    tx,
    definition,
    ids,
    names.map(([name]) => name),
  )
  await sql`update consents set withdrawn_at = coalesce(withdrawn_at, now()) where module = ${definition.name} and record_id = any(${ids}::bigint[])`.execute(
    tx,
  )
  // Released, they go with the files that nobody claimed.
  await sql`update stored_files set module = null, record_id = null, field = null, claimed_at = null, created_at = now() - interval '25 hours'
    where module = ${definition.name} and record_id = any(${ids}::bigint[])`.execute(tx)
  for (const id of ids) await record(tx, theServer, { action, module: definition.name, recordId: id, title: ERASED })
  return ids.length
}

/** The log is changed nowhere else: what happened stays, whom it was about goes. */
async function forgetHistory(tx: Tx, { name: module }: Definition, ids: number[], names: string[]): Promise<void> {
  await sql`alter table activity disable trigger append_only`.execute(tx)
  await sql`update activity set record_title = ${ERASED}, changes = changes - ${names}::text[] where module = ${module} and record_id = any(${ids}::bigint[])`.execute(
    tx,
  )
  await sql`alter table activity enable trigger append_only`.execute(tx)
}

function isTheirs(definition: Definition, keys: Keys, { phone, number }: Subject): Sql {
  const byPhone = sql`r.${sql.ref(definition.customer?.phone ?? '')} = ${phone}` as Sql
  const byNumber = number
    ? sealedFields(definition)
        .filter(([, { kind }]) => kind !== 'date' && kind !== 'signature')
        .map(([name]) => holdsSealed(keys, sql`r.${sql.ref(name)}`, number))
    : []
  return sql`(${all([byPhone, ...byNumber], sql` or `)})`
}

/** What stands where something was. */
function nothing(field: Field): Sql {
  if (shownAs(field) === 'files') return sql`'{}'`
  if (field.private === 'sealed') return field.required ? sql`${NOTHING_SEALED}` : sql`null`
  if (!field.required || field.mayLack) return sql`null`
  return shownAs(field) === 'address' ? sql`'{"line": "–", "model": 2}'::jsonb` : sql`${ERASED}`
}
