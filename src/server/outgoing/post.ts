import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { addressesOf, isPublic } from '../mail/targets.ts'

/** The whole of a call may take so long: to find, connect, send, and hear the answer. */
const WHOLE_MS = 10_000
const ANSWER_BYTES_MOST = 4096

export interface Outgoing {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

export interface Settings {
  /** Addresses inside a network are allowed, and so are http and other ports. */
  isPrivate: boolean
  wholeMs?: number
  /** So long nothing may come before the answer begins; as long as the whole unless said. */
  silenceMs?: number
  /** Ends it before its time, e.g. as whoever waits for it has gone. */
  ended?: AbortSignal
  /** Every address of a host name, as `addressesOf` finds them. */
  lookup?: (host: string) => Promise<string[]>
}

/** Why nothing was heard: what may not be called at all, or what did not answer. */
export type Trouble = 'forbidden' | 'unreachable' | 'too slow'
export type Outcome = { status: number; answer: string; ms: number } | { trouble: Trouble; ms: number }

/** Posts to an address that somebody typed, and hears the beginning of its answer. */
export async function postOutside(outgoing: Outgoing, settings: Settings): Promise<Outcome> {
  const called = await callOutside(outgoing, settings, async (response) => ({
    status: response.statusCode ?? 0,
    answer: await readSome(response),
  }))
  return 'trouble' in called ? called : { ...called.heard, ms: called.ms }
}

/**
 * Posts to an address outside, and hands over the answer as it begins to come; what `read` answers ends the call. The name is looked up once, every address of it is judged, and the connection goes to the
 * very address that was judged and is looked at once more when it stands: a name that means something else a moment later leads nowhere.
 * Redirects are answers like any other, and are not followed.
 */
export async function callOutside<T>(
  outgoing: Outgoing,
  settings: Settings,
  read: (response: IncomingMessage) => Promise<T>,
): Promise<{ heard: T; ms: number } | { trouble: Trouble; ms: number }> {
  const began = performance.now()
  const ms = () => Math.round(performance.now() - began)
  const late = AbortSignal.timeout(settings.wholeMs ?? WHOLE_MS)
  const end = settings.ended ? AbortSignal.any([late, settings.ended]) : late
  try {
    const url = new URL(outgoing.url)
    const address = isAllowed(url, settings) ? await judgedAddress(url, settings, end) : undefined
    if (address === undefined) return { trouble: 'forbidden', ms: ms() }
    if (address === null) return { trouble: 'unreachable', ms: ms() }
    return { heard: await send(url, address, outgoing, settings, end, read), ms: ms() }
  } catch (error) {
    if (error instanceof Forbidden) return { trouble: 'forbidden', ms: ms() }
    return { trouble: end.aborted || error instanceof TooSlow ? 'too slow' : 'unreachable', ms: ms() }
  }
}

class Forbidden extends Error {}
/** For whoever reads an answer as well. */
export class TooSlow extends Error {}

/** Whether an address may be kept at all; where it leads is judged at every call. */
export function isAllowed(url: URL, { isPrivate }: Pick<Settings, 'isPrivate'>): boolean {
  if (url.username !== '' || url.password !== '') return false
  if (isPrivate) return url.protocol === 'https:' || url.protocol === 'http:'
  const host = hostOf(url)
  return url.protocol === 'https:' && url.port === '' && (isIP(host) === 0 || isPublic(host))
}

/** As it is connected to. The parser has read other spellings of an address already: `0x7f.1`, `2130706433` and `0177.0.0.1` are 127.0.0.1. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/** Null where there is none; undefined where one of them is inside a network. */
async function judgedAddress(url: URL, settings: Settings, end: AbortSignal): Promise<string | null | undefined> {
  const { isPrivate, lookup = addressesOf } = settings
  const late = new Promise<never>((_, fail) =>
    end.addEventListener('abort', () => fail(new Error('too slow')), { once: true }),
  )
  const found = await Promise.race([lookup(hostOf(url)), late])
  const [first] = found
  if (first === undefined) return null
  return isPrivate || found.every(isPublic) ? first : undefined
}

function send<T>(
  url: URL,
  address: string,
  { headers, body }: Outgoing,
  { isPrivate, silenceMs }: Settings,
  end: AbortSignal,
  read: (response: IncomingMessage) => Promise<T>,
): Promise<T> {
  return new Promise((settle, fail) => {
    const isSecure = url.protocol === 'https:'
    const call = (isSecure ? requestHttps : requestHttp)({
      method: 'POST',
      host: address,
      port: url.port || (isSecure ? 443 : 80),
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, host: url.host, 'content-length': String(Buffer.byteLength(body)) },
      agent: false,
      signal: end,
      maxHeaderSize: 8192,
      ...(isSecure && isIP(hostOf(url)) === 0 && { servername: hostOf(url) }),
    })
    call.on('socket', (socket) =>
      socket.once('connect', () => {
        if (!isPrivate && !isPublic(socket.remoteAddress ?? '')) call.destroy(new Forbidden('inside a network'))
      }),
    )
    if (silenceMs !== undefined) call.setTimeout(silenceMs, () => call.destroy(new TooSlow('nothing came')))
    call.on('error', fail)
    call.on('response', (response) => {
      read(response).then(
        (heard) => {
          settle(heard)
          call.destroy()
        },
        (error: Error) => {
          fail(error)
          call.destroy()
        },
      )
    })
    call.end(body)
  })
}

/** The beginning of an answer; of one without an end, no more. */
function readSome(response: IncomingMessage): Promise<string> {
  return new Promise((settle, fail) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const done = () => settle(Buffer.concat(chunks).subarray(0, ANSWER_BYTES_MOST).toString('utf8'))
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= ANSWER_BYTES_MOST) done()
    })
    response.on('end', done)
    response.on('error', fail)
  })
}
