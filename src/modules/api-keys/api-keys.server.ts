import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { hashKey, linesOf, newKey } from '#server/auth/api-keys.ts'
import { GRANTED, granted, PERMISSIONS, permissionsFrom } from '#server/auth/grants.ts'
import { type Db, json, row, rows, type Tx } from '#server/db/db.ts'
import { jsonOf } from '#server/db/shape.ts'
import { namedAnswer, recordOf } from '#server/http/answers.ts'
import { isAddressOrNetwork } from '#server/http/networks.ts'
import { type Call, get, JsonText, type Route } from '#server/http/route.ts'
import { refusedBy } from '#server/resource/judging.ts'
import type { HookCall, ModuleOptions } from '#server/resource/module-options.ts'
import { serve } from '#server/resource/routes.ts'
import { scopeOf } from '#server/resource/scope.ts'
import type { Columns } from '#server/resource/statements.ts'
import { pack } from '../../shared/message.ts'
import { refuse, refuseFields } from '../../shared/refusals.ts'
import { holdsAll, type Permissions } from '../../shared/users/permissions.ts'
import { apiKeys } from './api-keys.ts'

const DAYS_USUAL = 90
const ADDRESSES_MOST = 50
const USES_SHOWN = 200

/** What was made for a request and is shown in its answer alone: a repeat of it under the same Idempotency-Key shows the record without. */
const madeKeys = new WeakMap<FastifyRequest, string>()

const USE_ROW = { day: 'string', address: 'string', last_at: 'date' } as const

const serving: ModuleOptions = {
  isForPeople: true,
  isSensitive: true,
  beside: { permissions: PERMISSIONS },
  before: {
    create: async (columns, hook) => {
      const { scope, store } = hook.actor
      if (scope !== 'chain' && !(scope === 'store' && store !== null)) refuse('key without a place')
      await refuseWrong(hook.tx, columns)
      const key = newKey()
      madeKeys.set(hook.call.request, key)
      return {
        ...columns,
        expires_on: columns.expires_on ?? sql`(now() at time zone chain_zone())::date + ${DAYS_USUAL}::int`,
        permissions: json(givenTo(hook, {}) ?? {}),
        key_hash: hashKey(key),
        ends_with: key.slice(-4),
      }
    },
    update: async (columns, old, hook) => {
      const before = permissionsFrom(old.permissions) ?? {}
      if (!holdsAll(hook.actor.permissions, before)) refuse('more than held')
      await refuseWrong(hook.tx, columns)
      const permissions = givenTo(hook, before)
      return { ...columns, ...(permissions && { permissions: json(permissions) }) }
    },
  },
  judge: (columns, about) => refusedBy(() => refuseWrong(about.db, columns)),
  after: {
    create: (id, { tx }) => openAccount(tx, id),
    change: async (id, { tx }) => {
      await sql`update users u set user_name = k.name from api_keys k where k.id = ${id} and u.id = k.account and u.user_name <> k.name`.execute(
        tx,
      )
    },
  },
  routes: [
    get(
      ':id/uses',
      {
        needs: 'read',
        answers: { data: [namedAnswer('KeyUse', USE_ROW)] },
        summary: 'On which days and from where a key was used, the latest first',
      },
      (call) => usesOf(call),
    ),
  ],
}
const plain = serve(apiKeys, serving)

export default { ...plain, routes: plain.routes.map(withPermissions).map(heardAtOnce) }

const givenTo = ({ actor, call }: HookCall, before: Permissions): Permissions | null =>
  granted((call.request.body as { permissions?: unknown }).permissions, actor.permissions, before) // an object, as the body check made sure

/** This server knows of a change as soon as it is made; the others hear of it by the feed. */
function heardAtOnce(route: Route): Route {
  if (route.method === 'GET') return route
  return {
    ...route,
    handle: async (call) => {
      const answer = await route.handle(call)
      call.context.apiKeys.forget()
      return answer
    },
  }
}

/** A record of its own is answered with its rights; a new key with its secret, this once. */
function withPermissions(route: Route): Route {
  const isOne = route.path === 'api-key/:id' && route.method !== 'DELETE'
  if (!isOne && !(route.path === 'api-key' && route.method === 'POST')) return route
  return {
    ...route,
    answers: recordOf(apiKeys, isOne ? { permissions: GRANTED } : { 'permissions?': GRANTED, 'key?': 'string' }),
    handle: async (call) => {
      const answer = await route.handle(call)
      const shown = JSON.parse(answer instanceof JsonText ? answer.text : '{}') as { id: number } // a record as it is shown
      const found = await row(
        call.db,
        { permissions: jsonOf<Permissions>() },
        sql`select permissions from api_keys where id = ${shown.id}`,
      )
      const key = isOne ? undefined : madeKeys.get(call.request)
      return { ...shown, permissions: found?.permissions ?? {}, ...(key !== undefined && { key }) }
    },
  }
}

/** The account that its acts stand under: never alive, so that nobody meets it where people are. */
async function openAccount(tx: Tx, id: number): Promise<void> {
  await sql`with made as (
      insert into users (user_code, user_name, email, role, department, status, kind, deleted_at)
      select 'API ' || k.id, k.name, 'api-key-' || k.id || '@invalid', u.role, u.department, 'unactivated', 'key', now()
      from api_keys k join users u on u.id = k.created_by where k.id = ${id} returning id
    ) update api_keys set account = made.id from made where api_keys.id = ${id}`.execute(tx)
}

async function refuseWrong(db: Db | Tx, { expires_on, addresses }: Columns): Promise<void> {
  const errors: Record<string, string> = {}
  if (typeof expires_on === 'string') {
    const found = await row(
      db,
      { isPast: 'boolean', isFar: 'boolean' },
      sql`select ${expires_on}::date < d.today as "isPast", ${expires_on}::date > d.today + interval '1 year' as "isFar"
          from (select (now() at time zone chain_zone())::date as today) d`,
    )
    if (found?.isPast) errors.expires_on = pack('This day is over already')
    if (found?.isFar) errors.expires_on = pack('A key works for a year at most')
  }
  const lines = typeof addresses === 'string' ? linesOf(addresses) : []
  const wrong = lines.find((line) => !isAddressOrNetwork(line))
  if (wrong !== undefined) errors.addresses = pack('“{{value}}” is no IP address or network', { value: wrong })
  else if (lines.length > ADDRESSES_MOST)
    errors.addresses = pack('At most {{max}} addresses or networks', { max: ADDRESSES_MOST })
  refuseFields(errors)
}

async function usesOf({ db, actor, id }: Call): Promise<unknown> {
  const scope = scopeOf(apiKeys, actor)
  const known = await row(db, sql`select 1 as n from api_keys r where r.id = ${id} and ${scope ?? sql`true`}`)
  if (!known) refuse('not found')
  const data = await rows(
    db,
    USE_ROW,
    sql`select day, address, last_at from api_key_uses where api_key = ${id} order by last_at desc limit ${USES_SHOWN}`,
  )
  return { data }
}
