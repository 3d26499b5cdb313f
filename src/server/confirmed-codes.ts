import { sql } from 'kysely'
import { pack } from '../shared/message.ts'
import { refuse } from '../shared/refusals.ts'
import { type Definition, entriesOf } from '../shared/resource.ts'
import { isTaxCode } from '../shared/vietnam/vietnam.ts'
import { type Actor, actorMay } from './actor.ts'
import { json, type Tx } from './db/db.ts'
import type { Columns } from './resource/statements.ts'
import { isWaiting } from './sheets/sheets.ts'

const NOT_CONFIRMED = pack('The check digit of this tax code is wrong. Who holds “Special” may confirm that it exists.')

/** Tax codes whose check digit is wrong, of the fields that a flag may confirm. */
const confirmable = (definition: Definition): [name: string, flag: string][] =>
  entriesOf(definition).flatMap(([name, { kind, confirmedBy }]): [string, string][] =>
    kind === 'taxCode' && confirmedBy ? [[name, confirmedBy]] : [],
  )

/**
 * A code that looks wrong stays out unless somebody who holds `other` confirms that it exists (design/vietnam.md 1). Once confirmed,
 * others may change the rest of the record.
 * @param old the row as it stands, where it is an update
 */
export function confirmed(definition: Definition, columns: Columns, actor: Actor, old: Columns = {}): Columns {
  for (const [name, flag] of confirmable(definition)) {
    if (columns[name] === undefined && columns[flag] === undefined) continue
    const code = columns[name] === undefined ? old[name] : columns[name]
    if (typeof code !== 'string' || isTaxCode(code)) continue
    const isWished = (columns[flag] ?? old[flag]) === true
    const isNew = code !== old[name] || old[flag] !== true
    if (!isWished || (isNew && !actorMay(actor, definition.permission, 'other')))
      refuse('invalid', { fields: { [name]: NOT_CONFIRMED } })
  }
  return columns
}

/** The same of rows that come from a workbook, for `imports.check`. */
export async function refuseUnconfirmedRows(
  tx: Tx,
  definition: Definition,
  importId: number,
  actor: Actor,
): Promise<void> {
  const may = actorMay(actor, definition.permission, 'other')
  for (const [name, flag] of confirmable(definition)) {
    const known = sql`exists (select 1 from ${sql.table(definition.table)} r where r.id = i.target
      and r.${sql.ref(name)} = i."values" ->> ${name} and r.${sql.ref(flag)})`
    await sql`update import_rows i set verdict = 'bad', errors = coalesce(i.errors, '{}') || ${json({ [name]: NOT_CONFIRMED })}
      where i.import = ${importId} and ${isWaiting(importId)} and i.verdict <> 'bad' and not is_tax_code(i."values" ->> ${name})
        and not (coalesce((i."values" ->> ${flag})::boolean, ${known}) and (${may} or ${known}))`.execute(tx)
  }
}
