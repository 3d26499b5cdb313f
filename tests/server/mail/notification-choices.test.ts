import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { isOnScreen, KIND_NAMES } from '../../../src/modules/notifications/kinds.ts'
import type { ActivityLine, Notification, NotificationChoices, Page } from '../../../src/shared/api.ts'
import { type Person, startChain } from '../../setup/chain.ts'

const chain = await startChain()
const admin = await chain.person()
const manager = await chain.person({ role: 'Store manager', store: chain.stores[0] })
const other = await chain.person({ role: 'Store manager', store: chain.stores[1] })
for (const [at, { id }] of [manager, other].entries())
  await sql`update stores set manager = ${id} where id = ${chain.stores[at]}`.execute(chain.db)

type Choices = { choices: NotificationChoices }
const choicesOf = async (by: Person) => (await chain.call<Choices>('GET', 'notification/choices', { by })).data.choices
const choose = (by: Person, choices: unknown) =>
  chain.call<Choices>('POST', 'notification/choices', { by, body: { choices } })
const bellOf = async (by: Person) =>
  (await chain.call<Page<Notification> & { count_unread: number }>('GET', 'notification', { by })).data

const everywhere = { app: true, browser: true, mail: false, digest: true }
const nowhere = { app: false, browser: false, mail: false, digest: false }
const onlyApp = { ...everywhere, browser: false }

/** One more complaint, told to the other store's manager once the readers have come to it. */
async function complainUntilTold(): Promise<void> {
  const { total } = await bellOf(other)
  await chain.ticket(admin, { store: chain.stores[0] })
  await chain.ticket(admin, { store: chain.stores[1] })
  await expect.poll(async () => (await bellOf(other)).total).toBe(total + 1)
}

describe('Each person chooses what to be told of', () => {
  beforeEach(() => choose(manager, Object.fromEntries(KIND_NAMES.map((kind) => [kind, everywhere]))))

  test('at first everything is told in the app and in the browser, but what comes to a whole department, and nothing by mail', async () => {
    const newcomer = await chain.person()
    const usual = Object.fromEntries(
      KIND_NAMES.map((kind) => [kind, isOnScreen(kind) ? { ...everywhere, digest: false } : everywhere]),
    )
    expect(await choicesOf(newcomer)).toEqual({ ...usual, 'in department': nowhere })
  })

  test('a kind that is switched off reaches nobody’s bell, and the rest does', async () => {
    const { total } = await bellOf(manager)
    await complainUntilTold()
    await expect.poll(async () => (await bellOf(manager)).total).toBe(total + 1)
    await choose(manager, { new: nowhere })
    await complainUntilTold()
    expect((await bellOf(manager)).total).toBe(total + 1)
    await chain.ticket(admin, { store: chain.stores[0], assignee: manager.id, department: chain.departments[0] })
    await expect.poll(async () => (await bellOf(manager)).data[0]?.kind).toBe('assigned')
    expect((await bellOf(manager)).total).toBe(total + 2)
  })

  test('the bell says of each notification its kind, and whether the browser is to tell it', async () => {
    await complainUntilTold()
    expect((await bellOf(manager)).data[0]).toMatchObject({ kind: 'new', in_browser: true })
    await choose(manager, { new: onlyApp })
    expect((await bellOf(manager)).data[0]).toMatchObject({ kind: 'new', in_browser: false })
  })

  test('choices survive, kind by kind, and are nobody else’s', async () => {
    const answers = await Promise.all([
      choose(manager, { overdue: onlyApp }),
      choose(manager, { rated: nowhere }),
      choose(manager, {}),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const kept = await choicesOf(manager)
    expect(kept).toMatchObject({ new: everywhere, overdue: onlyApp, rated: nowhere })
    expect(Object.keys(kept)).toEqual(KIND_NAMES)
    expect((await choicesOf(other)).overdue).toEqual(everywhere)
    const further = await chain.another()
    expect(
      (await chain.call<Choices>('GET', 'notification/choices', { by: manager, at: further.url })).data.choices,
    ).toEqual(kept)
  })

  test.each<[string, unknown]>([
    ['an unknown kind', { gossip: everywhere }],
    ['a name that every object has', { constructor: everywhere, toString: everywhere }],
    ['an unknown channel', { new: { ...everywhere, pigeon: true } }],
    ['a missing channel', { new: { app: true } }],
    ['anything but yes or no', { new: { ...everywhere, app: 'no', mail: 1 } }],
    ['no choice at all', { new: null }],
    ['a list', [everywhere]],
    ['a word', 'everywhere'],
  ])('%s is refused and changes nothing', async (_, given) => {
    const before = await choicesOf(manager)
    const answer = await choose(manager, given)
    expect(answer).toMatchObject({
      status: 422,
      code: 1600,
      data: { fields: { choices: expect.any(String) as string } },
    })
    expect(await choicesOf(manager)).toEqual(before)
  })

  test('a change is one line of the audit, and choosing the same again is none', async () => {
    const lines = async () =>
      (
        await chain.call<Page<ActivityLine>>('GET', `audit?action=notification%20choices&actor=${manager.id}`, {
          by: admin,
        })
      ).data
    const { total } = await lines()
    await choose(manager, { mention: onlyApp, new: everywhere })
    await choose(manager, { mention: onlyApp })
    const { data, total: now } = await lines()
    expect(now).toBe(total + 1)
    expect(data[0]).toMatchObject({
      resource: 'users',
      record_id: manager.id,
      actor: { id: manager.id },
      changes: {
        mention: [
          ['app', 'browser', 'digest'],
          ['app', 'digest'],
        ],
      },
    })
  })

  test('nobody chooses without a session', async () => {
    expect((await chain.call('GET', 'notification/choices')).status).toBe(401)
    expect((await chain.call('POST', 'notification/choices', { body: { choices: {} } })).status).toBe(401)
  })
})
