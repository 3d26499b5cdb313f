import type { IncomingMessage } from 'node:http'
import { StringDecoder } from 'node:string_decoder'
import { TooSlow } from '../outgoing/post.ts'

/** More than any answer of words needs; whatever comes behind it is not read. */
const BYTES_MOST = 2 * 2 ** 20

/** What it said could not be read as an answer. */
export class Nonsense extends Error {}

/**
 * Reads an answer as it comes, server-sent events or JSON as a whole, and hands over each event's value.
 * @param take answers whether to go on
 * @param silenceMs how long nothing may come
 */
export async function hear(
  response: IncomingMessage,
  silenceMs: number,
  take: (event: unknown) => boolean,
): Promise<void> {
  const isStream = (response.headers['content-type'] ?? '').includes('text/event-stream')
  const decoder = new StringDecoder('utf8')
  let bytes = 0
  let held = ''
  response.setTimeout(silenceMs, () => response.destroy(new TooSlow('nothing came')))
  for await (const chunk of response) {
    const part = chunk as Buffer // of a response without an encoding
    bytes += part.length
    held += decoder.write(part)
    if (isStream) {
      const lines = held.split(/\r\n|\r|\n/)
      held = lines.pop() ?? ''
      for (const line of lines) if (!takeLine(line, take)) return
    }
    if (bytes > BYTES_MOST) break
  }
  if (isStream) return void takeLine(held, take)
  const whole = parsed(held)
  if (whole === undefined) throw new Nonsense('no JSON')
  for (const event of Array.isArray(whole) ? whole : [whole]) if (!take(event)) return
}

/** Each event of these services is one line of data; what is no JSON, such as `[DONE]`, says nothing. */
function takeLine(line: string, take: (event: unknown) => boolean): boolean {
  if (!line.startsWith('data:')) return true
  const event = parsed(line.slice(5))
  return event === undefined || take(event)
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
