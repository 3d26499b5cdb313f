import { type Call, post } from '#server/http/route.ts'
import { tellFailure } from '#server/provider/failures.ts'
import { Masks } from '#server/provider/masks.ts'
import { askProvider, countProviderCall, ProviderFailed } from '#server/provider/provider.ts'
import type { Said } from '#server/provider/talk.ts'
import { choice, lines, longText, text, type Values } from '../../../shared/fields.ts'
import { LANGUAGES, tIn } from '../../../shared/language.ts'
import { refuse } from '../../../shared/refusals.ts'
import { type ChatEvent, LOOKS_MOST } from '../chat-events.ts'
import { rulesOf, TOOLS } from './briefing.server.ts'
import { type Looking, lookBy } from './looks.server.ts'

const MESSAGES_MOST = 40
const MARKS_MOST = 200
/** Of a transcript that is longer its end is sent. */
const WORDS_MOST = 24_000

const BODY = {
  messages: lines(
    'Messages',
    {
      from: choice(
        'From',
        [
          { value: 'me', label: 'Person' },
          { value: 'bot', label: 'Assistant' },
        ],
        { required: true },
      ),
      text: longText('Text', { required: true, max: 64_000 }),
    },
    { required: true, max: MESSAGES_MOST },
  ),
  language: choice(
    'Language',
    LANGUAGES.map((value) => ({ value, label: value })),
  ),
  page: text('Page', { max: 500 }),
  marks: lines(
    'Marks',
    { mark: text('Mark', { required: true, max: 24 }), value: text('Value', { required: true, max: 300 }) },
    { max: MARKS_MOST },
  ),
}

type ChatCall = Call<Values<typeof BODY>>

export const chatRoute = post(
  'assistant/chat',
  {
    needs: 'session',
    limit: 'assistant',
    bytesMost: 2 ** 20,
    body: BODY,
    mediaType: 'application/x-ndjson',
    summary:
      'The answer of the generative service to a conversation, a line of JSON for each piece: looks at what the caller may see, words, the end',
  },
  (call) => converse(call),
)

async function converse({ context, actor, body, reply }: ChatCall): Promise<unknown> {
  if (!context.config.assistant) refuse('no assistant')
  const said = saidOf(body.messages)
  if (said.at(-1)?.role !== 'person') refuse('malformed')
  await countProviderCall(context)
  const language = body.language ?? actor.language
  const { raw } = reply
  reply.hijack()
  raw.writeHead(200, {
    'content-type': 'application/x-ndjson; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
  const gone = new AbortController()
  raw.on('close', () => gone.abort())
  const tell = (event: ChatEvent) => void (raw.destroyed || raw.write(`${JSON.stringify(event)}\n`))
  const masks = new Masks(body.marks ?? [])
  const looking = { context, actor: { ...actor, language }, masks }
  try {
    await turn(looking, {
      said,
      rules: rulesOf(context, language, masks.hide(body.page ?? '')),
      ended: gone.signal,
      tell,
    })
  } catch (error) {
    if (!(error instanceof ProviderFailed)) context.log.error({ err: error }, 'an answer of the assistant failed')
    tell({ kind: 'trouble', words: tIn(language, tellFailure(error)) })
  }
  raw.end()
  return reply
}

function saidOf(messages: ChatCall['body']['messages']): Said[] {
  let left = WORDS_MOST
  const kept: Said[] = []
  for (const { from, text } of messages.toReversed()) {
    if (left <= 0) break
    const words = text.slice(-left)
    left -= words.length
    kept.unshift(from === 'me' ? { role: 'person', text: words } : { role: 'assistant', text: words, calls: [] })
  }
  return kept
}

interface Turn {
  said: readonly Said[]
  rules: string
  ended: AbortSignal
  tell: (event: ChatEvent) => void
}

/** Asks, looks where it is asked to, and asks again, until there is an answer or the looks are used up. */
async function turn(looking: Looking, { said: given, rules, ended, tell }: Turn): Promise<void> {
  const { context, actor, masks } = looking
  const said = given.map((one): Said => ({ ...one, text: masks.hide(one.text) }))
  let [looks, letters] = [0, 0]
  let isAfterLook = false
  const out = masks.revealing((text) => {
    tell({ kind: 'text', text: isAfterLook && letters > 0 ? `\n\n${text}` : text })
    letters += text.length
    isAfterLook = false
  })
  for (;;) {
    // Who has looked often enough is to answer.
    const tools = looks < LOOKS_MOST ? TOOLS : []
    const { text, calls, isCut } = await askProvider(context, { rules, said, tools }, { hears: out.take, ended })
    out.end()
    if (calls.length === 0 || tools.length === 0)
      return tell(
        letters > 0
          ? { kind: 'end', isCut, marks: masks.known().slice(0, MARKS_MOST) }
          : { kind: 'trouble', words: tIn(actor.language, NO_ANSWER) },
      )
    said.push({ role: 'assistant', text, calls })
    isAfterLook = true
    for (const call of calls) {
      const { look, result } = looks < LOOKS_MOST ? await lookBy(looking, call) : { result: ENOUGH }
      looks += 1
      if (look) tell({ kind: 'look', look })
      said.push({ role: 'tool', call, text: result })
    }
  }
}

const NO_ANSWER = 'The generative service had no answer.'
const ENOUGH = JSON.stringify({ error: 'enough looks: answer now' })
