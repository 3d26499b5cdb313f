import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Checked, checkFields } from '../../shared/checks.ts'
import type { Fields, Values } from '../../shared/fields.ts'
import { detectLanguage, type Language } from '../../shared/language.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { type Actor, actorMay, thePublic } from '../actor.ts'
import type { Db } from '../db/db.ts'
import type { House } from '../house.ts'
import { placeAddresses } from '../places/placed.ts'
import type { RawQuery } from '../resource/query.ts'
import { answerError } from './errors.ts'
import { type Answer, fingerprintOf, type Keep, once } from './idempotency.ts'
import { countCall, limitKey, takeToken } from './limits.ts'
import { type Call, JsonText, type Route } from './route.ts'

/** Puts a route on the server: session → permission → body → work → envelope. */
export function mount(app: FastifyInstance, house: House, route: Route): void {
  if (typeof route.needs === 'string' && route.needs !== 'nothing' && route.needs !== 'session')
    throw new Error(`${route.method} ${route.path} names no permission`)
  if (!route.takesForms) register(app, house, route)
  else
    void app.register(async (scope) => {
      scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 1024 }, unread)
      register(scope, house, route)
    })
}

const unread = (_: unknown, __: unknown, done: (error: null, body: null) => void): void => done(null, null)

function register(app: FastifyInstance, house: House, route: Route): void {
  app.route({
    method: route.method,
    url: `/api/${route.path}`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const language = languageOf(request)
      try {
        const actor = await admit(house, route, request, language)
        const call = callOf(house, route, actor, request, reply)
        if (route.isRaw) return await route.handle(call)
        const answer = await work(house, route, call)
        return await reply
          .status(answer.status)
          .type('application/json; charset=utf-8')
          .send(`{"ErrorCode":0,"ErrorDescription":"","Data":${answer.data}}`)
      } catch (error) {
        // A file or stream that broke off, mostly as the browser left: the answer has begun, and there is nobody to tell.
        if (reply.sent || reply.raw.headersSent) {
          request.log.debug({ err: error }, 'an answer under way broke off')
          return reply
        }
        return answerError(error, request, reply, language)
      }
    },
  })
}

/** The language of one request: query, cookie, accepted languages. */
export function languageOf(request: FastifyRequest): Language {
  const query = request.query as Record<string, unknown> | null // an object, or null before any route is found
  const cookie = /(?:^|;\s*)lang=(\w\w)/.exec(request.headers.cookie ?? '')?.[1]
  return detectLanguage(query?.lang, cookie, request.headers['accept-language'])
}

async function admit(house: House, route: Route, request: FastifyRequest, language: Language): Promise<Actor> {
  const factor = house.config.rateLimitFactor
  const address = request.ip
  const token = bearerOf(request)
  if (route.needs === 'nothing') {
    if (route.limit) await countCall(house.db, route.limit, limitKey(address), factor)
    return thePublic(language, address)
  }
  const actor = token === null ? null : await house.sessions.actorOf(token, language, address)
  if (!actor || actor.id === null) refuse('no session')
  const wait = takeToken(actor.id, route.method === 'GET' ? 'read' : 'write', factor)
  if (wait > 0) refuse('too many', { params: { seconds: wait } })
  if (typeof route.needs === 'object' && !actorMay(actor, route.needs.permission, route.needs.flag))
    refuse('no permission')
  if (route.limit) await countCall(house.db, route.limit, `user ${actor.id}`, factor)
  return actor
}

export function bearerOf(request: FastifyRequest): string | null {
  const header = request.headers.authorization
  return header?.startsWith('Bearer ') ? header.slice('Bearer '.length) : null
}

function callOf(house: House, route: Route, actor: Actor, request: FastifyRequest, reply: FastifyReply): Call {
  const params = request.params as Record<string, string> // the path's own names
  let id = 0
  if (params.id !== undefined && route.path.includes(':id')) {
    if (!/^\d{1,15}$/.test(params.id)) {
      // Ids that are no numbers belong to routes that read them themselves.
      if (!route.isRaw && !TEXT_IDS.test(route.path)) refuse('not found')
    } else id = Number(params.id)
  }
  const body = route.body ? readBody(route, route.body, request.body) : {}
  return { house, actor, db: house.db, params, id, query: request.query as RawQuery, body, request, reply }
}

const TEXT_IDS = /^(session|job|file)\//

/** Protected names are refused, unknown ones dropped, the rest checked. */
function readBody({ isPartial, isBodyOptional, beside }: Route, fields: Fields, given: unknown): Values<Fields> {
  const raw = isBodyOptional ? (given ?? {}) : given
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) refuse('malformed')
  for (const name of Object.keys(raw))
    if (!(beside && Object.hasOwn(beside, name)) && isProtected(name, fields))
      refuse('protected field', { params: { field: name } })
  const checked: Checked<Values<Fields>> = checkFields(fields, raw, isPartial)
  if (!checked.ok) refuse('invalid', { fields: checked.errors })
  const misplaced = placeAddresses(fields, checked.values)
  if (Object.keys(misplaced).length > 0) refuse('invalid', { fields: misplaced })
  return checked.values
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

async function work(house: House, route: Route, call: Call): Promise<Answer> {
  const run = async (db: Db, keep?: Keep): Promise<Answer> => {
    const made = await route.handle({ ...call, db, ...(route.keepsItself && keep && { keep }) })
    return {
      status: route.creates ? 201 : 200,
      data: made instanceof JsonText ? made.text : JSON.stringify(made ?? null),
    }
  }
  const key = call.request.headers['idempotency-key']
  if (!route.creates || typeof key !== 'string' || key === '') return run(house.db)
  if (key.length > 200)
    refuse('invalid', {
      fields: {
        'Idempotency-Key': pack('{{field}}: at most {{max}} characters', { field: 'Idempotency-Key', max: 200 }),
      },
    })
  const owner = call.actor.id === null ? 'public' : `user ${call.actor.id}`
  const answer = await once(
    house.db,
    {
      key,
      route: `${route.method} ${call.request.url.split('?')[0]}`,
      owner,
      fingerprint: fingerprintOf(call.request.body),
    },
    run,
    route.keepsItself,
  )
  house.feed.nudge()
  return answer
}
