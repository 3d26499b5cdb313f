import { DISPLACED, type Envelope, type RefusalData, UNPROVEN } from '../shared/api.ts'
import { t } from '../shared/language.ts'
import { isAttended } from './attendance.ts'
import { busy } from './busy.ts'
import { endHere, noteCall, token } from './token.ts'

const TIMEOUT_MS = 100_000
const JSON_TYPE = 'application/json'

/** The code of a request that never reached the server. */
export const NO_CONNECTION = -1

export type Query = Record<string, string | number | boolean | null | undefined | readonly (string | number)[]>

export interface CallOptions {
  /** A repeat with the same key gets the first answer and creates nothing. */
  idempotencyKey?: string
  /** When it was done, for what is sent later (ISO). */
  doneAt?: string
  signal?: AbortSignal
  /** Leaves the loading bar alone: background calls. */
  quiet?: boolean
  /** Is sent even where the page is left at that moment. */
  keepalive?: boolean
}

/** What the server said no with; `fields` maps a field to its translated message. */
export class ApiRefusal extends Error {
  override name = 'ApiRefusal'
  readonly code: number
  readonly status: number
  readonly description: string
  readonly data: RefusalData
  readonly fields: Record<string, string>
  constructor(code: number, status: number, description: string, data: RefusalData = {}) {
    super(description)
    this.code = code
    this.status = status
    this.description = description
    this.data = data
    this.fields = data.fields ?? {}
  }
}

/** What to say of a call that failed: the first field that was refused, else the refusal itself. */
export const failureWords = (error: unknown): string =>
  error instanceof ApiRefusal ? (Object.values(error.fields)[0] ?? error.description) : t('Something went wrong')

export const get = <T>(path: string, query?: Query, options?: CallOptions): Promise<T> =>
  call<T>('GET', path + queryString(query), undefined, options)
export const post = <T>(path: string, body?: unknown, options?: CallOptions): Promise<T> =>
  call<T>('POST', path, body, options)
export const put = <T>(path: string, body?: unknown, options?: CallOptions): Promise<T> =>
  call<T>('PUT', path, body, options)
export const del = <T>(path: string, body?: unknown, options?: CallOptions): Promise<T> =>
  call<T>('DELETE', path, body, options)

/** `?a=1&a=2`; empty values are left out. */
export function queryString(query: Query = {}): string {
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== '') pairs.append(name, String(one))
  }
  const text = pairs.toString()
  return text === '' ? '' : `?${text}`
}

type Headers = Record<string, string>

/** The headers of a call by hand, e.g. the event stream or an upload with progress. */
export function authorised(headers: Headers = {}): Headers {
  const held = token()
  return held ? { ...headers, authorization: `Bearer ${held}` } : headers
}

/** Path below /api, with or without the leading slash or /api. */
export const apiPath = (path: string): string => `/api/${path.replace(/^\/?(api\/)?/, '')}`

let noteForbidden = (): void => undefined

/** Hears of every call that was forbidden. */
export function onForbidden(handler: () => void): void {
  noteForbidden = handler
}

let prove = async (): Promise<boolean> => false

/** Asks for the password again, where a call is refused without it; answers whether it was given. */
export function onUnproven(handler: () => Promise<boolean>): void {
  prove = handler
}

/** Turns an answer into its data, or throws the refusal; 401 ends the session, unless another token is held by then than was sent. */
export async function openEnvelope<T>(response: Response, sent: string | null): Promise<T> {
  const envelope = await readEnvelope(response)
  if (response.status === 401 && sent === token()) endHere(envelope.ErrorCode === DISPLACED ? 'displaced' : 'over')
  if (response.status === 403 && envelope.ErrorCode !== UNPROVEN) noteForbidden()
  if (envelope.ErrorCode !== 0)
    throw new ApiRefusal(envelope.ErrorCode, response.status, envelope.ErrorDescription, refusalData(envelope.Data))
  return envelope.Data as T // the server's contract for this path, which the caller names
}

/** Asks for what comes in no envelope, such as a file; a refusal is thrown as by any call. */
export async function fetchRaw(path: string, init: RequestInit & { headers?: Headers } = {}): Promise<Response> {
  const held = token()
  const response = await send(apiPath(path), { ...init, headers: authorised(init.headers) })
  if (!response.ok) await openEnvelope(response, held)
  return response
}

async function call<T>(method: string, path: string, body: unknown, options: CallOptions = {}): Promise<T> {
  try {
    return await callOnce<T>(method, path, body, options)
  } catch (error) {
    const isUnproven = error instanceof ApiRefusal && error.code === UNPROVEN
    if (!isUnproven || !(await prove())) throw error
    return callOnce<T>(method, path, body, options)
  }
}

async function callOnce<T>(method: string, path: string, body: unknown, options: CallOptions): Promise<T> {
  const isForm = body instanceof FormData
  const held = token()
  const headers = authorised({ accept: JSON_TYPE })
  if (body !== undefined && !isForm) headers['content-type'] = JSON_TYPE
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey
  if (options.doneAt) headers['done-at'] = options.doneAt
  const attended = isAttended()
  if (!attended) headers.unattended = 'true'
  const done = options.quiet ? undefined : busy.start()
  try {
    const response = await send(apiPath(path), {
      method,
      headers,
      body: isForm ? body : body === undefined ? undefined : JSON.stringify(body),
      signal: options.signal ?? AbortSignal.timeout(TIMEOUT_MS),
      keepalive: options.keepalive,
    })
    if (attended) noteCall()
    return await openEnvelope<T>(response, held)
  } finally {
    done?.()
  }
}

async function send(path: string, init: RequestInit): Promise<Response> {
  const response = await overLine(() => fetch(path, init))
  busy.connected(true)
  busy.heard(response.headers.get('date'))
  return response
}

/** What comes over the line; what cuts it, or takes too long, is told as no connection. */
export async function overLine<T>(come: () => Promise<T>): Promise<T> {
  try {
    return await come()
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    busy.connected(false)
    throw new ApiRefusal(NO_CONNECTION, 0, t('No connection. Please check the network and try again.'))
  }
}

async function readEnvelope(response: Response): Promise<Envelope> {
  const found: unknown = await response.json().catch(() => null)
  if (typeof found === 'object' && found !== null && 'ErrorCode' in found) return found as Envelope // the one shape of every answer
  throw new ApiRefusal(
    response.status || NO_CONNECTION,
    response.status,
    t('The service is not available for a moment. Please try again.'),
  )
}

const refusalData = (value: unknown): RefusalData =>
  typeof value === 'object' && value !== null ? (value as RefusalData) : {} // narrowed on this line
