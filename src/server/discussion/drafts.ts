import { sql } from 'kysely'
import { richText } from '../../shared/fields.ts'
import type { Definition } from '../../shared/resource.ts'
import { type Db, row, type Tx } from '../db/db.ts'
import { get, type Needs, put, type Route } from '../http/route.ts'
import { cleanHtml } from '../resource/clean.ts'
import { assertVisible } from '../resource/visible.ts'

const KEPT_DAYS = 30

/** What a person was writing below a record, theirs alone, wherever they sign in next. */
export const draftRoutes = (definition: Definition, needs: Needs): Route[] => [
  get(
    `${definition.wire}/:id/draft`,
    { needs, answers: { body: 'string', updated_at: 'date?' }, summary: "The caller's unsent comment" },
    async ({ db, actor, id }) => {
      await assertVisible(db, definition, id, actor)
      const found = await row(
        db,
        { body: 'string', updated_at: 'date' },
        sql`select body, updated_at from comment_drafts where user_id = ${actor.id} and module = ${definition.name} and record_id = ${id}`,
      )
      return found ?? { body: '', updated_at: null }
    },
  ),
  put(
    `${definition.wire}/:id/draft`,
    {
      needs,
      body: { body: richText('Comment', { max: 10_000 }) },
      isPartial: true,
      answers: null,
      summary: 'Keep an unsent comment; an empty one is forgotten',
    },
    async ({ db, actor, id, body }) => {
      await assertVisible(db, definition, id, actor)
      const words = cleanHtml(body.body ?? '')
      if (words === '') await dropDraft(db, definition, Number(actor.id), id)
      else
        await sql`insert into comment_drafts (user_id, module, record_id, body) values (${actor.id}, ${definition.name}, ${id}, ${words})
            on conflict (user_id, module, record_id) do update set body = excluded.body, updated_at = now()`.execute(db)
      return null
    },
  ),
]

export const dropDraft = async (db: Db | Tx, { name }: Definition, user: number, id: number): Promise<void> => {
  await sql`delete from comment_drafts where user_id = ${user} and module = ${name} and record_id = ${id}`.execute(db)
}

export const sweepDrafts = async (db: Db): Promise<void> => {
  await sql`delete from comment_drafts where updated_at < now() - ${`${KEPT_DAYS} days`}::interval`.execute(db)
}
