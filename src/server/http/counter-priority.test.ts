import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { CounterPriority } from './counter-priority.ts'

const LEAST = Math.max(1, availableParallelism() - 1)

/** Calls on a clock that stands till it is moved. */
function counterAt() {
  let now = 0
  const priority = new CounterPriority(() => now)
  /** Calls of a counter, one after the other, each of so many ms. */
  const counter = (times: number, ms: number) => {
    for (let at = 0; at < times; at += 1) {
      const end = priority.counterCalled()
      now += ms
      end()
    }
  }
  return { priority, counter, rest: (ms: number) => (now += ms) }
}

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
const slowDown = ({ counter }: ReturnType<typeof counterAt>) => counter(20, 200)

test('while nobody works at a counter, no call waits for another', async () => {
  const { begun } = crowd(new CounterPriority(), 100)
  await soon()
  expect(begun.length).toBe(100)
})

test('while a counter is answered soon, hardly any call waits for another', async () => {
  const desk = counterAt()
  desk.counter(20, 10)
  const { begun } = crowd(desk.priority, 50)
  await soon()
  expect(begun.length).toBe(50)
})

test('while a counter waits, few others begin, and the rest in the order in which they came', async () => {
  const desk = counterAt()
  slowDown(desk)
  const { begun, end } = crowd(desk.priority, LEAST + 2)
  await soon()
  expect(begun).toEqual(Array.from({ length: LEAST }, (_, at) => at))
  end(0)
  end(0) // a second time it is nobody's turn
  await soon()
  expect(begun.slice(LEAST)).toEqual([LEAST])
})

test('those under way when a counter begins to wait are let go on, and nobody follows till few are left', async () => {
  const desk = counterAt()
  const before = crowd(desk.priority, LEAST + 3)
  await soon()
  slowDown(desk)
  const after = crowd(desk.priority, 1)
  for (let at = 0; at < 3; at += 1) before.end(at)
  await soon()
  expect(after.begun).toEqual([])
  before.end(3)
  await soon()
  expect(after.begun).toEqual([0])
})

test('once a counter is answered soon again, more and more begin', async () => {
  const desk = counterAt()
  slowDown(desk)
  const { begun, end } = crowd(desk.priority, 40)
  await soon()
  expect(begun.length).toBe(LEAST)
  desk.counter(200, 10)
  end(0)
  await soon()
  expect(begun.length).toBeGreaterThan(LEAST * 3)
})

test('a call that waits for something else keeps nobody waiting for long', async () => {
  const desk = counterAt()
  slowDown(desk)
  const { begun } = crowd(desk.priority, LEAST * 2) // none of them ends
  await expect.poll(() => begun.length, { timeout: 5000 }).toBe(LEAST * 2)
})

test('once the counter rests, all that wait begin together', async () => {
  const desk = counterAt()
  slowDown(desk)
  const { begun, end } = crowd(desk.priority, 50)
  await soon()
  expect(begun.length).toBe(LEAST)
  desk.rest(60_000)
  end(0)
  await soon()
  expect(begun.length).toBe(50)
})
