import { sql } from 'kysely'
import { inTransaction, type Tx } from '#server/db/db.ts'
import { post, type Route } from '#server/http/route.ts'
import { customerOf } from '#server/resource/customer-of.ts'
import { one } from '#server/resource/query/parse-query.ts'
import { surveyAddressHash } from '#server/surveys/tokens.ts'
import { refuse } from '../../../shared/refusals.ts'
import { linkOf } from './link.server.ts'

/** One click in a mail program (RFC 8058), or on the page of the survey: this address gets no more surveys. */
export const unsubscribeRoute: Route = post(
  'unsubscribe',
  {
    needs: 'nothing',
    limit: 'public lookup',
    isMailLink: true,
    query: {
      token: {
        says: 'The private part of a personal link',
        schema: { type: 'string', maxLength: 100 },
        isRequired: true,
      },
    },
    answers: null,
    summary: 'No more surveys by mail, for the address that a personal link was sent to',
  },
  async ({ db, query }) => {
    const found = await linkOf(db, one(query.token) ?? '')
    if (!found?.is_personal) refuse('not found')
    await inTransaction(db, async (tx) => {
      const { email } = await customerOf(tx, found.module, found.record)
      if (email) await refuseSurveyMails(tx, email)
    })
    return null
  },
)

/** Whoever reads mail there wants no more surveys by it. */
async function refuseSurveyMails(tx: Tx, email: string): Promise<void> {
  await sql`insert into survey_mail_refusals (address_hash) values (${surveyAddressHash(email)}) on conflict do nothing`.execute(
    tx,
  )
}
