import { sql } from 'kysely'
import type { Happened } from '#server/activity/feed.ts'
import type { ActivityConsumer } from '#server/activity/readers.ts'
import { all, json, rows, type Sql, type Tx } from '#server/db/db.ts'
import { jsonOf, narrowed, type RowOf } from '#server/db/shape.ts'
import { standsIn } from '#server/resource/scope.ts'
import { isPrivateField } from '../../shared/private.ts'
import type { Definition } from '../../shared/resource.ts'
import { isActive } from '../../shared/users/active-user.ts'
import { may, type Permissions, type Scope } from '../../shared/users/permissions.ts'
import { moduleOf, modules } from '../index.ts'
import { eventNamesOf, hearsOfImports, nounOf, stateAfter } from './events.ts'

const HOOK = {
  id: 'number',
  events: 'string[]',
  stores: 'number[]',
  permissions: jsonOf<Permissions>(),
  scope: narrowed<Scope>('string'),
  store: 'number?',
} as const
type Hook = RowOf<typeof HOOK>

interface Event {
  one: Happened
  definition: Definition
  name: string
}

/** Writes down whom what happened is to be told, once, whichever server reads it; each as the record stands then: ids and states alone. */
export const webhookReader: ActivityConsumer = {
  name: 'webhooks',
  async importsOf(tx) {
    const wished = new Set((await hooksOf(tx)).flatMap(({ events }) => events))
    return modules.filter((definition) => hearsOfImports(wished, definition)).map(({ name }) => name)
  },
  async read(tx: Tx, happened: readonly Happened[]): Promise<void> {
    const events = happened.flatMap((one): Event[] => {
      const definition = moduleOf(one.module)
      if (!definition || one.record_id === null) return []
      return eventNamesOf(definition, one, stateIn(one, definition)).map((name) => ({ one, definition, name }))
    })
    if (events.length === 0) return
    const hooks = await hooksOf(tx)
    const told = events.flatMap((event) => hooks.filter((hook) => hears(hook, event)).map((hook) => ({ hook, event })))
    if (told.length === 0) return
    const standing = await standingOf(
      tx,
      told.map(({ event }) => event),
    )
    const lines = told.map(({ hook, event: { one, definition, name } }, at) => ({
      at,
      webhook: hook.id,
      event: name,
      module: definition.name,
      record_id: one.record_id,
      body: JSON.stringify(bodyOf(one, definition, name, standing.get(`${definition.name} ${one.record_id}`))),
    }))
    await sql`insert into webhook_deliveries (webhook, event, module, record_id, body)
      select t.webhook, t.event, t.module, t.record_id, t.body
      from jsonb_to_recordset(${json(lines)}) t(at int, webhook bigint, event text, module text, record_id bigint, body text) order by t.at`.execute(
      tx,
    )
  },
}

/** With what their makers may at this moment: whoever lost a right, or left, hears of nothing by a webhook either. */
const hooksOf = (tx: Tx): Promise<Hook[]> =>
  rows(
    tx,
    HOOK,
    sql`select w.id, w.events, w.stores, o.permissions, o.scope, u.store
        from webhooks w join users u on u.id = w.created_by join user_roles o on o.id = u.role
        where w.state = 'on' and w.deleted_at is null and u.deleted_at is null and ${sql.raw(isActive('u'))} and o.deleted_at is null`,
  )

function hears(hook: Hook, { one, definition, name }: Event): boolean {
  const isWished = hook.events.includes(name) || hook.events.includes(`${nounOf(definition)}.*`)
  if (!isWished || !may(hook.permissions, definition.permission, 'read')) return false
  const stores = storesOf(hook)
  return stores === null || (definition.ownership.store !== undefined && standsIn(definition, one.place, stores))
}

/** Those whose records it hears of; null where it hears of all. */
function storesOf({ stores, scope, store }: Hook): readonly number[] | null {
  if (scope === 'chain') return stores.length > 0 ? stores : null
  const own = scope === 'store' && store !== null ? [store] : []
  return stores.length > 0 ? own.filter((one) => stores.includes(one)) : own
}

interface Standing {
  state: string | null
  number: string | null
}

/** Of each record its state and its number, which say nothing of anybody. */
async function standingOf(tx: Tx, events: readonly Event[]): Promise<Map<string, Standing>> {
  const standing = new Map<string, Standing>()
  for (const [definition, some] of Map.groupBy(events, (event) => event.definition)) {
    const found = await rows(
      tx,
      { id: 'number', state: 'string?', number: 'string?' },
      sql`select r.id, ${stateSql(definition)} as state, ${numberSql(definition)} as number
          from ${sql.table(definition.table)} r where r.id = any(${some.map(({ one }) => one.record_id)}::bigint[])`,
    )
    for (const { id, ...rest } of found) standing.set(`${definition.name} ${id}`, rest)
  }
  return standing
}

const stateSql = ({ flow }: Definition): Sql => (flow ? sql`r.${sql.ref(flow.field)}::text` : sql`null::text`)

function numberSql({ fields, customer, code }: Definition): Sql {
  const name = customer?.number ?? code
  const field = name === undefined ? undefined : fields[name]
  if (name === undefined || !field || isPrivateField(field)) return sql`null::text`
  return field.kind === 'computed' ? all([sql`(${sql.raw(field.sql ?? 'null')})::text`]) : sql`r.${sql.ref(name)}::text`
}

function bodyOf(one: Happened, definition: Definition, name: string, now: Standing | undefined): object {
  const state = stateAfter(definition, one.action) ?? stateIn(one, definition) ?? now?.state
  const store = one.place.store
  return {
    type: name,
    timestamp: one.at.toISOString(),
    data: {
      id: one.record_id,
      ...(now?.number && { number: now.number }),
      ...(state && { state }),
      ...(typeof store === 'number' && { store }),
    },
  }
}

/** The state that what happened led to, where it changed. */
function stateIn({ changes }: Happened, { flow }: Definition): string | undefined {
  const changed = flow && changes[flow.field]?.[1]
  return typeof changed === 'string' ? changed : undefined
}
