import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { checkAll } from '../../shared/checks.ts'
import { ADDRESS_PARTS, type Fields, isWritable, type Values } from '../../shared/fields.ts'
import { detectLanguage, type Language } from '../../shared/language.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { type Actor, actorMay, thePublic } from '../actor.ts'
import type { AppContext } from '../app-context.ts'
import { isKey } from '../auth/api-keys.ts'
import { refuseUnproven } from '../auth/in-person.ts'
import type { Db } from '../db/db.ts'
import { placeAddresses } from '../places/placed.ts'
import type { RawQuery } from '../resource/query/parse-query.ts'
import { withoutProof } from './challenge.ts'
import type { CounterPriority } from './counter-priority.ts'
import { answerError } from './errors.ts'
import { type Answer, fingerprintOf, type Keep, once } from './idempotency.ts'
import { isCheck, refuseWrong, type Wrong, withTheRest } from './judging.ts'
import { doneAtOf, inItsTime } from './late.ts'
import { countCall, limitKey, STORE_TIMES, takeToken } from './limits.ts'
import { takeForms } from './multipart.ts'
import { refuseUnknownParameters, unknownNames } from './names.ts'
import { isWithin } from './networks.ts'
import { type Call, type ExtraBody, isOpenToKeys, JsonText, type LimitName, needsBody, type Route } from './route.ts'
import { traced } from './traces.ts'

/** Puts a route on the server: session → permission → body → work → envelope. */
export function mount(app: FastifyInstance, context: AppContext, route: Route, priority: CounterPriority): void {
  if (isUnplaced(route.needs)) throw new Error(`${route.method} ${route.path} names no permission`)
  if (route.files)
    void app.register(async (scope) => {
      await takeForms(scope)
      register(scope, context, route, priority)
    })
  else if (!route.isMailLink) register(app, context, route, priority)
  else
    void app.register(async (scope) => {
      scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 1024 }, unread)
      register(scope, context, route, priority)
    })
}

const isUnplaced = (needs: Route['needs']): boolean =>
  needs !== 'nothing' && needs !== 'session' && !('permission' in Object(needs))

const unread = (_: unknown, __: unknown, done: (error: null, body: null) => void): void => done(null, null)

function register(app: FastifyInstance, context: AppContext, route: Route, priority: CounterPriority): void {
  app.route({
    method: route.method,
    url: `/api/${route.path}`,
    exposeHeadRoute: false,
    ...(route.bytesMost && { bodyLimit: route.bytesMost }),
    config: { ...(route.files && { files: route.files }) },
    handler: async (request, reply) => {
      const language = languageOf(request)
      let actor: Actor | undefined
      let leave = await turnOf(route, priority)
      try {
        actor = await callerOf(context, route, request, language)
        await admit(context, route, actor, request.body)
        if (route.atCounter) leave = priority.counterCalled()
        const { call, wrong } = callOf(context, route, actor, request, reply)
        await refuseWrong(route, call, wrong)
        if (route.mediaType || route.files) return await route.handle(call)
        const answer = await judged(context, route, call)
        return await reply
          .status(answer.status)
          .type('application/json; charset=utf-8')
          .send(`{"ErrorCode":0,"ErrorDescription":"","Data":${answer.data}}`)
      } catch (error) {
        // A file or stream that broke off, mostly as the browser left: the answer has begun, and there is nobody to tell.
        if (reply.sent || reply.raw.headersSent) {
          request.log.debug({ err: error }, 'an answer under way broke off')
          return await reply
        }
        return await answerError(traced(context, request, actor, error), request, reply, language)
      } finally {
        leave()
      }
    },
  })
}

/** Waits till this call may begin; files and streams last as long as the other side wants, and wait for none. */
const turnOf = async (route: Route, priority: CounterPriority): Promise<() => void> =>
  route.atCounter || route.mediaType || route.files ? () => undefined : priority.enter()

/** The language of one request: query, cookie, accepted languages. */
export function languageOf(request: FastifyRequest): Language {
  const query = request.query as Record<string, unknown> | null // an object, or null before any route is found
  const cookie = /(?:^|;\s*)lang=(\w\w)/.exec(request.headers.cookie ?? '')?.[1]
  return detectLanguage(query?.lang, cookie, request.headers['accept-language'])
}

