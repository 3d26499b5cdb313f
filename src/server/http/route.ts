import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Fields, Values } from '../../shared/fields.ts'
import type { Right } from '../../shared/users/permissions.ts'
import type { Actor } from '../actor.ts'
import type { AppContext } from '../app-context.ts'
import type { Db } from '../db/db.ts'
import type { RawQuery } from '../resource/query/parse-query.ts'
import type { Answers } from './answers.ts'
import type { Keep } from './idempotency.ts'

/** What a caller must hold: nothing (public), a session, or a flag, or several, of a permission identifier. No default. */
export type Needs = 'nothing' | 'session' | { permission: string; flag: Right }

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface Call<B = Record<string, unknown>> {
  context: AppContext
  actor: Actor
  /** The pool, or the transaction an idempotent call already runs in. */
  db: Db
  /** Under an Idempotency-Key, for a route that keeps its answer itself. */
  keep?: Keep
  params: Record<string, string>
  /** The record in the path, where the path names one. */
  id: number
  query: RawQuery
  body: B
  /** When a late act was done; null where it was sent at once. In statements that is `done_at()`. */
  doneAt: Date | null
  request: FastifyRequest
  reply: FastifyReply
}

/** What an act on one record needs: of a request, or of many records done in the background. */
export type RowCall = Pick<Call, 'context' | 'actor' | 'db' | 'id' | 'body'>

export interface Route<B extends Fields = Fields> {
  method: Method
  /** Below /api, e.g. `ticket/:id/assign`. */
  path: string
  /** A bare flag is of the module's own permission; `serve` fills it in. */
  needs: Needs | Right
  /** Whether an API key may make this call: where a permission is named unless said, else only where said. */
  takesKeys?: boolean
  /** Beside a session: permission identifiers of which `read` on any is enough. */
  readsAny?: readonly string[]
  /** What the body may hold; anything else is refused by name. Absent: no body. */
  body?: B
  /** Names the handler reads and checks by itself, e.g. a role's permissions, each with its JSON schema. */
  beside?: ExtraBody | undefined
  /** Only the given fields are checked (an update). */
  isPartial?: boolean
  /** A body may have so many bytes, where the usual bound is too narrow. */
  bytesMost?: number
  /** Takes files, as a form, within these bounds; it answers by itself, with 201. */
  files?: FileBounds
  /** Somebody waits for it at a counter: it has connections of its own, however much else is asked for. */
  atCounter?: boolean
  /** Honours Idempotency-Key and answers 201. */
  creates?: boolean
  /** May be sent later by a device that had no line: honours Idempotency-Key and Done-At (`late.ts`). */
  mayBeLate?: boolean
  /** Writes the answer kept under an Idempotency-Key itself, with `call.keep`. */
  storesIdempotentResponse?: boolean
  /** The rate-limit class, where it is not the signed-in one; of some bodies only, where it says which. */
  limit?: LimitName
  limits?(body: Readonly<Record<string, unknown>>): boolean
  /** In words, for the API reference. */
  summary: string
  /** Names in its path that are no ids, as a token is none. */
  pathTexts?: readonly string[]
  /** What may follow the question mark, and `lang`: in words, with a JSON schema where it is more than any text. The rest is refused by name. */
  query?: QueryParameters
  /** Request headers it reads, described like `query`. */
  headers?: QueryParameters
  /**
   * Its address travels in mails: names that others add to it are not refused, and the form that mail programs send as one click (RFC 8058) is
   * let in, and not read.
   */
  isMailLink?: boolean
  /** Asks for the password again where it was typed too long ago: what decides who may do what. */
  isSensitive?: boolean
  /** Answers by itself, with content of this media type instead of the envelope: a file, a stream. */
  mediaType?: string
  /** The envelope's `Data`, for the API reference; `answers.ts` has the words. */
  answers?: Answers
  /**
   * What is wrong with a body beyond its single fields, by field and packed. It is asked where something is wrong, so that all is told at
   * once, and by `?check=1`, which does nothing else; `call.body` then lacks the fields that were `refused`.
   */
  judge?(call: Call, refused: readonly string[]): Promise<Record<string, string>>
  handle(call: Call<Values<B>>): Promise<unknown>
}

/** How many files a call may bring, and how many bytes each and all of them. */
export interface FileBounds {
  files: number
  each: number
  total: number
}

/** JSON schemas by name; one that the handler cannot do without is needed. */
export type ExtraBody = Readonly<Record<string, Readonly<Record<string, unknown>> & { isNeeded?: true }>>
export type QueryParameters = Readonly<Record<string, string | Parameter>>
export interface Parameter {
  says: string
  schema: object
  isRequired?: boolean
  /** Let in so that who reads it can say why not; the API reference does not tell it. */
  isHidden?: boolean
}

export type LimitName =
  | 'sign-in'
  | 'password'
  | 'refresh'
  | 'public form'
  | 'public lookup'
  | 'company lookup'
  | 'bill lookup'
  | 'public upload'
  | 'registration check'
  | 'upload'
  | 'private lookup'
  | 'send mail'
  | 'send mail, all'
  | 'mail servers'
  | 'assistant'

/** Whether an API key may make this call: what needs a right is not about the person who asks. */
export const isOpenToKeys = ({
  needs,
  readsAny,
  takesKeys,
}: Pick<Route, 'needs' | 'readsAny' | 'takesKeys'>): boolean =>
  takesKeys ?? (needs === 'nothing' || typeof needs === 'object' || readsAny !== undefined)

/** Whether a request without a body is one: of nothing that it holds can be done without. */
export const needsBody = ({ body = {}, beside = {} }: Route): boolean =>
  Object.values(body).some((field) => field.required && field.default === undefined) ||
  Object.values(beside).some(({ isNeeded }) => isNeeded)

/** Finished JSON text that goes into the envelope as it is. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Options<B extends Fields> = Omit<Route<B>, 'method' | 'path' | 'handle'>
const maker =
  (method: Method) =>
  <const B extends Fields = Record<never, never>>(
    path: string,
    options: Options<B>,
    handle: (call: Call<Values<B>>) => Promise<unknown>,
  ): Route => // The body is checked against exactly these fields before the handler sees it.
  ({ method, path, ...options, handle: handle as Route['handle'] })

export const get = maker('GET')
export const post = maker('POST')
export const put = maker('PUT')
export const del = maker('DELETE')
