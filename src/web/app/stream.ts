import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { authorised, openEnvelope } from '../api.ts'
import { busy } from '../busy.ts'
import { emit, type LiveEvents, type LiveName } from '../events.ts'
import { client } from '../query.ts'
import { token } from '../session.ts'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000
const SILENCE_MS = 60_000
const REMEMBERED = 1000
/** More happened than can be told again. */
const MISSED = 'missed'
const NAMES: readonly LiveName[] = [
  'new-ticket',
  'ticket-event-updated',
  'record-changed',
  'notification',
  'presence',
  'mail',
  'rights-changed',
  'session-over',
]

/**
 * Follows the server's events until the answer is called. One tab of the browser holds the stream and tells the others, and another one goes
 * on where it left.
 * @param since what this page knows already: the session's mark
 */
export function followStream(since: string | null): () => void {
  let lastId = since ?? ''
  const stop = new AbortController()
  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('live') : null
  const once = rememberer()
  const take = (message: EventSourceMessage) => {
    lastId = message.id ?? lastId
    if (message.event === MISSED) void client.invalidateQueries()
    else once(message)
  }
  const hand = (message: EventSourceMessage) => {
    const { event, data, id } = message
    channel?.postMessage({ event, data, id })
    take(message)
  }
  if (channel) channel.onmessage = ({ data }: MessageEvent<EventSourceMessage>) => take(data)
  const lead = () => keepOpen(() => lastId, hand, stop.signal)
  if (channel && 'locks' in navigator)
    void navigator.locks.request('live', { signal: stop.signal }, lead).catch(() => undefined)
  else void lead()
  return () => {
    stop.abort()
    channel?.close()
  }
}

/** Takes each event once: a stream opened anew sends again what may have been lost. */
function rememberer(): (message: Pick<EventSourceMessage, 'event' | 'data'>) => void {
  const seen = new Set<string>()
  return ({ event, data }) => {
    const name = NAMES.find((one) => one === event)
    const facts = name && parse(data)
    if (!name || !facts) return
    if ('activity' in facts) {
      // Of one activity several events may tell.
      const key = `${name} ${facts.activity}`
      if (seen.has(key)) return
      seen.add(key)
      for (const oldest of seen) if (seen.size > REMEMBERED) seen.delete(oldest)
    }
    emit(name, facts as never) // the server's contract for this name
  }
}

function parse(data: string): LiveEvents[LiveName] | null {
  try {
    return JSON.parse(data) as LiveEvents[LiveName] // the server's contract
  } catch {
    return null
  }
}

/** Opens the stream again and again, waiting longer each time it fails. */
async function keepOpen(
  lastId: () => string,
  hand: (message: EventSourceMessage) => void,
  stop: AbortSignal,
): Promise<void> {
  let wait = FIRST_WAIT_MS
  let isFirst = true
  while (!stop.aborted) {
    const end = await readOnce(lastId(), hand, stop, () => {
      wait = FIRST_WAIT_MS
      if (!isFirst) void client.invalidateQueries()
      isFirst = false
    })
    if (end === 'over') return
    await pause(wait * (0.75 + Math.random() / 2), stop)
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  }
}

async function readOnce(
  lastId: string,
  hand: (message: EventSourceMessage) => void,
  stop: AbortSignal,
  onOpen: () => void,
): Promise<'over' | 'broken'> {
  const silence = new AbortController()
  let timer = window.setTimeout(() => silence.abort(), SILENCE_MS)
  const opened = token()
  // The end of a session that was exchanged for a new one: the stream is opened again with that.
  const isReplaced = () => token() !== null && token() !== opened
  try {
    const response = await fetch('/api/stream', {
      headers: authorised({ accept: 'text/event-stream', ...(lastId ? { 'last-event-id': lastId } : {}) }),
      cache: 'no-store',
      signal: AbortSignal.any([stop, silence.signal]),
    })
    if (response.status === 401) {
      if (isReplaced()) return 'broken'
      await openEnvelope(response, opened).catch(() => undefined)
      return token() === null ? 'over' : 'broken'
    }
    if (!response.ok || !response.body) return 'broken'
    busy.connected(true)
    onOpen()
    const onEvent = (message: EventSourceMessage) => {
      if (message.event !== 'session-over' || !isReplaced()) hand(message)
    }
    const parser = createParser({ onEvent })
    const text = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await text.read(); !part.done; part = await text.read()) {
      window.clearTimeout(timer)
      timer = window.setTimeout(() => silence.abort(), SILENCE_MS)
      parser.feed(part.value)
    }
  } catch {
    // Broken, silent or stopped: the caller decides.
  } finally {
    window.clearTimeout(timer)
  }
  return 'broken'
}

/** Waits, but not when the network comes back or the tab is looked at again. */
function pause(milliseconds: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = new AbortController()
    const finish = () => {
      done.abort()
      window.clearTimeout(timer)
      resolve()
    }
    const timer = window.setTimeout(finish, milliseconds)
    const options = { signal: done.signal }
    window.addEventListener('online', finish, options)
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && finish(), options)
    stop.addEventListener('abort', finish, options)
  })
}
