import { expect, test } from 'vitest'
import { limitConcurrency } from './concurrency-limit.ts'

test('only two are at work at a time, in the order they came, and a failure holds up nobody', async () => {
  const inTurn = limitConcurrency(2)
  let busy = 0
  let most = 0
  const started: number[] = []
  const works = Array.from({ length: 9 }, (_, at) =>
    inTurn(async () => {
      started.push(at)
      busy += 1
      most = Math.max(most, busy)
      await new Promise((done) => setTimeout(done, 3))
      busy -= 1
      if (at % 3 === 0) throw new Error('spoilt')
      return at
    }),
  )
  const ends = await Promise.allSettled(works)
  expect([most, started]).toEqual([2, [0, 1, 2, 3, 4, 5, 6, 7, 8]])
  expect(ends.filter((end) => end.status === 'rejected')).toHaveLength(3)
})
