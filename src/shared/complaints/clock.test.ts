import { describe, expect, test } from 'vitest'
import { speak } from '../language.ts'
import { spell } from '../time/spell.ts'
import { HOUR_MS } from '../time/units.ts'
import { type Clocked, clockOf } from './clock.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')
/** So many hours from now. */
const at = (hours: number) => new Date(NOON + hours * HOUR_MS).toISOString()
const none = (hours: number | null | undefined) => (hours === null || hours === undefined ? null : at(hours))
speak({}, 'en')

interface Case {
  state?: string
  /** Hours from now, of each of its moments. */
  made?: number
  reply?: number | null
  handled?: number
  due?: number | null
  law?: number | null
  paused?: number
  done?: number
  breached?: boolean
  into?: string
}
const complaint = ({ state = 'new', made = -24, reply, handled, due = 24, law = 200, ...more }: Case): Clocked => ({
  state,
  created_at: at(made),
  handle_due_at: none(reply),
  handle_date: none(handled),
  due_at: none(due),
  law_due_at: none(law),
  paused_at: none(more.paused),
  completed_at: none(more.done),
  is_breached: more.breached ?? false,
  merged_into: more.into ?? null,
})

const CASES: readonly [Case, string | null][] = [
  // One that nobody has begun: the first reply is the nearest, and says so.
  [{ reply: 10 }, 'calm first reply in 10 h'],
  [{ made: -1, reply: 1 / 3 }, 'soon first reply in 20 min'],
  [{ made: -1, reply: 3 }, 'calm first reply in 3 h'],
  [{ made: -3, reply: 1 }, 'soon first reply in 1 h'],
  [{ reply: -5 / 6 }, 'late first reply 50 min late'],
  [{ reply: -30 }, 'late first reply 30 h late'],
  [{ reply: -49, due: 13 }, 'late first reply 2 d late'],
  [{ reply: null }, 'calm 24 h left'],
  [{ reply: 5, due: 2 }, 'soon 2 h left'],
  [{ reply: 5, due: null, law: 2 }, 'soon 2 h left by law'],
  [{ reply: 5, due: 5 }, 'soon 5 h left'],
  // The gravest of those that have run out speaks.
  [{ reply: -9, due: -5 }, 'late 5 h late'],
  [{ reply: -200, due: -190, law: -120 }, 'late 5 d late by law'],
  [{ reply: -9, due: null, law: -2 }, 'late 2 h late by law'],
  [{ reply: -9, due: null, law: 90 }, 'late first reply 9 h late'],
  // Once somebody has begun, the first reply is no matter any more, missed or not.
  [{ state: 'processing', reply: -9, handled: -8, due: 13 }, 'calm 13 h left'],
  [{ state: 'processing', reply: 2, handled: -1, due: 13 }, 'calm 13 h left'],
  [{ state: 'reopened', reply: -90, handled: -80, due: 10 }, 'calm 10 h left'],
  [{ handled: -1, reply: 1, due: 30 }, 'calm 30 h left'],
  [{ state: 'processing', due: -5 }, 'late 5 h late'],
  [{ state: 'processing', due: -5, law: -2 }, 'late 2 h late by law'],
  // The last quarter is soon, and the last four hours, but no more than half of the time.
  [{ state: 'processing', due: 3 }, 'soon 3 h left'],
  [{ state: 'processing', made: -80, due: 20 }, 'soon 20 h left'],
  [{ state: 'processing', made: -80, due: 30 }, 'calm 30 h left'],
  [{ state: 'processing', made: 0, due: 3 }, 'calm 3 h left'],
  [{ state: 'processing', made: -2, due: 3.9 }, 'calm 3 h left'],
  [{ state: 'processing', made: -7, due: 3.9 }, 'soon 3 h left'],
  [{ state: 'processing', due: 90, law: 30 }, 'calm 30 h left by law'],
  [{ state: 'processing', due: null, law: null }, null],
  // Nothing runs out while the customer is asked; what was late before still is.
  [{ state: 'processing', due: null, paused: -3 }, 'paused Waiting for the customer'],
  [{ state: 'processing', due: null, law: -1, paused: -3 }, 'paused Waiting for the customer'],
  [{ state: 'processing', due: -5, law: -1, paused: -3 }, 'late 5 h late'],
  [{ due: null, reply: -1, paused: -3 }, 'paused Waiting for the customer'],
  // What is done says how it went, however long ago; what lies in the trash says nothing.
  [{ state: 'completed', due: 0, done: -1 }, 'calm On time'],
  [{ state: 'completed', due: -4, done: -1 }, 'late 3 h late'],
  [{ state: 'closed', due: 2, done: -1, breached: true }, 'late Was late'],
  [{ state: 'closed', due: null, done: -1 }, null],
  [{ state: 'completed', due: 2, done: -1, reply: -9 }, 'calm On time'],
  [{ state: 'deleted', due: -4 }, null],
  [{ state: 'closed', due: -4, into: '2611-000001' }, null],
  [{ state: 'closed', due: -4, into: '2611-000001', breached: true }, 'late Was late'],
]

describe('The clock of a complaint', () => {
  test.each(CASES)('%j: %s', (given, words) => {
    const clock = clockOf(complaint(given), NOON)
    expect(clock && `${clock.tone} ${clock.words}`).toBe(words)
  })

  test('names the moment it counts to', () => {
    expect(clockOf(complaint({ reply: -1 }), NOON)?.at).toBe(at(-1))
    expect(clockOf(complaint({ state: 'processing', due: null, paused: -3 }), NOON)?.at).toBe(at(-3))
  })

  test('speaks the language it is asked in', () => {
    speak({ vi: { 'first reply {{time}} late': 'tiếp nhận trễ {{time}}', '{{n}} min': '{{n}} phút' } }, 'en')
    expect(clockOf(complaint({ reply: -5 / 6 }), NOON, 'vi')?.words).toBe('tiếp nhận trễ 50 phút')
  })
})

test('time is spelled in its largest useful unit', () => {
  const spelled = [0, 30_000, 40 * 60_000, 47 * HOUR_MS, 49 * HOUR_MS].map((ms) => spell(ms))
  expect(spelled).toEqual(['0 min', '1 min', '40 min', '47 h', '2 d'])
})