/** Whose session the call brings, or the public where it needs none. */
async function callerOf(
  context: AppContext,
  { needs }: Route,
  request: FastifyRequest,
  language: Language,
): Promise<Actor> {
  if (needs === 'nothing') return thePublic(language, request.ip)
  const token = bearerOf(request)
  if (token !== null && isKey(token)) return context.apiKeys.actorOf(token, language, request.ip)
  if (token === null) refuse('no session')
  // What a page asks by itself while nobody is at it is no work (security design, Session).
  const isActivity = request.headers.unattended !== 'true'
  return (await context.sessions.actorOf(token, language, request.ip, isActivity)) ?? context.sessions.refuse(token)
}

async function admit(context: AppContext, route: Route, actor: Actor, body: unknown): Promise<void> {
  const factor = context.config.rateLimitFactor
  if (route.needs === 'nothing') {
    if (route.limit) await countCall(context.db, route.limit, ...publicShare(context, route, actor))
    return
  }
  if (actor.id === null) refuse('no session')
  const kind = actor.key !== undefined ? 'key' : route.method === 'GET' ? 'read' : 'write'
  const wait = takeToken(context.config, actor.id, kind)
  if (wait > 0) refuse('too many', { params: { wait } })
  if (actor.key !== undefined && !isOpenToKeys(route)) refuse('not for keys')
  if (
    typeof route.needs === 'object' &&
    'permission' in route.needs &&
    !actorMay(actor, route.needs.permission, route.needs.flag)
  )
    refuse('no permission')
  if (route.readsAny?.some((permission) => actorMay(actor, permission, 'read')) === false) refuse('no permission')
  const isCounted = route.limits?.({ ...(typeof body === 'object' && body) }) ?? true
  if (route.limit && isCounted) await countCall(context.db, route.limit, `user ${actor.id}`, factor)
}

/** Of these a store's one line has as many as its customers need. */
const OF_A_CUSTOMER: readonly (LimitName | undefined)[] = ['public form', 'bill lookup']

/** By what the calls of an address are counted, and how many times as many it has: forms each by itself, as design/security.md says. */
function publicShare(
  { config }: AppContext,
  { limit, path }: Route,
  { address }: Actor,
): [who: string, factor: number] {
  if (!OF_A_CUSTOMER.includes(limit)) return [limitKey(address), config.rateLimitFactor]
  const times = isWithin(config.storeNetworks, address) ? STORE_TIMES : 1
  return [`${path} ${limitKey(address)}`, config.rateLimitFactor * times]
}

/** The token of a call; the scheme's name is written as anybody likes (RFC 9110, 11.1). */
export const bearerOf = ({ headers }: FastifyRequest): string | null =>
  /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null

interface Read {
  call: Call
  /** What is wrong with single fields of the body. */
  wrong: Wrong
}

function callOf(context: AppContext, route: Route, actor: Actor, request: FastifyRequest, reply: FastifyReply): Read {
  const params = request.params as Record<string, string> // the path's own names
  for (const [name, value] of Object.entries(params))
    if (!route.pathTexts?.includes(name) && !/^\d{1,15}$/.test(value)) refuse('not found')
  if (!route.isMailLink) refuseUnknownParameters(Object.keys(request.query as RawQuery), route.query)
  const { body, wrong } = readBody(route, request.body)
  // Who reads what no field names finds an object there.
  request.body ??= {}
  const query = request.query as RawQuery
  return {
    call: {
      context,
      actor,
      db: route.atCounter ? context.counterDb : context.db,
      params,
      id: Number(params.id ?? 0),
      query,
      body,
      doneAt: null,
      request,
      reply,
    },
    wrong,
  }
}

interface ReadBody {
  body: Values<Fields>
  wrong: Wrong
}

/** Protected names are refused (400), and so are unknown ones (422), together with what is wrong in the others. */
function readBody(route: Route, raw: unknown): ReadBody {
  const { isPartial, beside = {}, body = {}, method } = route
  if (method === 'GET') return { body: {}, wrong: {} }
  const given = raw ?? (needsBody(route) ? refuse('malformed') : {})
  if (typeof given !== 'object' || Array.isArray(given)) refuse('malformed')
  return checkedBody(body, beside, given, isPartial)
}

