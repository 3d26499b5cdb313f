import { expect, test } from 'vitest'
import { inTransaction } from '../../../src/server/db/db.ts'
import { startChain } from '../../setup/chain.ts'
import { atTheEntrance } from '../../setup/suppliers.ts'

const CONNECTIONS = 2
const chain = await startChain({ DATABASE_POOL: String(CONNECTIONS) })
const admin = await chain.person()
const { staff, cardOf, comesIn, scan } = await atTheEntrance(chain, admin)

test('who waits at the desk is let in while every other connection is taken', async () => {
  const one = await staff()
  const code = await cardOf(one)
  const { promise: end, resolve: letGo } = Promise.withResolvers<void>()
  const taken = Promise.withResolvers<void>()
  let held = 0
  const holders = Array.from({ length: CONNECTIONS }, () =>
    inTransaction(chain.db, async () => {
      held += 1
      if (held === CONNECTIONS) taken.resolve()
      await end
    }),
  )
  await taken.promise
  let isMade = false
  const other = chain.call('POST', 'supplier', { by: admin, body: { name: 'Công ty Bánh Hải Hà' } }).then((answer) => {
    isMade = true
    return answer
  })
  expect((await scan({ code })).data.id).toBe(one.id)
  expect((await comesIn({ code })).status).toBe(201)
  expect(isMade).toBe(false)
  letGo()
  await Promise.all(holders)
  expect((await other).status).toBe(201)
})
