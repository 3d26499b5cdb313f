import { sql } from 'kysely'
import { count } from '../../shared/fields.ts'
import type { Actor } from '../actor.ts'
import { type Db, row, type Sql, type Tx } from '../db/db.ts'
import { NAMED, orNull } from '../http/answers.ts'
import { refuseChanged } from './statements.ts'

/** As the settings were read; 0 before anybody has changed them. */
export const SETTINGS_VERSION = count('Version', { min: 0, required: true })

export const LAST_CHANGE = { version: 'number', updated_by: orNull(NAMED), updated_at: 'date?' } as const

const linesOf = (module: string): Sql => sql`select * from activity where module = ${module} and record_id is null`

/** Settings are no row with a version: theirs is the number of the last line of the log about them. Read before them, it is never newer than they are. */
export async function lastChangeOf(db: Db | Tx, module: string) {
  const last = await row(
    db,
    { version: 'number', by: 'number?', name: 'string?', updated_at: 'date' },
    sql`select a.id as version, u.id as by, u.user_name as name, a.at as updated_at
        from (${linesOf(module)} order by id desc limit 1) a left join users u on u.id = a.actor`,
  )
  if (!last) return { version: 0, updated_by: null, updated_at: null }
  const { version, by, name, updated_at } = last
  return { version, updated_by: by === null ? null : { id: by, name: name ?? '' }, updated_at }
}

/** Holds the settings of a module until the transaction ends, and refuses where somebody has changed them since `version`. */
export async function holdSettings(
  tx: Tx,
  { language }: Actor,
  module: string,
  version: number,
  shown: () => Promise<unknown>,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`settings of ${module}`}))`.execute(tx)
  if ((await lastChangeOf(tx, module)).version > version)
    await refuseChanged(tx, sql`${linesOf(module)} and id > ${version}`, await shown(), language)
}