/** What of a body is right, and what is wrong with the rest, by field. */
export function checkedBody(fields: Fields, beside: ExtraBody, raw: object, isPartial?: boolean): ReadBody {
  const given = Object.keys(raw).filter((name) => !Object.hasOwn(beside, name))
  for (const name of given) if (isProtected(name, fields)) refuse('protected field', { params: { field: name } })
  const taken = Object.keys(fields).filter((name) => fields[name] && isWritable(fields[name]))
  const unknown = { ...unknownNames(given, [...taken, ...Object.keys(beside)]), ...unknownParts(fields, raw) }
  const { values, errors } = checkAll(fields, raw, isPartial)
  return { body: values, wrong: { ...errors, ...unknown, ...placeAddresses(fields, values) } }
}

/** Of addresses and lines, e.g. `lines.0.quantiti`. */
function unknownParts(fields: Fields, raw: object): Record<string, string> {
  const errors: Record<string, string> = {}
  const judge = (path: string, given: unknown, known: readonly string[]) => {
    if (typeof given !== 'object' || given === null) return
    for (const [name, message] of Object.entries(unknownNames(Object.keys(given), known)))
      errors[`${path}.${name}`] = message
  }
  for (const [name, given] of Object.entries(raw) as [string, unknown][]) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (field?.kind === 'address') judge(name, given, ADDRESS_PARTS)
    if (field?.kind === 'lines' && Array.isArray(given))
      for (const [at, line] of given.entries()) judge(`${name}.${at}`, line, Object.keys(field.line ?? {}))
  }
  return errors
}

const PROTECTED = new Set([
  'id',
  'created_at',
  'updated_at',
  'created_by',
  'updated_by',
  'deleted_at',
  'password',
  'password_hash',
  'permissions',
  'route_access',
  'is_admin',
  'admin',
  'blocked',
  'email_verified',
  'follow_token',
  'search_text',
  'state_before',
  'xid',
  'actor',
  'owner',
  '__proto__',
  'constructor',
  'prototype',
])
const isProtected = (name: string, fields: Fields): boolean => {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  return field ? field.readonly === true : PROTECTED.has(name)
}

async function judged(context: AppContext, route: Route, call: Call): Promise<Answer> {
  if (isCheck(route, call)) return { status: 200, data: 'null' }
  if (route.isSensitive) await refuseUnproven(context.db, call.actor)
  try {
    return await work(context, route, call)
  } catch (error) {
    throw await withTheRest(route, call, error)
  }
}

async function work(context: AppContext, route: Route, call: Call): Promise<Answer> {
  const status = route.creates ? 201 : 200
  // A repeat of what has arrived is answered whenever it comes, so that its time is judged only here.
  const run = async (pool: Db, keep?: Keep): Promise<Answer> => {
    const doneAt = doneAtOf(route, call)
    return inItsTime(pool, doneAt, async (db) => {
      const kept = route.storesIdempotentResponse && keep && { keep }
      const made = await route.handle({ ...call, db, doneAt, ...kept })
      return { status, data: made instanceof JsonText ? made.text : JSON.stringify(made ?? null) }
    })
  }
  const key = call.request.headers['idempotency-key']
  if (!(route.creates || route.mayBeLate) || typeof key !== 'string' || key === '') return run(call.db)
  if (key.length > 200)
    refuse('invalid', {
      fields: {
        'Idempotency-Key': pack('{{field}}: at most {{max}} characters', { field: 'Idempotency-Key', max: 200 }),
      },
    })
  const owner = call.actor.id === null ? 'public' : `user ${call.actor.id}`
  const answer = await once(
    call.db,
    {
      key,
      route: `${route.method} ${call.request.url.split('?')[0]}`,
      owner,
      fingerprint: fingerprintOf(context.config.keys, withoutProof(call.request.body)),
      status,
    },
    run,
    route.storesIdempotentResponse,
  )
  context.feed.nudge()
  return answer
}
