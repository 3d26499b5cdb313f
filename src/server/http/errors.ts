import type { Duplex } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Language, tIn } from '../../shared/language.ts'
import { saidIn, tell } from '../../shared/message.ts'
import { REFUSALS, Refusal, type RefusalName, type RefusalParts, sentenceOf } from '../../shared/refusals.ts'
import { codeOf } from '../db/db.ts'

/** Turns whatever was thrown into the one envelope, in the caller's language; what is our mistake is logged and told by number only. */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  language: Language,
): FastifyReply {
  const refusal = isCutOff(request) ? new Refusal('malformed') : refusalOf(error)
  if (refusal.refusal === 'unexpected') {
    request.log.error({ err: error }, 'unexpected error')
    refusal.parts.params = { request: request.id }
  } else if (refusal !== error && REFUSALS[refusal.refusal].status >= 500)
    request.log.warn({ err: error }, 'a request was refused')
  const { code, status } = REFUSALS[refusal.refusal]
  const { fields, params, facts } = refusal.parts
  if (params?.wait && status === 429) reply.header('retry-after', String(params.wait))
  if (status === 503) reply.header('retry-after', '1')
  const messages =
    fields && Object.fromEntries(Object.entries(fields).map(([name, message]) => [name, tell(message, language)]))
  return reply
    .status(status)
    .type('application/json; charset=utf-8')
    .send(
      JSON.stringify({
        ErrorCode: code,
        ErrorDescription: tIn(language, sentenceOf(refusal.refusal, params), saidIn(language, params)),
        Data: { ...facts, ...(messages && { fields: messages }) },
      }),
    )
}

/** What Node's parser cannot read as a request, above all an address or headers beyond 16 kB: the same envelope, then the end. */
export function refuseConnection(
  error: Error & { code?: string },
  socket: Duplex,
  headers: Readonly<Record<string, string>>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [name, line] = CONNECTION[error.code ?? ''] ?? UNREAD
  const { code, text } = REFUSALS[name]
  const body = JSON.stringify({ ErrorCode: code, ErrorDescription: tIn('vi', text, { max: '16 kB' }), Data: {} })
  const head = [
    `HTTP/1.1 ${line}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

const UNREAD = ['malformed', '400 Bad Request'] as const
const CONNECTION: Record<string, readonly [RefusalName, string]> = {
  HPE_HEADER_OVERFLOW: ['too large', '431 Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['too slow', '408 Request Timeout'],
}

/** The sender left in the middle of the body: whatever that broke is no fault of ours. */
const isCutOff = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete

/** Database and framework errors that a user can understand; all else is unexpected. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const code = codeOf(error)
  const named = (code && (FRAMEWORK[code] ?? databaseRefusal(code))) || statusRefusal(error)
  if (named) return new Refusal(named, PARTS[named])
  if (isUnreachable(error)) return new Refusal('unavailable')
  return new Refusal('unexpected')
}

/** An error of the framework that brings a status of its own is about the request, whichever it is. */
function statusRefusal(error: unknown): RefusalName | undefined {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 0
  if (status < 400 || status > 499) return undefined
  return BY_STATUS[status] ?? 'malformed'
}

/** What may not be looked at is as good as not there. */
const BY_STATUS: Record<number, RefusalName> = {
  403: 'not found',
  404: 'not found',
  405: 'not found',
  406: 'unsupported type',
  408: 'too slow',
  413: 'too large',
  414: 'too large',
  415: 'unsupported type',
}

const PARTS: Partial<Record<RefusalName, RefusalParts>> = { 'too large': { params: { max: '256 kB' } } }

const FRAMEWORK: Record<string, RefusalName> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too large',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed',
  FST_ERR_BAD_URL: 'not found',
  FST_ERR_MAX_PARAM_LENGTH: 'not found',
  FST_ERR_PARAM_LENGTH: 'not found',
}

/** Class 08 and 57P: no connection, shutting down, starting up; 53: out of resources; lock and statement time-outs. */
function databaseRefusal(code: string): RefusalName | undefined {
  if (code === '53100') return 'no space'
  if (/^(08|57P|53)/.test(code) || ['55P03', '57014', '25P03', '40001', '40P01', '25P04'].includes(code))
    return 'unavailable'
  if (/^22/.test(code)) return 'invalid'
  if (['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'].includes(code)) return 'unavailable'
  return undefined
}

const isUnreachable = (error: unknown): boolean =>
  error instanceof Error &&
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/i.test(
    error.message,
  )
