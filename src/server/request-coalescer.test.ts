import { expect, test } from 'vitest'
import { RequestCoalescer } from './request-coalescer.ts'

/** Questions that end when told to, and say when they began. */
function slow() {
  const begun: (() => void)[] = []
  const work = () =>
    new Promise<number>((end) => {
      const number = begun.length + 1
      begun.push(() => end(number))
    })
  return { begun, work }
}
const settle = () => new Promise((later) => setTimeout(later, 0))

test('who waits shares one answer, begun after they asked', async () => {
  const together = new RequestCoalescer<number>()
  const { begun, work } = slow()
  const [first, second] = [together.ask('a', work), together.ask('a', work)]
  const waiting = [together.ask('a', work), together.ask('a', work), together.ask('a', work)]
  expect(begun).toHaveLength(2)
  begun[0]?.()
  expect(await first).toBe(1)
  await settle()
  expect(begun).toHaveLength(3)
  const late = together.ask('a', work)
  begun[1]?.()
  await settle()
  expect(begun).toHaveLength(4)
  begun[2]?.()
  begun[3]?.()
  expect(await Promise.all(waiting)).toEqual([3, 3, 3])
  expect([await second, await late]).toEqual([2, 4])
})

test('other questions do not wait, and a failure is told to those who share it only', async () => {
  const together = new RequestCoalescer<number>()
  const fails = () => Promise.reject(new Error('gone'))
  const answers = await Promise.allSettled([
    together.ask('a', fails),
    together.ask('a', fails),
    together.ask('a', fails),
  ])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await together.ask('a', async () => 7)).toBe(7)
  const { begun, work } = slow()
  for (const key of ['a', 'b', 'c']) void together.ask(key, work)
  expect(begun).toHaveLength(3)
})
