import { sql } from 'kysely'
import type { Named } from '../shared/fields.ts'
import type { Definition } from '../shared/resource.ts'
import type { ApprovedBy, Holder } from '../shared/tasks/template.ts'
import { isActive } from '../shared/users/active-user.ts'
import { type Db, rows, type Sql, type Tx } from './db/db.ts'
import { jsonOf } from './db/shape.ts'
import { seenBy } from './resource/scope.ts'

/** What a template says of whose its tasks are. */
export interface Positions {
  holder: Holder
  approved_by: ApprovedBy
  department: number | null
  /** Who may not read what it guards is given none. */
  permission: string
}

/** A store, and who holds there the position that the template names; nobody where the position is free. */
export interface StoreHolder {
  store: Named & { code: string; province: string | null }
  person: Named | null
  approver: number | null
}

/** Each of these stores with its holder; of all that are open, where none are named. */
export const holdersOf = (
  db: Db | Tx,
  { holder, approved_by, department, permission }: Positions,
  sender: number | null,
  stores: Sql = sql`not s.is_head_office`,
): Promise<StoreHolder[]> =>
  rows(
    db,
    { store: jsonOf<StoreHolder['store']>(), person: jsonOf<Named | null>(), approver: 'number?' },
    sql`select jsonb_build_object('id', s.id, 'name', s.name, 'code', s.code, 'province', s.address->>'province') as store, p.person,
          case ${approved_by}::text when 'sender' then ${sender}::bigint when 'store_manager' then s.manager when 'department_manager' then d.manager end as approver
        from stores s left join departments d on d.id = ${department}::bigint
        left join lateral (
          select jsonb_build_object('id', u.id, 'name', u.user_name) as person from users u
          where ${mayHold(permission)} and case ${holder}::text
            when 'store_manager' then u.id = s.manager
            when 'deputy' then u.store = s.id and u.id is distinct from s.manager and ${standsIn(permission)}
            when 'department_leader' then u.store = s.id and u.position = ${LEADER} and u.department = d.id
            else u.id = d.manager end
          order by (u.position = ${LEADER}) is true desc, u.user_code limit 1
        ) p on true
        where s.deleted_at is null and s.active and ${stores} order by s.code`,
  )

/** Somebody (`u`) who can sign in and may read what is guarded by this permission. */
export const mayHold = (permission: string): Sql => sql`u.deleted_at is null and ${sql.raw(isActive('u'))} and exists (
  select 1 from user_roles o where o.id = u.role and (o.permissions->${permission}->>'read')::boolean)`

/**
 * The manager of the store `s`, where they are still there for what this permission guards; otherwise its people hear of it.
 * @param sees of the manager (`u`) in their role (`o`)
 */
export const managerOf = (permission: string, sees: Sql = sql`true`): Sql =>
  sql`(select u.id from users u join user_roles o on o.id = u.role where u.id = s.manager and ${mayHold(permission)} and ${sees})`

/**
 * Whether somebody (`u`) answers for the store `s` of the row of that alias: its manager or, where none is there who sees the row, whoever
 * may direct in the store.
 */
export const answersFor = (definition: Definition, alias: string): Sql => sql`coalesce(
  u.id = ${managerOf(definition.permission, seenBy(definition, alias))},
  u.store = s.id and ${standsIn(definition.permission)})`

/** Somebody (`u`) who sees one store and may direct there as its manager does. */
const standsIn = (permission: string): Sql => sql`exists (
  select 1 from user_roles o where o.id = u.role and o.scope = 'store' and (o.permissions->${permission}->>'other')::boolean)`

/** Of `POSITIONS`. */
const LEADER = '0'
