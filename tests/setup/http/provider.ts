import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atTheEnd } from '../at-the-end.ts'

/** One request as the service heard it. */
export interface Asked {
  path: string
  headers: IncomingMessage['headers']
  body: string
  json: Record<string, unknown>
  /** How many tools it was offered. */
  tools: number
}

export interface ProviderServer {
  url: string
  asked: Asked[]
  /** How it answers from now on. */
  answers: (response: ServerResponse, asked: Asked) => void
  close(): Promise<void>
}

/** A generative service of a few lines, on real sockets; ends with the tests. */
export async function providerServer(): Promise<ProviderServer> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    response.on('error', () => undefined)
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const json = JSON.parse(body) as Record<string, unknown> // what our client sends
      const tools = Array.isArray(json.tools) ? json.tools.length : 0
      const one = { path: request.url ?? '', headers: request.headers, body, json, tools }
      made.asked.push(one)
      made.answers(response, one)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo // listening, by the line above
  const made: ProviderServer = {
    url: `http://127.0.0.1:${port}/v1`,
    asked: [],
    answers: (response, asked) => says(response, asked, 'Xin chào'),
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  atTheEnd(() => made.close().catch(() => undefined))
  return made
}

export const providerEnv = (shape: 'generative' | 'chat', { url }: Pick<ProviderServer, 'url'>) => ({
  ASSISTANT_PROVIDER: shape,
  ASSISTANT_URL: url,
  ASSISTANT_KEY: PROVIDER_KEY,
  ASSISTANT_MODEL: 'a-model',
  ASSISTANT_INTERNAL: '1',
  ASSISTANT_TIMEOUT_SECONDS: '2',
})

export const PROVIDER_KEY = 'sk-canary-7c1f0b6d52e94a38'

const isGenerative = ({ path }: Asked): boolean => path.includes(':streamGenerateContent')

const event = (response: ServerResponse, value: unknown) => void response.write(`data: ${JSON.stringify(value)}\n\n`)

const wordsEvent = (asked: Asked, text: string): unknown =>
  isGenerative(asked)
    ? { candidates: [{ content: { role: 'model', parts: [{ text }] } }] }
    : { choices: [{ index: 0, delta: { content: text } }] }

const begins = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' })

/** Answers words, piece by piece, in the shape that it was asked in. */
export function says(response: ServerResponse, asked: Asked, ...pieces: string[]): void {
  begins(response)
  for (const piece of pieces) event(response, wordsEvent(asked, piece))
  if (!isGenerative(asked)) response.write('data: [DONE]\n\n')
  response.end()
}

/** Asks to look. */
export function looks(response: ServerResponse, asked: Asked, ...calls: [name: string, input: unknown][]): void {
  begins(response)
  if (isGenerative(asked))
    event(response, {
      candidates: [{ content: { parts: calls.map(([name, args]) => ({ functionCall: { name, args } })) } }],
    })
  else
    for (const [index, [name, input]] of calls.entries()) {
      // The arguments of a call come in pieces.
      const text = typeof input === 'string' ? input : JSON.stringify(input)
      const half = Math.floor(text.length / 2)
      const piece = (more: object) => event(response, { choices: [{ delta: { tool_calls: [{ index, ...more }] } }] })
      piece({ id: `call_${index}`, type: 'function', function: { name, arguments: text.slice(0, half) } })
      piece({ function: { arguments: text.slice(half) } })
    }
  response.end()
}

/** What the last look answered, as the service was told. */
export function lookedIn({ json }: Asked): string {
  const said = (json.messages ?? json.contents) as { role: string; content?: string; parts?: object[] }[] // as the shapes have it
  const last = said.at(-1)
  return last?.content ?? JSON.stringify(last?.parts ?? null)
}
