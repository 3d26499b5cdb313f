import { sql } from 'kysely'
import type { SessionUser } from '../../shared/api.ts'
import { isLanguage, type Language } from '../../shared/language.ts'
import { commonPrefix } from '../../shared/short-names.ts'
import { FLAGS, type Permissions, routeAccess } from '../../shared/users/permissions.ts'
import type { AppContext } from '../app-context.ts'
import { type Db, row, type Tx } from '../db/db.ts'
import { jsonOf } from '../db/shape.ts'
import { byKey, described, NAMED, namedAnswer, oneOf, orNull } from '../http/answers.ts'
import { targetOf } from '../resource/query/columns.ts'

const FLAGGED = Object.fromEntries(FLAGS.map((flag) => [flag, 'boolean'] as const))

/** Whoever is signed in, as their own screens know them (specification section 3). */
export const SESSION_USER = namedAnswer('SessionUser', {
  id: 'number',
  email: 'string',
  user_name: 'string',
  avatar: 'string?',
  department: orNull(NAMED),
  store: orNull(NAMED),
  position: 'string?',
  locale: orNull(oneOf('vi', 'en', 'ko')),
  role: { id: 'number', name: 'string', scope: oneOf('chain', 'store', 'department', 'own'), cost_limit: 'number?' },
  route_access: byKey(FLAGGED, 'Menu id and first segment of an address to what may be done there'),
  time_zone: 'string',
  chain_name: 'string?',
  store_prefix: 'string',
  live_mark: described('As the Last-Event-ID of the first stream: it begins with what happened since', 'string?'),
  has_provider: described('Whether a generative service is set up for the assistant', 'boolean'),
  idle_minutes: described('After so many minutes without a call the session ends', 'number'),
})
/** A session that was opened. */
export const SIGNED_IN = { access_token: 'string', user: SESSION_USER } as const

export async function sessionUser(
  db: Db | Tx,
  userId: number,
  { config, streams }: Pick<AppContext, 'config' | 'streams'>,
  language: Language,
): Promise<SessionUser> {
  // Before anything is read: what happens after it is told by the stream.
  const live_mark = streams?.markFor(userId) ?? null
  const found = await row(
    db,
    {
      store: jsonOf<SessionUser['store']>(),
      department: jsonOf<SessionUser['department']>(),
      id: 'number',
      email: 'string',
      user_name: 'string',
      avatar: 'string?',
      position: 'string?',
      locale: 'string?',
      chain_name: 'string?',
      role: jsonOf<SessionUser['role']>(),
      permissions: jsonOf<Permissions>(),
      store_names: jsonOf<string[]>(),
    },
    sql`select u.id, u.email, u.user_name, u.avatar[1] as avatar, u.position, u.locale,
          (select json_build_object('id', d.id, 'name', ${targetOf('departments').called('d', language)}) from departments d where d.id = u.department) as department,
          (select json_build_object('id', s.id, 'name', s.name) from stores s where s.id = u.store) as store,
          json_build_object('id', o.id, 'name', ${targetOf('user-roles').called('o', language)}, 'scope', o.scope, 'cost_limit', o.cost_limit) as role, o.permissions,
          (select c.name from chain_details c where c.id = 1) as chain_name,
          (select coalesce(json_agg(s.name), '[]') from stores s where s.deleted_at is null and s.active and not s.is_head_office) as store_names
        from users u join user_roles o on o.id = u.role where u.id = ${userId}`,
  )
  if (!found) throw new Error(`There is no user ${userId}`)
  const { permissions, store_names, ...user } = found
  return {
    ...user,
    locale: isLanguage(user.locale) ? user.locale : null,
    route_access: routeAccess(permissions),
    store_prefix: commonPrefix(store_names),
    time_zone: config.timezone,
    chain_name: user.chain_name ?? config.chainName ?? null,
    live_mark,
    has_provider: config.assistant !== undefined,
    idle_minutes: config.sessionIdleMinutes,
  }
}
