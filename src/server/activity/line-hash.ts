import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Sql } from '../db/db.ts'

/** All that a line says; its time as a number, which no setting of a session changes. */
const COLUMNS = 'id xid at actor address action module record_id record_title place changes bulk'.split(' ')

/** A line of the log as one text. */
export const lineText = (line: 'a' | 'old' | 'new'): Sql => {
  const columns = COLUMNS.map((name) => (name === 'at' ? `extract(epoch from ${line}.at)` : `${line}.${name}`))
  return sql`row(${sql.raw(columns.join(', '))})::text`
}

/** The same as `hashOf` of its text, worked out by the database: a day's erasures are too many to bring here. */
export const lineHash = (line: 'old' | 'new'): Sql => sql`encode(sha256(convert_to(${lineText(line)}, 'UTF8')), 'hex')`

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
