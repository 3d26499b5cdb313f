import { sql } from 'kysely'
import { recordFieldOf } from '../../shared/definition/comments.ts'
import type { Named, StoredFile } from '../../shared/fields.ts'
import { refuse } from '../../shared/refusals.ts'
import type { Definition } from '../../shared/resource.ts'
import { record } from '../activity/activity.ts'
import type { Actor } from '../actor.ts'
import { all, type Db, fixedOnce, row, rows, type Sql, type Tx } from '../db/db.ts'
import { jsonOf, narrowed, type RowOf } from '../db/shape.ts'
import { claimFiles } from '../files/files.ts'
import { releaseForGood } from '../files/housekeeping.ts'
import { NAMED, namedAnswer, oneOf, orNull, STORED_FILE } from '../http/answers.ts'
import { filesShown } from '../resource/query/columns.ts'
import { placeSql } from '../resource/scope.ts'

const COMMENT_ROW = {
  id: 'number',
  kind: narrowed<'internal' | 'call' | 'customer'>('string'),
  body: 'string',
  mentions: jsonOf<Named[]>(),
  attachments: jsonOf<StoredFile[]>(),
  author: jsonOf<Named | null>(),
  created_at: 'date',
} as const
export type Comment = RowOf<typeof COMMENT_ROW>

/** As it is answered. */
export const COMMENT = namedAnswer('Comment', {
  ...COMMENT_ROW,
  kind: oneOf('internal', 'call', 'customer'),
  mentions: [NAMED],
  attachments: [STORED_FILE],
  author: orNull(NAMED),
})

/** The resource of the comments on a module's records, and the column that says on which. */
export function commentsOn(definition: Definition): { resource: Definition; record: Sql } {
  const { comments: resource } = definition
  if (!resource) throw new Error(`${definition.name} has no comments`)
  return { resource, record: sql.ref(recordFieldOf(resource, definition)) }
}

/** A select of comments `c` as they are shown; customers write where the resource tells their words from those of the staff. */
const selected = (definition: Definition): Sql =>
  fixedOnce(`comments of ${definition.name}`, () => {
    const { resource } = commentsOn(definition)
    const kind = sql.raw(resource.fields.kind ? 'c.kind' : "'internal'::text")
    return sql`select c.id, ${kind} as kind, c.body, c.created_at,
      case when u.id is null then null else json_build_object('id', u.id, 'name', u.user_name) end as author,
      coalesce((select json_agg(json_build_object('id', m.id, 'name', m.user_name)) from users m where m.id = any(c.mentions)), '[]') as mentions,
      ${filesShown('c.attachments')} as attachments from ${sql.table(resource.table)} c left join users u on u.id = c.created_by`
  })

/** Oldest first. */
export function commentsOf(db: Db | Tx, definition: Definition, id: number): Promise<Comment[]> {
  const { record } = commentsOn(definition)
  return rows(
    db,
    COMMENT_ROW,
    sql`${selected(definition)} where c.${record} = ${id} and c.deleted_at is null order by c.id limit 2000`,
  )
}

export interface NewComment {
  /** The record it is said below. */
  record: number
  /** The merged one on whose page it was written, and with which it is erased. */
  mergedFrom?: number | undefined
  /** The one whose people hear of it, where that is another. */
  told?: number
  /** Already clean. */
  html: string
  mentions: readonly number[]
  files: readonly string[]
  /** A customer's word, or what was said on the phone, where the resource keeps the kind. */
  kind?: Comment['kind']
}

/** Writes a comment, its files and the activity of its record in one transaction. */
export async function addComment(tx: Tx, actor: Actor, definition: Definition, given: NewComment): Promise<Comment> {
  const { resource, record: on } = commentsOn(definition)
  const mentions = await activeOf(tx, given.mentions)
  const { kind = 'internal', mergedFrom } = given
  const own = Object.entries({
    ...(resource.fields.kind && { kind }),
    ...(mergedFrom && { merged_from: mergedFrom }),
  })
  const names = own.map(([name]) => sql`, ${sql.ref(name)}` as Sql)
  const values = own.map(([, value]) => sql`, ${value}` as Sql)
  const made = await row(
    tx,
    { id: 'number' },
    sql`insert into ${sql.table(resource.table)} (${on}, body, mentions, attachments, created_by, updated_by${all(names, sql``, sql``)})
        values (${given.record}, ${given.html}, ${mentions}::bigint[], ${given.files}::text[], ${actor.id}, ${actor.id}${all(values, sql``, sql``)}) returning id`,
  )
  const id = made?.id ?? refuse('not found')
  await claimFiles(tx, { module: resource.name, recordId: id, field: 'attachments' }, given.files, actor.id)
  const told = given.told ?? given.record
  const about = await row(
    tx,
    { title: 'string', place: jsonOf<object>() },
    sql`select r.${sql.ref(definition.title)} as title, ${placeSql(definition, 'r')} as place from ${sql.table(definition.table)} r where r.id = ${told}`,
  )
  await record(tx, actor, {
    action: 'comment',
    module: definition.name,
    recordId: told,
    title: about?.title,
    place: about?.place,
    changes: {
      comment: [null, id],
      ...(kind !== 'internal' && { kind: [null, kind] }),
      ...(mentions.length > 0 && { mentions: [null, mentions] }),
    },
  })
  const [written] = await rows(tx, COMMENT_ROW, sql`${selected(definition)} where c.id = ${id}`)
  return written ?? refuse('not found')
}

/** Takes the words out of what was said about these records and in whatever else the module names; that something was said stays. */
export async function forgetComments(
  tx: Tx,
  definition: Definition,
  ids: readonly number[],
  also: Sql = sql`false`,
): Promise<void> {
  const { resource, record: on } = commentsOn(definition)
  const table = sql.table(resource.table)
  const theirs = sql`(${on} = any(${[...ids]}::bigint[]) or ${also})`
  await releaseForGood(
    tx,
    sql`f.module = ${resource.name} and f.record_id in (select id from ${table} where ${theirs})`,
  )
  await sql`update ${table} set body = '–', attachments = '{}' where ${theirs}`.execute(tx)
  await sql`delete from comment_drafts where module = ${definition.name} and record_id = any(${[...ids]}::bigint[])`.execute(
    tx,
  )
}

/** Of the people mentioned, those who are still there. */
async function activeOf(tx: Tx, people: readonly number[]): Promise<number[]> {
  if (people.length === 0) return []
  const known = await rows(
    tx,
    { id: 'number' },
    sql`select id from users where id = any(${[...people]}::bigint[]) and deleted_at is null and not blocked`,
  )
  return known.map((user) => user.id)
}
