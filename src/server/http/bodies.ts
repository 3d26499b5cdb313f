import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../../shared/refusals.ts'
import { limitBandwidth } from './bandwidth-limit.ts'
import type { FileBounds } from './route.ts'

/** How long a body may take as a whole, and how long its sender may say nothing (design/security.md, Validation). */
const WHOLE_MS = { words: 30_000, files: 120_000 }
const SILENCE_MS = 15_000
const LOOK_MS = 500
const LINGER_MS = 1000
/** What names and lines between files take, and more: words are counted exactly elsewhere. */
const FRAME_BYTES = 2 ** 21
/** What is still read of a refused body that is no file. */
const DISCARDED_MOST = 2 ** 20

declare module 'fastify' {
  interface FastifyContextConfig {
    files?: FileBounds
  }
}

interface Arriving {
  endsAt: number
  /** Of the connection's bytes, where a body with files has brought too many. */
  bytesMost: number
  heard: number
  heardAt: number
}

/**
 * Bounds every body in time, whoever reads it, and leaves each connection either ready for its next request or closed:
 * what a refused request still brings is read and thrown away, up to a bound; beyond it the answer is the last of its connection.
 */
export function boundBodies(app: FastifyInstance): void {
  const arriving = new Map<IncomingMessage, Arriving>()
  const late = new WeakSet<IncomingMessage>()
  const looking = setInterval(() => {
    for (const { raw, why } of overdue(arriving)) {
      late.add(raw)
      raw.emit('error', new Refusal(why)) // ends whoever reads it; the answer can still be sent
    }
  }, LOOK_MS).unref()
  app.addHook('onClose', async () => clearInterval(looking))
  app.addHook('onRequest', async (request) => {
    const { raw } = request
    if (!hasBody(raw)) return
    const now = performance.now()
    const endsAt = now + (filesOf(request) ? WHOLE_MS.files : WHOLE_MS.words)
    const heard = raw.socket.bytesRead
    arriving.set(raw, { endsAt, bytesMost: heard + (filesOf(request)?.total ?? 0) + FRAME_BYTES, heard, heardAt: now })
    raw.on('error', () => {}) // a body nobody reads yet may be late as well
  })
  app.addHook('onSend', async (request, reply) => {
    const { raw } = request
    if (!hasBody(raw) || raw.readableEnded) return
    if (!late.has(raw) && (await isDiscarded(raw, filesOf(request)?.total ?? DISCARDED_MOST))) return
    reply.header('connection', 'close')
    endSlowly(raw.socket)
  })
}

/** A sender has a moment to read its answer: a connection that is closed with bytes unread takes the answer with it. */
function endSlowly(socket: Socket): void {
  socket.destroySoon = () => {
    socket.end()
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  }
}

const filesOf = ({ routeOptions }: FastifyRequest): FileBounds | undefined => routeOptions.config?.files // none before a route is found

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Only who is listened to can be slow: while we are busy with what came, the sender has to wait. */
function overdue(arriving: Map<IncomingMessage, Arriving>): { raw: IncomingMessage; why: 'too slow' | 'malformed' }[] {
  const now = performance.now()
  const found: { raw: IncomingMessage; why: 'too slow' | 'malformed' }[] = []
  for (const [raw, body] of arriving) {
    if (raw.readableEnded || raw.destroyed || raw.complete) {
      arriving.delete(raw)
      continue
    }
    const { bytesRead } = raw.socket
    if (bytesRead !== body.heard || !raw.readableFlowing) Object.assign(body, { heard: bytesRead, heardAt: now })
    if (!raw.readableFlowing) body.endsAt += LOOK_MS
    const isSlow = now > body.endsAt || now - body.heardAt > SILENCE_MS
    // What is counted elsewhere are files and words; here it is what belongs to neither.
    if (!isSlow && bytesRead < body.bytesMost) continue
    arriving.delete(raw)
    found.push({ raw, why: isSlow ? 'too slow' : 'malformed' })
  }
  return found
}

/** Reads the rest away. A sender that does not say how much it is, or says too much, is not waited for that long. */
async function isDiscarded(raw: IncomingMessage, most: number): Promise<boolean> {
  const said = Number(raw.headers['content-length'] ?? 0)
  if (said > most || raw.destroyed) return false
  const bound = said > 0 ? most : DISCARDED_MOST
  raw.unpipe()
  return new Promise((settle) => {
    let bytes = 0
    let isOver = false
    const count = (chunk: Uint8Array) => {
      bytes += chunk.length
      if (bytes > bound) return end(false)
      raw.pause()
      void limitBandwidth(chunk.length).then(() => isOver || raw.resume())
    }
    const done = () => end(true)
    const failed = () => end(false)
    const end = (isWhole: boolean) => {
      isOver = true
      raw.off('data', count).off('end', done).off('error', failed).off('close', failed).pause()
      settle(isWhole)
    }
    raw.on('data', count).on('end', done).on('error', failed).on('close', failed).resume()
  })
}
