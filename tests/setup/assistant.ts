import type { ChatEvent } from '../../src/modules/assistant/chat-events.ts'
import type { Chain, Person } from './chain.ts'

export interface Told {
  status: number
  events: ChatEvent[]
  /** All words of the answer. */
  text: string
  looks: string[]
  trouble: string | undefined
}

/** A turn with the generative service, as the drawer asks for it. */
export async function chatWith(
  chain: Pick<Chain, 'url'>,
  by: Pick<Person, 'token'>,
  words: string | { from: 'me' | 'bot'; text: string }[],
  more: object = {},
): Promise<Told> {
  const messages = typeof words === 'string' ? [{ from: 'me', text: words }] : words
  const response = await fetch(`${chain.url}/api/assistant/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${by.token}` },
    body: JSON.stringify({ messages, language: 'en', ...more }),
  })
  const body = await response.text()
  if (!response.ok) return { status: response.status, events: [], text: body, looks: [], trouble: undefined }
  const events = body
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as ChatEvent) // our own lines
  return {
    status: response.status,
    events,
    text: events.map((one) => (one.kind === 'text' ? one.text : '')).join(''),
    looks: events.flatMap((one) => (one.kind === 'look' ? [one.look.words] : [])),
    trouble: events.flatMap((one) => (one.kind === 'trouble' ? [one.words] : []))[0],
  }
}
