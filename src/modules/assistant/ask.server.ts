import type { Actor } from '#server/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import { byKey, described, either, namedAnswer, oneOf, orNull } from '#server/http/answers.ts'
import { post } from '#server/http/route.ts'
import { choice, flag, longText, text } from '../../shared/fields.ts'
import { wallClock } from '../../shared/format.ts'
import { LANGUAGES } from '../../shared/language.ts'
import { routeAccess } from '../../shared/users/permissions.ts'
import type { Reply } from './reply.ts'
import { replyTo } from './understand.server.ts'

const ACT = either(
  { kind: oneOf('open'), path: 'string', 'external?': 'boolean' },
  { kind: oneOf('export'), path: 'string' },
  {
    kind: oneOf('confirm'),
    title: 'string',
    fields: [{ label: 'string', value: 'string' }],
    call: {
      path: 'string',
      body: byKey(either('string', 'number', null), 'Field to value, sent once it is confirmed'),
    },
  },
  { kind: oneOf('stop', 'start') },
)
const FIGURE = namedAnswer('AssistantFigure', {
  kind: oneOf('number', 'bars', 'list'),
  label: 'string',
  rows: [{ label: 'string', value: 'number?', shown: 'string', 'link?': 'string' }],
})
const REPLY = namedAnswer('AssistantReply', {
  text: described('With the period and the filters it was understood with', 'string'),
  understood: 'string?',
  context: described('For the next question, as it is', 'string?'),
  act: orNull(ACT),
  figure: orNull(FIGURE),
  links: [{ label: 'string', path: 'string' }],
  suggestions: ['string'],
  needs: orNull(oneOf('provider')),
})

export const ASKED_MOST = 1000

export const askRoute = post(
  'assistant/ask',
  {
    needs: 'session',
    summary: 'What a sentence means: a command, or a question about what the caller may see',
    body: {
      text: longText('Text', { required: true, max: ASKED_MOST }),
      language: choice(
        'Language',
        LANGUAGES.map((value) => ({ value, label: value })),
      ),
      spoken: flag('Spoken'),
      context: text('Context', { max: 4000 }),
      page: text('Page', { max: 500 }),
    },
    answers: REPLY,
  },
  ({ actor, body, context }): Promise<Reply> =>
    answerTo(context, { ...actor, language: body.language ?? actor.language }, body.text, body.context),
)

/** What the house understands of a sentence by itself, with this person's rights and in their language. */
export function answerTo(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  actor: Actor,
  text: string,
  before?: string | null,
): Promise<Reply> {
  const timeZone = config.timezone
  const today = wallClock(new Date(), timeZone).day
  return replyTo({ db, actor, timeZone, today }, routeAccess(actor.permissions), text, before)
}
