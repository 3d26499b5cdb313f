import { sql } from 'kysely'
import type { Happened } from '#server/activity/feed.ts'
import { type Actor, actorMay } from '#server/actor.ts'
import { row, rows, type Tx } from '#server/db/db.ts'
import { ALARMS } from '../../shared/alarms.ts'
import { isActive } from '../../shared/users/active-user.ts'
import { userRoles } from '../user-roles/user-roles.ts'
import { users } from '../users/users.ts'
import { type Ring, ring } from './ringing.server.ts'

const WATCH = 'system'

/** Whether somebody watches over the chain: they read the audit, and act on what stands there. */
export const watches = (actor: Actor): boolean => actorMay(actor, WATCH, 'read') && actorMay(actor, WATCH, 'other')

/** What looks as if somebody takes away the data of many people, or rights that are not theirs, rings the bell of those who watch. */
export async function notifyOfAlarms(tx: Tx, happened: readonly Happened[]): Promise<void> {
  for (const kind of ALARMS) {
    const last = happened.findLast(({ action }) => action === kind)
    if (last) await ring(tx, kind, pageOf(last), await watchers(tx, last))
  }
  const atNight = await lastAtNight(tx, happened.filter(changesRights))
  if (atNight) await ring(tx, 'rights at night', pageOf(atNight), await watchers(tx, atNight))
}

const changesRights = ({ module, changes }: Happened): boolean =>
  module === userRoles.name
    ? 'permissions' in changes || 'scope' in changes
    : module === users.name && 'role' in changes

/** From ten in the evening to five, by the clock of the chain. */
async function lastAtNight(tx: Tx, changes: readonly Happened[]): Promise<Happened | undefined> {
  if (changes.length === 0) return undefined
  const found = await row(
    tx,
    { id: 'number' },
    sql`select id from activity where id = any(${changes.map(({ id }) => id)}::bigint[])
        and extract(hour from at at time zone chain_zone()) not between 5 and 21 order by id desc limit 1`,
  )
  return changes.find(({ id }) => id === found?.id)
}

/** Where the whole of it stands: the audit, or the record that it is about. */
const pageOf = ({ action, module, record_id }: Happened): string =>
  record_id === null ? `/audit?action=${encodeURIComponent(action)}` : `/${module}/view/${record_id}`

const watchers = async (tx: Tx, { id, actor, actor_name, record_title, changes }: Happened): Promise<Ring[]> => {
  const found = await rows(
    tx,
    { user_id: 'number' },
    sql`select u.id as user_id from users u
        join user_roles o on o.id = u.role and (o.permissions->${WATCH}->>'read')::boolean and (o.permissions->${WATCH}->>'other')::boolean
        where u.deleted_at is null and ${sql.raw(isActive('u'))} and u.id is distinct from ${actor}`,
  )
  const n = Number((changes.checks ?? changes.rows)?.[1] ?? 0)
  const line = {
    activity: id,
    title: record_title ?? '',
    ticket_id: null,
    params: { n, who: actor_name ?? '', ...(record_title && { name: record_title }) },
  }
  return found.map((one) => ({ ...one, ...line }))
}
