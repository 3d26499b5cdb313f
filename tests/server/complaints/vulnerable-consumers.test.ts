import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { row } from '../../../src/server/db/db.ts'
import { startChain, type Ticket } from '../../setup/chain.ts'

type Marked = Ticket & { is_vulnerable: boolean }
interface Listed {
  data: Marked[]
  total: number
}

const chain = await startChain()
const admin = await chain.person()
const list = async (filter: string) =>
  (await chain.call<Listed>('GET', `ticket?${filter}`, { by: admin })).data.data.map(({ id }) => id)

test('a complaint of a vulnerable consumer is marked by staff, found by the mark, and the customer is not told of it', async () => {
  const other = (await chain.ticket(admin)) as Marked
  const marked = (await chain.ticket(admin, { is_vulnerable: true })) as Marked
  expect([other.is_vulnerable, marked.is_vulnerable]).toEqual([false, true])
  expect(await list('is_vulnerable=true')).toEqual([marked.id])
  expect(await list('is_vulnerable=false')).toEqual([other.id])

  const changed = await chain.call<Marked>('PUT', `ticket/${other.id}`, {
    by: admin,
    body: { version: other.version, is_vulnerable: true },
  })
  expect([changed.status, changed.data.is_vulnerable]).toEqual([200, true])
  const timeline = await chain.call('GET', `ticket/${other.id}/timeline`, { by: admin })
  expect(JSON.stringify(timeline.data)).toContain('is_vulnerable')

  const found = await row(
    chain.db,
    { token: 'string' },
    sql`select follow_token as token from complaints where id = ${marked.id}`,
  )
  const page = await chain.call('GET', `public/follow/${found?.token}`)
  expect(page.status).toBe(200)
  expect(page.text).not.toContain('vulnerable')
})
