import { sql } from 'kysely'
import { record } from '#server/activity/activity.ts'
import { holdsRole, ROLE_POWERS } from '#server/actor.ts'
import { GRANTED, granted, PERMISSIONS, permissionsFrom } from '#server/auth/grants.ts'
import { refuseWithoutAdministrator } from '#server/auth/last-administrator.ts'
import { type Db, inTransaction, json, row, rows, type Tx } from '#server/db/db.ts'
import { jsonOf } from '#server/db/shape.ts'
import { NAMED, namedAnswer, orNull, pageOf, recordOf } from '#server/http/answers.ts'
import { type Call, get, JsonText, post, type Route } from '#server/http/route.ts'
import type { HookCall, ModuleOptions } from '#server/resource/module-options.ts'
import { titleSql } from '#server/resource/query/columns.ts'
import { showJson } from '#server/resource/query/list.ts'
import { idParameter, pageParameters } from '#server/resource/query/parameters.ts'
import { one, readPage } from '#server/resource/query/parse-query.ts'
import { serve } from '#server/resource/routes.ts'
import { type Columns, insert } from '#server/resource/statements.ts'
import { checkValue } from '../../shared/checks.ts'
import { longText, type Named, ref, refs, text } from '../../shared/fields.ts'
import type { Language } from '../../shared/language.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { covers, type Permissions } from '../../shared/users/permissions.ts'
import { departments } from '../departments/departments.ts'
import { DELIVERED_ROLES } from './delivered.ts'
import { refuseUnplaced } from './unplaced.server.ts'
import { userRoles } from './user-roles.ts'

const serving: ModuleOptions = {
  isSensitive: true,
  beside: {
    permissions: PERMISSIONS,
    no_cost_limit: {
      type: 'boolean',
      description: 'Complaints may cost any amount; otherwise `cost_limit`, 0 unless given',
    },
  },
  before: {
    create: (columns, hook) => {
      const cost_limit = limitOf(columns, hook, 0)
      refuseHigherLimit(cost_limit, 0, hook)
      return { ...columns, cost_limit, permissions: json(givenTo(hook, {}) ?? {}) }
    },
    update: async (columns, old, hook) => {
      if (Number(old.id) === hook.actor.role) refuse('own role')
      const cost_limit = limitOf(columns, hook, amountOf(old.cost_limit))
      refuseHigherLimit(cost_limit, old.cost_limit, hook)
      if (columns.scope !== undefined && columns.scope !== old.scope)
        await refuseUnplaced(hook.tx, sql`u.role = ${old.id}`, String(columns.scope))
      const permissions = givenTo(hook, permissionsFrom(old.permissions) ?? {})
      return { ...columns, cost_limit, ...(permissions && { permissions: json(permissions) }) }
    },
    destroy: (old, hook) => {
      if (Number(old.id) === hook.actor.role) refuse('own role')
    },
  },
  after: { change: (_id, { tx }) => refuseWithoutAdministrator(tx) },
  without: ['create', 'show', 'update'],
}
const plain = serve(userRoles, serving)

/** Permissions come beside the fields. */
const givenTo = ({ actor, call }: HookCall, before: Permissions): Permissions | null =>
  granted((call.request.body as { permissions?: unknown }).permissions, actor.permissions, before) // an object, as the body check made sure

/** No limit only where the switch says so: an amount that is missing or emptied is none, and what stands stays otherwise. */
function limitOf({ cost_limit }: Columns, { call }: HookCall, before: number | null): number | null {
  const { no_cost_limit } = call.request.body as { no_cost_limit?: unknown }
  if (no_cost_limit === true) return null
  if (typeof cost_limit === 'number') return cost_limit
  return no_cost_limit === false || cost_limit === null ? 0 : before
}

/** A limit above one's own is not given either; the one that stands may stay, or come down. */
function refuseHigherLimit(limit: unknown, before: unknown, { actor }: HookCall): void {
  const amount = amountOf(limit)
  if (covers(amountOf(before), amount) || covers(actor.costLimit, amount)) return
  const max = actor.costLimit ?? 0
  refuse('more than held', { fields: { cost_limit: pack('At most your own limit: {{max}} đồng', { max }) } })
}

const amountOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

async function roleJson(db: Db | Tx, id: number, language: Language): Promise<JsonText> {
  const text = (await showJson(db, userRoles, id, null, language, { isTrashOpen: true })) ?? refuse('not found')
  const found = await row(
    db,
    { permissions: jsonOf<Permissions>() },
    sql`select permissions from user_roles where id = ${id}`,
  )
  return new JsonText(`${text.slice(0, -1)},"permissions":${JSON.stringify(found?.permissions ?? {})}}`)
}

const ROLE = recordOf(userRoles, { permissions: GRANTED })
const USER_ROW = {
  id: 'number',
  user_name: 'string',
  email: 'string',
  status: 'string?',
  blocked: 'boolean',
  store: jsonOf<Named | null>(),
  department: jsonOf<Named | null>(),
} as const

const own: Route[] = [
  ...rolesWithPermissions(),
  get(
    'role/list-user-by-role',
    {
      needs: { permission: 'user-roles', flag: 'read' },
      answers: pageOf(namedAnswer('RoleUser', { ...USER_ROW, store: orNull(NAMED), department: orNull(NAMED) })),
      summary: 'The users who have a role',
      query: { ...pageParameters(), role: { ...idParameter('user-roles'), isRequired: true } },
    },
    (call) => usersOfRole(call),
  ),
  post(
    'role/update-user-role',
    {
      needs: { permission: 'user-roles', flag: 'edit' },
      isSensitive: true,
      body: { user: ref('User', 'users', { required: true }), role: ref('Role', 'user-roles', { required: true }) },
      answers: { moved: 'number' },
      summary: 'Give one user a role',
    },
    ({ db, body, actor, context }) => moveUsers({ db, actor, context }, [body.user], body.role),
  ),
  post(
    'role/update-role-by-user',
    {
      needs: { permission: 'user-roles', flag: 'edit' },
      isSensitive: true,
      body: { users: refs('Users', 'users', { max: 200 }), role: ref('Role', 'user-roles', { required: true }) },
      answers: { moved: 'number' },
      summary: 'Give several users a role',
    },
    ({ db, body, actor, context }) => moveUsers({ db, actor, context }, body.users ?? [], body.role),
  ),
  post(
    'role/:id/copy',
    {
      needs: { permission: 'user-roles', flag: 'add' },
      isSensitive: true,
      creates: true,
      body: {
        name: text('Role name', { required: true, max: 100 }),
        description: longText('Description', { max: 500 }),
      },
      answers: ROLE,
      summary: 'Copy of a role',
    },
    (call) => copy(call),
  ),
]
export default { ...plain, routes: [...plain.routes, ...own] }

/** Create, show and update as everywhere, with the permissions in the answer. */
function rolesWithPermissions(): Route[] {
  const full = serve(userRoles, { ...serving, without: ['list', 'destroy'] }).routes
  return full
    .filter(
      ({ path, method }) => (path === 'role' && method === 'POST') || (path === 'role/:id' && method !== 'DELETE'),
    )
    .map((route) => ({
      ...route,
      answers: ROLE,
      handle: async (call: Call) => {
        const answer = await route.handle({ ...call, request: call.request })
        const id = call.id || Number((JSON.parse(answer instanceof JsonText ? answer.text : '{}') as { id: number }).id) // a created row has an id
        return roleJson(call.db, id, call.actor.language)
      },
    }))
}

const WHOSE = ref('Role', 'user-roles', { required: true })

