import { sql } from 'kysely'
import { moduleOf, modules } from '../../modules/index.ts'
import { recordFieldOf } from '../../shared/definition/comments.ts'
import type { Definition } from '../../shared/resource.ts'
import { type Actor, actorMay } from '../actor.ts'
import { type Db, row } from '../db/db.ts'
import { scopeOf } from '../resource/scope.ts'
import type { FileRow } from './files.ts'

/** A file that a record holds. */
export type HeldFile = FileRow & { module: string; record_id: number }

/** Who opens the files of a module's records, where that is not whoever may read the record. */
export interface FileAccess {
  isOpen?: (db: Db, file: HeldFile, actor: Actor) => Promise<boolean>
  /** Whether the token of a private link opens it; none does unless said. */
  isFollowed?: (db: Db, file: HeldFile, token: string) => Promise<boolean>
}
export type FileAccesses = Readonly<Record<string, FileAccess>>

/** What no record holds opens to its owner alone; the rest as its module says, or else to whoever may read the record. */
export async function isFileOpen(db: Db, file: FileRow, actor: Actor, accesses: FileAccesses): Promise<boolean> {
  if (!isHeld(file)) return file.owner === actor.id
  const own = accesses[file.module]?.isOpen
  if (own) return own(db, file, actor)
  const definition = moduleOf(file.module)
  const commented = modules.find(({ comments }) => comments?.name === file.module)
  if (commented) return seesCommented(db, commented, file.record_id, actor)
  // Who sees an internal resource only its own routes know.
  return definition !== undefined && !definition.internal && seesRecord(db, definition, file.record_id, actor)
}

export async function isFileFollowed(db: Db, file: FileRow, token: string, accesses: FileAccesses): Promise<boolean> {
  return token.length <= 100 && isHeld(file) && ((await accesses[file.module]?.isFollowed?.(db, file, token)) ?? false)
}

/** Whether this person may look at a record, also at one in the trash. */
export async function seesRecord(db: Db, definition: Definition, id: number, actor: Actor): Promise<boolean> {
  if (!actorMay(actor, definition.permission, 'read')) return false
  const scope = scopeOf(definition, actor)
  const found = await row(
    db,
    sql`select 1 as n from ${sql.table(definition.table)} r where r.id = ${id} ${scope ? sql`and ${scope}` : sql``}`,
  )
  return found !== undefined
}

/** A comment's files are seen by whoever sees the record it is about. */
async function seesCommented(db: Db, definition: Definition, comment: number, actor: Actor): Promise<boolean> {
  const { comments = definition } = definition
  const found = await row(
    db,
    { id: 'number' },
    sql`select c.${sql.ref(recordFieldOf(comments, definition))} as id from ${sql.table(comments.table)} c where c.id = ${comment}`,
  )
  return found !== undefined && seesRecord(db, definition, found.id, actor)
}

const isHeld = (file: FileRow): file is HeldFile =>
  file.claimed_at !== null && file.module !== null && file.record_id !== null
