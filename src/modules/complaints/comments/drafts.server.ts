import { sql } from 'kysely'
import { type Db, row, type Tx } from '#server/db/db.ts'
import { get, put, type Route } from '#server/http/route.ts'
import { cleanHtml } from '#server/resource/clean.ts'
import { richText } from '../../../shared/fields.ts'
import { assertVisible } from '../handling/visible.server.ts'

const KEPT_DAYS = 30

/** What a person was writing below a complaint, theirs alone, wherever they sign in next. */
export const draftRoutes: Route[] = [
  get(':id/draft', { needs: 'read', summary: "The caller's unsent comment" }, async ({ db, actor, id }) => {
    await assertVisible(db, id, actor)
    const found = await row(
      db,
      { body: 'string', updated_at: 'date' },
      sql`select body, updated_at from comment_drafts where user_id = ${actor.id} and complaint = ${id}`,
    )
    return found ?? { body: '', updated_at: null }
  }),
  put(
    ':id/draft',
    {
      needs: 'read',
      body: { body: richText('Comment', { max: 10_000 }) },
      isPartial: true,
      summary: 'Keep an unsent comment; an empty one is forgotten',
    },
    async ({ db, actor, id, body }) => {
      await assertVisible(db, id, actor)
      const words = cleanHtml(body.body ?? '')
      if (words === '') await dropDraft(db, Number(actor.id), id)
      else
        await sql`insert into comment_drafts (user_id, complaint, body) values (${actor.id}, ${id}, ${words})
            on conflict (user_id, complaint) do update set body = excluded.body, updated_at = now()`.execute(db)
      return null
    },
  ),
]

export const dropDraft = async (db: Db | Tx, user: number, complaint: number): Promise<void> => {
  await sql`delete from comment_drafts where user_id = ${user} and complaint = ${complaint}`.execute(db)
}

export const sweepDrafts = async (db: Db): Promise<void> => {
  await sql`delete from comment_drafts where updated_at < now() - ${`${KEPT_DAYS} days`}::interval`.execute(db)
}
