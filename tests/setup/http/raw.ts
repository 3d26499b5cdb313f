import { connect, type Socket } from 'node:net'
import { atTheEnd } from '../at-the-end.ts'

/** One answer as it stood on the wire. */
export interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** A connection that says exactly what it is told to, byte by byte. */
export interface Connection {
  socket: Socket
  /** Sends bytes; answers once they are out, or once nobody takes them any more. */
  send(bytes: string | Uint8Array): Promise<void>
  /** The next answer, or null where the connection ends, or none comes in time. That to a HEAD has no body. */
  answer(ms?: number, hasBody?: boolean): Promise<RawAnswer | null>
  /** Settles once the other side has ended it; false where it has not in time. */
  ended(ms: number): Promise<boolean>
}

export async function openConnection(url: string): Promise<Connection> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: false })
  atTheEnd(() => socket.destroy())
  let [heard, isOver] = [Buffer.alloc(0), false]
  const wake = new Set<() => void>()
  const stir = () => {
    for (const one of wake) one()
  }
  socket.on('error', () => {})
  socket.on('close', () => {
    isOver = true
    stir()
  })
  socket.on('data', (chunk) => {
    heard = Buffer.concat([heard, chunk])
    stir()
  })
  await new Promise((open, fail) => {
    socket.once('connect', open)
    socket.once('error', fail)
  })
  const until = (ms: number, isSo: () => boolean) =>
    new Promise<boolean>((settle) => {
      const look = (isLate: boolean) => {
        if (!isSo() && !isLate) return
        clearTimeout(timer)
        wake.delete(stirred)
        settle(isSo())
      }
      const stirred = () => look(false)
      const timer = setTimeout(() => look(true), ms)
      wake.add(stirred)
      stirred()
    })
  return {
    socket,
    send: (bytes) =>
      new Promise((sent) => {
        if (isOver || socket.write(bytes)) return sent()
        const go = () => {
          socket.off('drain', go)
          socket.off('close', go)
          sent()
        }
        socket.on('drain', go)
        socket.on('close', go)
      }),
    async answer(ms = 20_000, hasBody = true) {
      await until(ms, () => isOver || firstOf(heard, hasBody) !== null)
      const found = firstOf(heard, hasBody)
      if (found) heard = heard.subarray(found.length)
      return found?.answer ?? null
    },
    ended: (ms) => until(ms, () => isOver),
  }
}

/** The first whole answer among what was heard. */
function firstOf(heard: Buffer, hasBody: boolean): { answer: RawAnswer; length: number } | null {
  const end = heard.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [first = '', ...lines] = heard.toString('latin1', 0, end).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const length = end + 4 + (hasBody ? Number(headers['content-length'] ?? 0) : 0)
  if (heard.length < length) return null
  const status = Number(first.split(' ')[1])
  return { answer: { status, headers, body: heard.toString('utf8', end + 4, length) }, length }
}

const EDGE = '----edge'

/** A form with files as bytes on the wire; `whole: false` leaves its last line away. */
export function formOf(
  parts: { name?: string; file?: string; content: Uint8Array }[],
  { isWhole = true }: { isWhole?: boolean } = {},
): Buffer {
  const pieces = parts.flatMap(({ name = 'file', file = 'a.jpg', content }) => [
    Buffer.from(
      `--${EDGE}\r\ncontent-disposition: form-data; name="${name}"; filename="${file}"\r\ncontent-type: image/jpeg\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...pieces, Buffer.from(isWhole ? `--${EDGE}--\r\n` : '')])
}

export const FORM_TYPE = `multipart/form-data; boundary=${EDGE}`

/** The lines before a body; a length of 'chunked' leaves it open. */
export function headOf(
  method: string,
  path: string,
  { length, type = FORM_TYPE, token, headers = {} }: HeadOptions = {},
): string {
  const lines = {
    host: 'office.example',
    ...(length !== undefined && { 'content-type': type }),
    ...(length === 'chunked' && { 'transfer-encoding': 'chunked' }),
    ...(typeof length === 'number' && { 'content-length': String(length) }),
    ...(token && { authorization: `Bearer ${token}` }),
    'accept-language': 'en',
    ...headers,
  }
  return `${method} ${path} HTTP/1.1\r\n${Object.entries(lines)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`
}

interface HeadOptions {
  length?: number | 'chunked'
  type?: string
  token?: string
  headers?: Record<string, string>
}
