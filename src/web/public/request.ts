import type { Envelope, RefusalData } from '../../shared/api.ts'
import type { StoredFile } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import { pause } from './pause.ts'

/** The server said no, in words for the user. */
export class Refused extends Error {
  readonly status: number
  readonly code: number
  readonly fields: Record<string, string>
  constructor(status: number, code: number, description: string, data: RefusalData | null = null) {
    super(description)
    this.status = status
    this.code = code
    this.fields = data?.fields ?? {}
  }
}

/** No answer came: no connection, a broken one, or a server that is not there right now. */
export class Unreachable extends Error {}

const TIMEOUT_MS = 100_000
/** A video on a slow line. */
const FILE_TIMEOUT_MS = 30 * 60_000
const AGAIN_AFTER_MS = [400, 1600]
const AWAY = [502, 503, 504]

interface Options {
  /** As JSON; a form with files as it is. */
  body?: unknown
  /** The same key makes the same thing only once. */
  once?: string
}

interface Answer {
  status: number
  text: string
}
const ahead = new Map<string, Promise<Answer>>()

/** Puts a question that a page is about to ask; whoever asks it first by `call` gets the answer. */
export function askAhead(path: string): void {
  const answer = answerTo('GET', path)
  answer.catch(() => {}) // Said to whoever asks.
  ahead.set(path, answer)
}

/** Asks the server; a question that found it away for a moment is put again, as it changes nothing. */
export async function call<D>(method: 'GET' | 'POST', path: string, options: Options = {}): Promise<D> {
  for (const wait of method === 'GET' && navigator.onLine ? AGAIN_AFTER_MS : []) {
    try {
      return await ask<D>(method, path, options)
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      await pause(wait)
    }
  }
  return ask<D>(method, path, options)
}

async function ask<D>(method: 'GET' | 'POST', path: string, options: Options): Promise<D> {
  const begun = method === 'GET' ? ahead.get(path) : undefined
  ahead.delete(path)
  const { status, text } = await (begun ?? answerTo(method, path, options))
  return unwrap<D>(status, text)
}

async function answerTo(method: 'GET' | 'POST', path: string, { body, once }: Options = {}): Promise<Answer> {
  const headers = new Headers({ accept: 'application/json' })
  const isFile = body instanceof FormData
  if (body !== undefined && !isFile) headers.set('content-type', 'application/json')
  if (once) headers.set('idempotency-key', once)
  const signal = AbortSignal.timeout(isFile ? FILE_TIMEOUT_MS : TIMEOUT_MS)
  const sent: RequestInit = { method, headers, signal, cache: 'no-store' }
  if (body !== undefined) sent.body = isFile ? body : JSON.stringify(body)
  try {
    const answer = await fetch(`/api${path}`, sent)
    return { status: answer.status, text: await answer.text() }
  } catch {
    throw new Unreachable()
  }
}

/** Sends one file, telling how far it is from 0 to 1. */
export function upload(
  file: Blob,
  name: string,
  onProgress: (share: number) => void,
  stop?: AbortSignal,
): Promise<StoredFile> {
  const request = new XMLHttpRequest() // fetch cannot tell how much was sent
  return new Promise((resolve, reject) => {
    request.open('POST', '/api/public/upload')
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total)
    request.onerror = request.onabort = () => reject(new Unreachable())
    request.onload = () => {
      try {
        const [stored] = unwrap<{ files: StoredFile[] }>(request.status, request.responseText).files
        if (stored) resolve(stored)
        else reject(new Unreachable())
      } catch (error) {
        reject(error)
      }
    }
    stop?.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.append('file', file, name)
    request.send(form)
  })
}

function unwrap<D>(status: number, text: string): D {
  const envelope = parse(text)
  if (!envelope) throw AWAY.includes(status) || status < 400 ? new Unreachable() : new Refused(status, 0, wentWrong())
  if (envelope.ErrorCode === 0 && status < 400) return envelope.Data as D // the contract of the path asked for
  if (AWAY.includes(status)) throw new Unreachable()
  throw new Refused(
    status,
    envelope.ErrorCode,
    envelope.ErrorDescription || wentWrong(),
    envelope.Data as RefusalData | null,
  ) // the contract of refusals
}

function parse(text: string): Envelope | null {
  try {
    const found: unknown = JSON.parse(text)
    return typeof found === 'object' && found !== null && 'ErrorCode' in found ? (found as Envelope) : null // checked on this line
  } catch {
    return null
  }
}

const wentWrong = () => t('Something went wrong. Please try again.')
