import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { CounterPriority } from './counter-priority.ts'

const FEW = Math.max(2, availableParallelism())

/** Asks for a turn so many times at once; tells which have begun, in their order, and ends one. */
function crowd(priority: CounterPriority, many: number) {
  const begun: number[] = []
  const ends: (() => void)[] = []
  for (let at = 0; at < many; at += 1)
    void priority.enter().then((leave) => {
      begun.push(at)
      ends[at] = leave
    })
  return { begun, end: (at: number) => ends[at]?.() }
}

const soon = () => pause(0)

test('while nobody works at a counter, no call waits for another', async () => {
  const { begun } = crowd(new CounterPriority(), 100)
  await soon()
  expect(begun.length).toBe(100)
})

test('while somebody works at a counter, few others begin, and the rest in the order in which they came', async () => {
  const priority = new CounterPriority()
  priority.counterCalled()
  const { begun, end } = crowd(priority, FEW + 2)
  await soon()
  expect(begun).toEqual(Array.from({ length: FEW }, (_, at) => at))
  end(1)
  end(1) // a second time it is nobody's turn
  await soon()
  expect(begun.slice(FEW)).toEqual([FEW])
})

test('those under way when a counter begins its work are let go on, and nobody follows till few are left', async () => {
  const priority = new CounterPriority()
  const before = crowd(priority, FEW + 3)
  await soon()
  priority.counterCalled()
  const after = crowd(priority, 1)
  for (let at = 0; at < 3; at += 1) before.end(at)
  await soon()
  expect(after.begun).toEqual([])
  before.end(3)
  await soon()
  expect(after.begun).toEqual([0])
})

test('a call that waits for something else keeps nobody waiting for long', async () => {
  const priority = new CounterPriority()
  priority.counterCalled()
  const { begun } = crowd(priority, FEW * 3) // none of them ends
  await expect.poll(() => begun.length).toBe(FEW * 3)
})

test('once the counter rests, all that wait begin together', async () => {
  let now = 0
  const priority = new CounterPriority(() => now)
  priority.counterCalled()
  const { begun, end } = crowd(priority, 50)
  await soon()
  expect(begun.length).toBe(FEW)
  now = 60_000
  end(0)
  await soon()
  expect(begun.length).toBe(50)
})
