import { sql } from 'kysely'
import { modules } from '../../modules/index.ts'
import { rotateLogKeys } from '../activity/rotate-log-keys.ts'
import { type Db, inTransaction, rows } from '../db/db.ts'
import { rotatePasswordKeys } from '../mail/passwords.ts'
import { rotatePersonalMail } from '../mail/personal/forgetting.ts'
import { partSql } from '../resource/scope.ts'
import { opened, sealedColumns, sealedFields } from './fields.ts'
import { type Keys, NOTHING_SEALED } from './keys.ts'

const AT_ONCE = 500

/**
 * Seals with the newest key whatever an older one sealed, and what lies there unsealed, while servers go on; answers how many values.
 * The records are not changed by it: no version, no history.
 */
export async function rotateKeys(db: Db, keys: Keys): Promise<number> {
  let count =
    (await rotatePasswordKeys(db, keys)) + (await rotatePersonalMail(db, keys)) + (await rotateLogKeys(db, keys))
  for (const definition of modules)
    for (const [name] of sealedFields(definition)) {
      let found = AT_ONCE
      while (found === AT_ONCE) {
        found = await resealSome(db, keys, definition, name)
        count += found
      }
    }
  return count
}

async function resealSome(db: Db, keys: Keys, definition: (typeof modules)[number], name: string): Promise<number> {
  const [table, column] = [sql.table(definition.table), sql.ref(name)]
  return inTransaction(db, async (tx) => {
    const old = await rows(
      tx,
      { id: 'number', value: 'string' },
      sql`select id, ${column} as value from ${table} r
          where ${partSql(definition) ?? sql`true`} and ${column} is not null and ${column} <> ${NOTHING_SEALED} and (${column} not like 'v1.%' or split_part(${column}, '.', 2) <> ${keys.newest.id})
          limit ${sql.lit(AT_ONCE)} for update skip locked`,
    )
    for (const { id, value } of old) {
      const plain = opened(keys, definition, name, value)
      const sealed = sealedColumns(keys, definition, { [name]: plain })[name]
      await sql`update ${table} set ${column} = ${sealed} where id = ${id}`.execute(tx)
    }
    return old.length
  })
}
