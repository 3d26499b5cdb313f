import { sql } from 'kysely'
import { chainFoot, chainOf } from '#server/chain.ts'
import { row } from '#server/db/db.ts'
import { get, type Route } from '#server/http/route.ts'
import { SENDS_MAIL } from '#server/mail/mailbox.ts'
import { assertVisible } from '#server/resource/visible.ts'
import { refuse } from '../../../shared/refusals.ts'
import { complaints } from '../complaints.ts'

/** By which ways an answer reaches the customer of a complaint, for whoever writes it. */
export const answerWayRoutes: Route[] = [
  get(
    ':id/answer-ways',
    {
      needs: 'edit',
      answers: { can_mail: 'boolean', mails_completion: 'boolean', foot: 'string', follow: 'string?' },
      summary:
        'How an answer reaches the customer: whether mails go out to them, whether completing sends them the answer by itself, what stands below every mail of the chain, and the private page to hand on',
    },
    async ({ db, actor, id, context }) => {
      await assertVisible(db, complaints, id, actor)
      const found = await row(
        db,
        { has_email: 'boolean', follow_token: 'string?', can_mail: 'boolean', mails_completion: 'boolean' },
        sql`select r.email is not null as has_email, r.follow_token,
              ${SENDS_MAIL} as can_mail,
              ${SENDS_MAIL} and exists (select 1 from mailboxes where (settings->>'completions')::boolean) as mails_completion
            from complaints r where r.id = ${id} and r.deleted_at is null`,
      )
      if (!found) refuse('not found')
      const { publicUrl } = context.config
      return {
        can_mail: found.has_email && found.can_mail,
        mails_completion: found.has_email && found.mails_completion,
        foot: chainFoot(await chainOf({ config: context.config, db })),
        follow: publicUrl && found.follow_token ? `${publicUrl}/feedback/follow/${found.follow_token}` : null,
      }
    },
  ),
]
