import { anyValue, described, either, namedAnswer, oneOf, orNull } from '#server/http/answers.ts'
import { post } from '#server/http/route.ts'
import { choice, flag, longText, text } from '../../shared/fields.ts'
import { LANGUAGES, type Language, tIn } from '../../shared/language.ts'
import type { Reply } from './reply.ts'

const ACT = either(
  { kind: oneOf('open'), path: 'string', 'external?': 'boolean' },
  { kind: oneOf('export'), path: 'string' },
  {
    kind: oneOf('confirm'),
    title: 'string',
    fields: [{ label: 'string', value: 'string' }],
    call: { path: 'string', body: anyValue('What is sent once it is confirmed') },
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
  ({ actor, body }): Promise<Reply> => Promise.resolve(unknown(body.language ?? actor.language)),
)

const unknown = (language: Language): Reply => ({
  text: tIn(language, 'I did not understand that'),
  understood: null,
  context: null,
  act: null,
  figure: null,
  links: [],
  suggestions: [],
  needs: 'provider',
})
