import { expect, test } from 'vitest'
import { speak } from '../../../shared/language.ts'
import { spell } from '../../../shared/time/spell.ts'
import { type Dated, dueOf } from './due.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')
const hours = (n: number) => new Date(NOON + n * 3_600_000).toISOString()
const complaint = (part: Partial<Dated>): Dated => ({
  state: 'processing',
  created_at: hours(-24),
  due_at: hours(24),
  law_due_at: hours(200),
  paused_at: null,
  completed_at: null,
  is_breached: false,
  merged_into: null,
  ...part,
})
speak({}, 'en')

test('a complaint with most of its time left is calm', () => {
  expect(dueOf(complaint({}), NOON)).toEqual({ tone: 'calm', words: '24 h left' })
})

test('the last hours before the deadline are soon', () => {
  expect(dueOf(complaint({ due_at: hours(3) }), NOON)).toEqual({ tone: 'soon', words: '3 h left' })
})

test('the last quarter of a long time is soon as well', () => {
  expect(dueOf(complaint({ created_at: hours(-80), due_at: hours(20) }), NOON)?.tone).toBe('soon')
})

test('an open complaint past its deadline says how late it is', () => {
  expect(dueOf(complaint({ due_at: hours(-5) }), NOON)).toEqual({ tone: 'late', words: '5 h late' })
})

test('a completed complaint says whether it was in time, however long ago that was', () => {
  const done = { state: 'completed', completed_at: hours(-1) } as const
  expect(dueOf(complaint({ ...done, due_at: hours(0) }), NOON + 1e10)).toEqual({ tone: 'calm', words: 'On time' })
  expect(dueOf(complaint({ ...done, due_at: hours(-4) }), NOON)).toEqual({ tone: 'late', words: '3 h late' })
})

test('a breach is not forgotten when the deadline was moved afterwards', () => {
  const row = complaint({ state: 'closed', completed_at: hours(-1), due_at: hours(2), is_breached: true })
  expect(dueOf(row, NOON)).toEqual({ tone: 'late', words: 'Was late' })
})

test('what has no deadline, or lies in the trash, says nothing', () => {
  expect(dueOf(complaint({ due_at: null, law_due_at: null }), NOON)).toBeNull()
  expect(dueOf(complaint({ state: 'deleted' }), NOON)).toBeNull()
})

test('a complaint that waits for the customer has no time to run out', () => {
  const waiting = { due_at: null, paused_at: hours(-3) }
  expect(dueOf(complaint(waiting), NOON)).toEqual({ tone: 'paused', words: 'Waiting for the customer' })
  expect(dueOf(complaint({ ...waiting, law_due_at: hours(-1) }), NOON)?.tone).toBe('paused')
})

test('one that was late before it waited for the customer still is', () => {
  expect(dueOf(complaint({ due_at: hours(-5), paused_at: hours(-3) }), NOON)).toEqual({
    tone: 'late',
    words: '5 h late',
  })
})

test('the law’s deadline speaks where it is the nearer one, and above all once it has passed', () => {
  expect(dueOf(complaint({ due_at: hours(90), law_due_at: hours(30) }), NOON)?.words).toBe('30 h left by law')
  expect(dueOf(complaint({ due_at: hours(-90), law_due_at: hours(-2) }), NOON)?.words).toBe('2 h late by law')
  expect(dueOf(complaint({ due_at: hours(-5), law_due_at: hours(90) }), NOON)?.words).toBe('5 h late')
})

test('time is spelled in its largest useful unit', () => {
  expect([30_000, 40 * 60_000, 47 * 3_600_000, 49 * 3_600_000].map(spell)).toEqual(['1 min', '40 min', '47 h', '2 d'])
})
