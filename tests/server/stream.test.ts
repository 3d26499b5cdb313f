import { expect, test } from 'vitest'
import { startChain } from '../setup/chain.ts'
import { type Ear, listen } from '../setup/listen.ts'

const chain = await startChain()
const admin = await chain.person()

const ticketsOf = (ear: Ear) =>
  ear.events.filter(({ name }) => name === 'new-ticket').map(({ data }) => data.ticket?.id)
const heard = (ear: Ear, id: number) => expect.poll(() => ticketsOf(ear).includes(id)).toBe(true)

/** What a browser makes of it: it drops an activity that it had already. */
const firstsOf = (ear: Ear) => [
  ...new Map(
    ear.events.filter(({ name }) => name === 'new-ticket').map(({ data }) => [data.activity, data.ticket?.id]),
  ).values(),
]

test('who was away hears what was missed when coming back, and can tell what it had already', async () => {
  const first = await listen(chain.url, admin.token)
  const before = await chain.ticket(admin)
  await heard(first, before.id)
  const last = first.events.findLast(({ id }) => id)?.id
  first.close()
  const missed = [await chain.ticket(admin), await chain.ticket(admin), await chain.ticket(admin)]
  const back = await listen(chain.url, admin.token, last)
  const after = await chain.ticket(admin)
  const told = () => new Set(firstsOf(back).filter((id) => id !== before.id))
  await expect.poll(told).toEqual(new Set([...missed, after].map(({ id }) => id)))
  back.close()
})

test('who comes without a mark hears only what happens from then on', async () => {
  const witness = await listen(chain.url, admin.token)
  await heard(witness, (await chain.ticket(admin)).id)
  witness.close()
  const ear = await listen(chain.url, admin.token)
  const now = await chain.ticket(admin)
  await heard(ear, now.id)
  expect(ticketsOf(ear)).toEqual([now.id])
  ear.close()
})

test('a strange mark is no mark', async () => {
  for (const mark of ['x', '-1', '1e3', '99999999999999999999999', "1'; select 1"]) {
    const ear = await listen(chain.url, admin.token, mark)
    expect(ear.isOpen, mark).toBe(true)
    ear.close()
  }
})

test('an event names the complaint and who changed it', async () => {
  const ear = await listen(chain.url, admin.token)
  const ticket = await chain.ticket(admin)
  await heard(ear, ticket.id)
  expect(ear.events.find(({ name }) => name === 'new-ticket')?.data).toMatchObject({
    channel: 'ticket-created',
    ticket: { id: ticket.id, title: ticket.title, issue_number: ticket.issue_number },
    updated_by: { id: admin.id, name: expect.stringContaining('Người') },
  })
  await chain.call('POST', `ticket/${ticket.id}/start`, { by: admin, body: { version: ticket.version } })
  await expect
    .poll(() => ear.events.find(({ name }) => name === 'ticket-event-updated')?.data)
    .toMatchObject({ channel: 'ticket-chanel-updated', action: 'start' })
  ear.close()
})

test('a person keeps five windows open: a sixth closes the oldest, and nobody else’s', async () => {
  const [person, other] = [await chain.person(), await chain.person()]
  const theirs = await listen(chain.url, other.token)
  const ears: Ear[] = []
  for (let n = 0; n < 6; n++) ears.push(await listen(chain.url, person.token))
  await expect.poll(() => ears.map(({ isOpen }) => isOpen)).toEqual([false, true, true, true, true, true])
  const ticket = await chain.ticket(admin)
  for (const ear of ears.slice(1)) await heard(ear, ticket.id)
  await heard(theirs, ticket.id)
  for (const ear of [...ears, theirs]) ear.close()
})
