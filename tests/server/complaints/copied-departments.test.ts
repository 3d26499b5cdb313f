import { expect, test } from 'vitest'
import type { Notification } from '../../../src/shared/api.ts'
import { type Person, startChain, type Ticket } from '../../setup/chain.ts'
import { listen } from '../../setup/http/listen.ts'

const chain = await startChain()
const admin = await chain.person()
const [assigned, copied] = chain.departments
const head = await chain.person({ role: 'Department manager', department: copied })
const member = await chain.person({ role: 'Department manager', department: copied })
const silent = await chain.person({ role: 'Department manager', department: copied })
const neighbour = await chain.person({ role: 'Department manager', department: assigned })
await chain.call('PUT', `dept/${copied}`, { by: admin, body: { version: 1, manager: head.id } })
const chosen = { app: true, browser: false, mail: false, digest: false }
for (const by of [member, neighbour])
  await chain.call('POST', 'notification/choices', { by, body: { choices: { 'in department': chosen } } })

const told = async (by: Person, ticket: Ticket) =>
  (await chain.call<{ data: Notification[] }>('GET', 'notification?perpage=100', { by })).data.data
    .filter((one) => one.ticket_id === ticket.id)
    .map(({ kind }) => kind)

test('a copied department hears at once: who leads it and who chose to, and nobody else of it', async () => {
  const ear = await listen(chain.url, head.token)
  const ticket = await chain.ticket(admin)
  const given = await chain.call<Ticket>('POST', `ticket/${ticket.id}/assign`, {
    by: admin,
    body: { version: ticket.version, department: assigned, cc_departments: [copied] },
  })
  expect(given.text).toBe('')
  await expect.poll(() => told(head, ticket)).toEqual(['copied to department'])
  await expect.poll(() => told(member, ticket)).toEqual(['in department'])
  await expect.poll(() => told(neighbour, ticket)).toEqual(['in department'])
  expect(await told(silent, ticket)).toEqual([])
  await expect.poll(() => ear.events.some(({ name }) => name === 'notification')).toBe(true)
  // A change of something else tells nobody of it again.
  await chain.call('PUT', `ticket/${ticket.id}`, { by: admin, body: { version: given.data.version, title: 'Khác' } })
  const later = await chain.ticket(admin, { cc_departments: [copied] })
  await expect.poll(() => told(head, later)).toEqual(['copied to department'])
  expect(await told(head, ticket)).toEqual(['copied to department'])
})

test('the choices say so, and hold', async () => {
  const shown = await chain.call<{ choices: Record<string, object> }>('GET', 'notification/choices', { by: silent })
  expect(shown.data.choices['copied to department']).toMatchObject({ app: true })
  expect(shown.data.choices['in department']).toEqual({ app: false, browser: false, mail: false, digest: false })
  const off = { app: false, browser: false, mail: false, digest: false }
  await chain.call('POST', 'notification/choices', { by: head, body: { choices: { 'copied to department': off } } })
  const ticket = await chain.ticket(admin, { cc_departments: [copied] })
  await expect.poll(() => told(member, ticket)).toEqual(['in department'])
  expect(await told(head, ticket)).toEqual([])
})