async function usersOfRole({ db, actor, query }: Call) {
  const { page, perpage } = readPage(query)
  const read = checkValue(WHOSE, one(query.role) ? Number(one(query.role)) : null)
  if ('error' in read) refuse('invalid', { fields: { role: read.error } })
  const role = read.value
  const data = await rows(
    db,
    USER_ROW,
    sql`select u.id, u.user_name, u.email, u.status, u.blocked, (select json_build_object('id', s.id, 'name', s.name) from stores s where s.id = u.store) as store,
          (select json_build_object('id', d.id, 'name', ${titleSql(departments, 'd', actor.language)}) from departments d where d.id = u.department) as department
        from users u where u.role = ${role} and u.deleted_at is null order by u.user_name, u.id limit ${perpage} offset ${(page - 1) * perpage}`,
  )
  const counted = await row(
    db,
    { n: 'number' },
    sql`select count(*)::int as n from users where role = ${role} and deleted_at is null`,
  )
  return { data, total: counted?.n ?? 0, page, perpage }
}

/** Nobody changes their own role, gives more than they hold, or takes the last administrator away. */
export async function moveUsers(
  { db, actor, context }: Pick<Call, 'db' | 'actor' | 'context'>,
  users: number[],
  role: number,
): Promise<{ moved: number }> {
  if (actor.id !== null && users.includes(actor.id)) refuse('own role')
  const moved = await inTransaction(db, async (tx) => {
    const target =
      (await row(
        tx,
        { ...ROLE_POWERS, scope: 'string' },
        sql`select permissions, cost_limit, scope from user_roles where id = ${role} and deleted_at is null`,
      )) ?? refuse('not found')
    if (!holdsRole(actor, target)) refuse('more than held')
    const theirs = await rows(
      tx,
      { ...ROLE_POWERS, id: 'number', user_name: 'string', role: 'number' },
      sql`select u.id, u.user_name, u.role, o.permissions, o.cost_limit from users u join user_roles o on o.id = u.role where u.id = any(${users}::bigint[]) and u.deleted_at is null for update of u`,
    )
    if (theirs.length !== new Set(users).size) refuse('not found')
    if (theirs.some((user) => !holdsRole(actor, user))) refuse('more than held')
    await refuseUnplaced(tx, sql`u.id = any(${users}::bigint[])`, target.scope)
    await sql`update users set role = ${role}, version = version + 1, updated_at = now(), updated_by = ${actor.id} where id = any(${users}::bigint[])`.execute(
      tx,
    )
    for (const user of theirs)
      await record(tx, actor, {
        action: 'role',
        module: 'users',
        recordId: user.id,
        title: user.user_name,
        changes: { role: [user.role, role] },
        place: { people: [user.id] },
      })
    await refuseWithoutAdministrator(tx)
    return theirs.length
  })
  context.feed.nudge()
  return { moved }
}

async function copy({ db, id, body, actor, context }: Call): Promise<JsonText> {
  const made = await inTransaction(db, async (tx) => {
    const from =
      (await row(
        tx,
        { ...ROLE_POWERS, scope: 'string', description: 'string?' },
        sql`select scope, description, permissions, cost_limit from user_roles where id = ${id} and deleted_at is null`,
      )) ?? refuse('not found')
    if (!holdsRole(actor, from)) refuse('more than held')
    const columns: Columns = {
      name: body.name,
      description: body.description ?? from.description,
      scope: from.scope,
      cost_limit: from.cost_limit,
      permissions: json(from.permissions),
    }
    const newId = await insert(tx, userRoles, columns, actor)
    return { id: newId, text: await roleJson(tx, newId, actor.language) }
  })
  context.feed.nudge()
  return made.text
}

/** The roles delivered, in a chain that has none. */
export async function prepare(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('delivered roles'))`.execute(tx)
    if (await row(tx, sql`select 1 as n from user_roles limit 1`)) return
    for (const { name, name_vi, name_ko, description, scope, cost_limit, permissions } of DELIVERED_ROLES)
      await sql`insert into user_roles (name, name_vi, name_ko, description, scope, cost_limit, permissions)
        values (${name}, ${name_vi}, ${name_ko}, ${description}, ${scope}, ${cost_limit}, ${json(permissions)})`.execute(
        tx,
      )
  })
}
