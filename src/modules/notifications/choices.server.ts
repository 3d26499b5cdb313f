import { sql } from 'kysely'
import { record } from '#server/activity/activity.ts'
import type { Actor } from '#server/actor.ts'
import { type Db, inTransaction, json, row, rows, type Tx } from '#server/db/db.ts'
import { jsonOf, type RowOf } from '#server/db/shape.ts'
import { byKey, namedAnswer } from '#server/http/answers.ts'
import { type Call, get, post, type Route } from '#server/http/route.ts'
import { SENDS_MAIL } from '#server/mail/mailbox.ts'
import type { NotificationChoice, NotificationChoices, NotificationSettings } from '../../shared/api.ts'
import { flag } from '../../shared/fields.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { allChoices, CHANNELS, isKind, KIND_NAMES } from './kinds.ts'

const CHOICE = {
  type: 'object',
  required: CHANNELS.map(({ value }) => value),
  properties: Object.fromEntries(CHANNELS.map(({ value }) => [value, { type: 'boolean' }])),
  additionalProperties: false,
}
const CHOICES = {
  type: 'object',
  description: 'Kind to where it is told',
  properties: Object.fromEntries(KIND_NAMES.map((kind) => [kind, CHOICE])),
  additionalProperties: false,
}

const SETTINGS = namedAnswer('NotificationSettings', {
  choices: byKey(
    Object.fromEntries(CHANNELS.map(({ value }) => [value, 'boolean'] as const)),
    'Kind to where it is told',
    KIND_NAMES,
  ),
  digest: 'boolean',
  email: 'string',
  is_mail_set_up: 'boolean',
})

export const choiceRoutes: Route[] = [
  get(
    'notification/choices',
    { needs: 'session', answers: SETTINGS, summary: 'Where the caller wants to be told, per kind of notification' },
    ({ db, actor }) => settingsOf(db, Number(actor.id)),
  ),
  post(
    'notification/choices',
    {
      needs: 'session',
      answers: SETTINGS,
      summary: 'Change of that; kinds left out stay',
      body: { digest: flag('Morning digest') },
      beside: { choices: CHOICES },
    },
    (call) => choose(call),
  ),
]

/** What a person chose, as far as they did. */
const STORED_CHOICES = {
  choices: jsonOf<NotificationChoices>(),
  digest: 'boolean',
} as const
export type StoredChoices = RowOf<typeof STORED_CHOICES>

const KEPT = sql`notification_choices as choices, morning_digest as digest`

/** What these people chose; who never chose is left out. */
export async function choicesOf(tx: Tx, people: readonly number[]): Promise<Map<number, StoredChoices>> {
  const found = await rows(
    tx,
    { ...STORED_CHOICES, id: 'number' },
    sql`select id, ${KEPT} from users where id = any(${[...people]}::bigint[]) and (notification_choices <> '{}' or morning_digest)`,
  )
  return new Map(found.map(({ id, ...kept }) => [id, kept]))
}

/** What one person chose, as far as they did. */
export async function keptChoices(db: Db, person: number): Promise<NotificationChoices> {
  const found = await row(db, STORED_CHOICES, sql`select ${KEPT} from users where id = ${person}`)
  return found?.choices ?? {}
}

async function settingsOf(db: Db, person: number): Promise<NotificationSettings> {
  const found = await row(
    db,
    { ...STORED_CHOICES, email: 'string', is_mail_set_up: 'boolean' },
    sql`select ${KEPT}, email, ${SENDS_MAIL} as is_mail_set_up from users where id = ${person}`,
  )
  const settings = found ?? refuse('not found')
  return { ...settings, choices: allChoices(settings.choices) }
}

async function choose({ db, actor, body, request, context }: Call): Promise<NotificationSettings> {
  const choices = choicesIn((request.body as { choices?: unknown }).choices ?? {}) // an object, as the body check made sure
  const person = Number(actor.id)
  await changeChoices(db, actor, person, ({ digest }) => ({
    choices,
    digest: typeof body.digest === 'boolean' ? body.digest : digest,
  }))
  context.feed.nudge()
  return settingsOf(db, person)
}

/** Changes what a person chose; what differs is one line of the audit. Refuses where there is nobody of that number. */
export async function changeChoices(
  db: Db,
  actor: Actor,
  person: number,
  change: (kept: StoredChoices) => StoredChoices,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const found = await row(
      tx,
      { ...STORED_CHOICES, user_name: 'string' },
      sql`select user_name, ${KEPT} from users where id = ${person} for update`,
    )
    const { user_name, ...kept } = found ?? refuse('not found')
    const { choices, digest } = change(kept)
    const changes = {
      ...changesBetween(allChoices(kept.choices), choices),
      ...(digest !== kept.digest && { morning_digest: [kept.digest, digest] }),
    }
    if (Object.keys(changes).length === 0) return
    await sql`update users set notification_choices = notification_choices || ${json(choices)}, morning_digest = ${digest} where id = ${person}`.execute(
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
  })
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
