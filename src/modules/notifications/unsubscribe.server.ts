import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import { type Db, inTransaction, row } from '#server/db/db.ts'
import { type Call, get, post, type Route } from '#server/http/route.ts'
import { readUnsubscribeToken, UNSUBSCRIBE, unsubscribePage } from '#server/mail/unsubscribe.ts'
import { one } from '#server/resource/query/parse-query.ts'
import { change } from '#server/resource/statements.ts'
import { tIn } from '../../shared/language.ts'
import { refuse } from '../../shared/refusals.ts'
import { scheduleIn, schedules } from '../report/schedules.ts'
import { changeChoices } from './choices.server.ts'
import { choiceFor, isKind, KINDS } from './kinds.ts'

/** Beside the kinds: the mail of the morning. */
export const DIGEST = 'digest'

export const unsubscribeRoutes: Route[] = [
  post(
    UNSUBSCRIBE,
    {
      needs: 'nothing',
      limit: 'public lookup',
      isMailLink: true,
      query: { token: 'of a mail of ours' },
      answers: { ended: 'string[]' },
      summary: 'End the mails that the token names, for whom it names: one click in a mail program',
    },
    (call) => unsubscribe(call),
  ),
  // A mail's links are opened by machines that look for dangers: looking changes nothing.
  get(
    UNSUBSCRIBE,
    {
      needs: 'nothing',
      limit: 'public lookup',
      mediaType: 'text/html',
      isMailLink: true,
      query: { token: 'of a mail of ours' },
      summary: 'The page that asks whether to end them',
    },
    async ({ query, reply }) => reply.redirect(unsubscribePage(one(query.token) ?? ''), 303),
  ),
]

/** Answers what comes no longer by mail, in words. */
async function unsubscribe({ db, actor, context, query }: Call): Promise<{ ended: string[] }> {
  const { person, what } = readUnsubscribeToken(context.config.secret, one(query.token) ?? '') ?? refuse('not found')
  const kinds = what.filter(isKind)
  if (kinds.length > 0 || what.includes(DIGEST))
    await changeChoices(db, actor, person, (kept) => ({
      choices: Object.fromEntries(kinds.map((kind) => [kind, { ...choiceFor(kept.choices, kind), mail: false }])),
      digest: kept.digest && !what.includes(DIGEST),
    }))
  for (const id of what.flatMap((name) => scheduleIn(name) ?? [])) await leaveReport(db, actor, id, person)
  context.feed.nudge()
  return { ended: what.map((name) => tIn(actor.language, labelOf(name))) }
}

const labelOf = (name: string): string =>
  isKind(name) ? KINDS[name].label : scheduleIn(name) === null ? 'Morning digest' : schedules.one

/** Its other readers go on getting it; what nobody gets is over. */
async function leaveReport(db: Db, actor: Actor, id: number, person: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const found = await row(
      tx,
      { people: 'number[]' },
      sql`select people from report_schedules where id = ${id} and deleted_at is null for update`,
    )
    if (!found) return
    const people = found.people.filter((one) => one !== person)
    const end = people.length === 0 ? { deleted_at: sql`now()` } : {}
    await change(tx, schedules, { id, set: { people, ...end }, action: 'update', scope: null }, actor)
  })
}
