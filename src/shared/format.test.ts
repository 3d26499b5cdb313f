import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantOf, wallClock } from './format.ts'

const zones = ['Asia/Ho_Chi_Minh', 'UTC', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu']
const instants = fc.date({ min: new Date('1950-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })

test('the wall clock is what the world’s calendar says, in any zone and at any change of the clock', () => {
  fc.assert(
    fc.property(instants, fc.constantFrom(...zones), (instant, timeZone) => {
      const { day, time, seconds } = wallClock(instant, timeZone)
      const told = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(
        instant,
      )
      expect(`${day} ${time}:${seconds}`).toBe(told)
    }),
    { numRuns: 500 },
  )
})

test('an instant is found back from its wall clock, but for the hour that a clock shows twice', () => {
  fc.assert(
    fc.property(instants, fc.constantFrom(...zones), (instant, timeZone) => {
      const { day, time, seconds } = wallClock(instant, timeZone)
      const found = instantOf(`${day} ${time}:${seconds}`, timeZone)
      expect(wallClock(found, timeZone)).toEqual({ day, time, seconds })
    }),
    { numRuns: 500 },
  )
})

test('a time typed on the clock of the chain is the right instant everywhere', () => {
  expect(instantOf('2026-11-21 08:00:00', 'Asia/Ho_Chi_Minh').toISOString()).toBe('2026-11-21T01:00:00.000Z')
  expect(instantOf('2026-07-01 12:00', 'Europe/Berlin').toISOString()).toBe('2026-07-01T10:00:00.000Z')
  expect(instantOf('2026-03-29 03:30:00', 'Europe/Berlin').toISOString()).toBe('2026-03-29T01:30:00.000Z')
})
