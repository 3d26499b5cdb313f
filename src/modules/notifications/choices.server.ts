import { sql } from 'kysely'
import { record } from '#server/activity/activity.ts'
import { type Db, inTransaction, json, row, rows, type Tx } from '#server/db/db.ts'
import { type Call, get, post, type Route } from '#server/http/route.ts'
import type { NotificationChoice, NotificationChoices } from '../../shared/api.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { allChoices, CHANNELS, isKind } from './kinds.ts'

export const choiceRoutes: Route[] = [
  get(
    'notification/choices',
    { needs: 'session', summary: 'Where the caller wants to be told, per kind of notification' },
    async ({ db, actor }) => ({ choices: allChoices(await keptChoices(db, Number(actor.id))) }),
  ),
  post(
    'notification/choices',
    { needs: 'session', summary: 'Change of that; kinds left out stay', body: {}, beside: ['choices'] },
    (call) => choose(call),
  ),
]

/** What these people chose; who never chose is left out. */
export async function choicesOf(tx: Tx, people: readonly number[]): Promise<Map<number, NotificationChoices>> {
  const found = await rows<{ id: number; choices: NotificationChoices }>(
    tx,
    sql`select id, notification_choices as choices from users where id = any(${[...people]}::bigint[]) and notification_choices <> '{}'`,
  )
  return new Map(found.map(({ id, choices }) => [id, choices]))
}

/** What one person chose, as far as they did. */
export async function keptChoices(db: Db, person: number): Promise<NotificationChoices> {
  const found = await row<{ choices: NotificationChoices }>(
    db,
    sql`select notification_choices as choices from users where id = ${person}`,
  )
  return found?.choices ?? {}
}

async function choose({ db, actor, request, house }: Call): Promise<{ choices: NotificationChoices }> {
  const given = choicesIn((request.body as { choices?: unknown }).choices) // an object, as the body check made sure
  const person = Number(actor.id)
  const after = await inTransaction(db, async (tx) => {
    const found = await row<{ user_name: string; choices: NotificationChoices }>(
      tx,
      sql`select user_name, notification_choices as choices from users where id = ${person} for update`,
    )
    const { user_name, choices } = found ?? refuse('not found')
    const before = allChoices(choices)
    const changes = changesBetween(before, given)
    if (Object.keys(changes).length === 0) return before
    await sql`update users set notification_choices = notification_choices || ${json(given)} where id = ${person}`.execute(
      tx,
    )
    await record(tx, actor, {
      action: 'notification choices',
      module: 'users',
      recordId: person,
      title: user_name,
      place: { people: [person] },
      changes,
    })
    return { ...before, ...given }
  })
  house.feed.nudge()
  return { choices: after }
}

/** Only known kinds, each with a yes or no per channel and nothing else. */
function choicesIn(given: unknown): NotificationChoices {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return refuseChoices()
  return Object.fromEntries(
    Object.entries(given).map(([kind, choice]) =>
      isKind(kind) && isChoice(choice) ? [kind, choice] : refuseChoices(),
    ),
  )
}

const isChoice = (given: unknown): given is NotificationChoice =>
  typeof given === 'object' &&
  given !== null &&
  Object.keys(given).length === CHANNELS.length &&
  CHANNELS.every(({ value }) => typeof Object.entries(given).find(([channel]) => channel === value)?.[1] === 'boolean')

const refuseChoices = (): never =>
  refuse('invalid', { fields: { choices: pack('{{field}} is not valid', { field: 'Notifications' }) } })

/** Kind to the channels that tell it, before and after. */
const changesBetween = (
  before: NotificationChoices,
  given: NotificationChoices,
): Record<string, [string[], string[]]> =>
  Object.fromEntries(
    Object.entries(given)
      .map(([kind, choice]): [string, [string[], string[]]] => [kind, [channelsOf(before[kind]), channelsOf(choice)]])
      .filter(([, [was, is]]) => was.join() !== is.join()),
  )

const channelsOf = (choice: NotificationChoice | undefined): string[] =>
  CHANNELS.map(({ value }) => value).filter((channel) => choice?.[channel])
