import { record } from '#server/activity/activity.ts'
import { actorMay } from '#server/actor.ts'
import { type Call, post, type Route } from '#server/http/route.ts'
import { Masks } from '#server/provider/masks.ts'
import { askProvider, countProviderCall, ProviderFailed } from '#server/provider/provider.ts'
import { showJson } from '#server/resource/query/list.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { assertVisible } from '#server/resource/visible.ts'
import { choice, type Values } from '../../../shared/fields.ts'
import { LANGUAGES } from '../../../shared/language.ts'
import { languageWord } from '../../../shared/language-word.ts'
import { plainWords } from '../../../shared/plain-words.ts'
import { refuse } from '../../../shared/refusals.ts'
import type { Row } from '../../../shared/resource.ts'
import { timelineOf } from '../comments/comments.server.ts'
import { complaints } from '../complaints.ts'
import { DIRECTS } from '../flow.ts'
import briefing from './briefing.json' with { type: 'json' }
import { PROPOSALS, type Proposal } from './proposals.ts'

const ENTRIES_MOST = 60
const WORDS_MOST = 3000

const BODY = {
  what: choice('What', PROPOSALS, { required: true }),
  language: choice(
    'Language',
    LANGUAGES.map((value) => ({ value, label: value })),
  ),
}

/** What the generative service proposes about a complaint; it is shown to a person, and nothing is written but that it was asked. */
const proposeRoute = post(
  ':id/propose',
  {
    needs: 'read',
    limit: 'assistant',
    body: BODY,
    answers: { text: 'string' },
    summary:
      'Words that the generative service proposes: a summary, an answer to the customer, a translation. Nothing is sent or kept of them',
  },
  (call) => propose(call),
)

async function propose({ db, actor, id, body, context }: Call<Values<typeof BODY>>): Promise<{ text: string }> {
  if (body.what === 'answer' && !actorMay(actor, complaints.permission, DIRECTS)) refuse('no permission')
  if (!context.config.assistant) refuse('no assistant')
  const text = await showJson(db, complaints, id, scopeOf(complaints, actor), actor.language)
  const row = text === null ? refuse('not found') : (JSON.parse(text) as Row<typeof complaints>) // showJson made it
  await countProviderCall(context)
  const masks = new Masks()
  masks.know(row.customer_name)
  const story = body.what === 'translation' ? [] : await storyOf(db, actor, id)
  const told = masks.hide(JSON.stringify({ ...factsOf(row), ...(story.length > 0 && { story }) }))
  const language = languageWord(body.language ?? actor.language, 'en')
  const task = briefing[body.what].replace('{{language}}', language)
  const rules = [...briefing.all, task].join('\n')
  try {
    const turn = await askProvider(context, { rules, said: [{ role: 'person', text: told }], tools: [] })
    await record(db, actor, { action: ACTIONS[body.what], module: complaints.name, recordId: id, title: row.title })
    context.feed.nudge()
    return { text: masks.reveal(turn.text).trim() }
  } catch (error) {
    if (error instanceof ProviderFailed) refuse('assistant failed')
    throw error
  }
}

const factsOf = (row: Row<typeof complaints>) => ({
  number: row.issue_number,
  title: row.title,
  customer: row.customer_name,
  state: row.state,
  received: row.created_at,
  type: row.feedback_type?.name,
  store: row.store?.name,
  says: plainWords(row.content).slice(0, WORDS_MOST),
  solution: row.solution,
  closing_words: row.comment,
})

async function storyOf(...given: Parameters<typeof timelineOf>): Promise<object[]> {
  const entries = await timelineOf(...given)
  return entries.slice(-ENTRIES_MOST).flatMap(({ at, comment, mail }) => {
    const words = plainWords(comment?.body ?? mail?.body ?? '').slice(0, WORDS_MOST)
    if (words === '') return []
    const from = mail ? 'mail to the customer' : comment?.kind === 'customer' ? 'customer' : 'internal comment'
    return [{ at, from, words }]
  })
}

/** Written before the answer goes out: that its words began as a machine's stands in the history for everybody. */
const usedRoute = post(
  ':id/proposal-used',
  { needs: 'edit', answers: null, summary: 'Note that an answer to the customer began as a proposal of the assistant' },
  async ({ db, actor, id, context }) => {
    await assertVisible(db, complaints, id, actor)
    await record(db, actor, { action: 'use proposal', module: complaints.name, recordId: id })
    context.feed.nudge()
    return null
  },
)

export const assistRoutes: Route[] = [proposeRoute, usedRoute]

/** How it stands in the history. */
const ACTIONS: Record<Proposal, string> = {
  summary: 'propose summary',
  answer: 'propose answer',
  translation: 'propose translation',
}
