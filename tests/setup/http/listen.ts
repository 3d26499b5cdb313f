import { createParser } from 'eventsource-parser'

export interface Heard {
  name: string
  id: string | undefined
  data: {
    activity?: number
    ticket?: { id: number; title: string }
    module?: string
    id?: number
    by?: { id: number; name: string } | null
    count_unread?: number
    newest?: number
  }
}
export interface Ear {
  events: Heard[]
  isOpen: boolean
  close(): void
}

/** A browser's ear: the stream of live events as one signed-in person hears it. */
export async function listen(url: string, token: string, since?: string): Promise<Ear> {
  const stop = new AbortController()
  const response = await fetch(`${url}/api/stream`, {
    headers: { authorization: `Bearer ${token}`, ...(since && { 'last-event-id': since }) },
    signal: stop.signal,
  })
  const ear: Ear = { events: [], isOpen: response.ok, close: () => stop.abort() }
  const parser = createParser({
    onEvent: (event) =>
      ear.events.push({ name: event.event ?? '', id: event.id, data: JSON.parse(event.data) as Heard['data'] }), // our own events
  })
  void drain(response, parser.feed.bind(parser)).finally(() => {
    ear.isOpen = false
  })
  return ear
}

async function drain(response: Response, feed: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  try {
    for await (const chunk of response.body ?? []) feed(decoder.decode(chunk, { stream: true }))
  } catch {
    // Closed by the test.
  }
}
