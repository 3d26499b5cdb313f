import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atTheEnd } from '../at-the-end.ts'

/** One request as somebody outside heard it. */
export interface Letter {
  at: number
  headers: Record<string, string>
  body: string
  data: { type: string; timestamp: string; data: { id: number; number?: string; state?: string; store?: number } }
}

export interface Outside {
  url: string
  letters: Letter[]
  /** How it answers from now on. */
  answers: (response: ServerResponse, letter: Letter) => void
  /** Nobody is there: whoever calls is cut off. The port stays its own, as another program would take one that is free. */
  goAway(): void
  comeBack(): void
}

/** Another system's server, which hears what webhooks tell; ends with the tests. */
export async function outside(): Promise<Outside> {
  const letters: Letter[] = []
  let isAway = false
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      const letter = { at: performance.now(), headers, body, data: JSON.parse(body || '{}') as Letter['data'] } // what webhooks send
      letters.push(letter)
      made.answers(response, letter)
    })
  })
  server.on('connection', (socket) => isAway && socket.destroy())
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo // listening, by the line above
  const made: Outside = {
    url: `http://127.0.0.1:${port}/hooks`,
    letters,
    answers: (response) => response.end('thanks'),
    goAway() {
      isAway = true
      server.closeAllConnections()
    },
    comeBack() {
      isAway = false
    },
  }
  atTheEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  return made
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer) // of a request without an encoding
  return Buffer.concat(chunks).toString('utf8')
}
