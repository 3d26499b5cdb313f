import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { row, rows } from '../../../src/server/db/db.ts'
import { narrowed } from '../../../src/server/db/shape.ts'
import {
  type Calendar,
  chainCalendar,
  type HolidayKind,
  lawCalendar,
  lawDeadline,
  type WorkingHours,
  workedBetween,
  workOn,
} from '../../../src/shared/time/working-time.ts'
import { openFresh } from '../../setup/database/database.ts'
import { piecesOf } from '../../setup/records/in-pieces.ts'

const ZONE = 'Asia/Ho_Chi_Minh'
const HOUR = 3_600_000
const DAY = 24 * HOUR
const vn = (text: string) => Date.parse(`${text.replace(' ', 'T')}+07:00`)
const show = (at: number) => new Date(at + 7 * HOUR).toISOString().slice(0, 16).replace('T', ' ')

const shop = (opens: string | null, closes: string | null, is_law_day: boolean): WorkingHours => ({
  opens,
  closes,
  is_law_day,
})
/** Shops are open every day; an office keeps Saturday morning and rests on Sunday. */
const SHOPS = [1, 2, 3, 4, 5, 6, 7].map((weekday) => shop('08:00', '22:00', weekday <= 5))
const OFFICE = [1, 2, 3, 4, 5, 6, 7].map((weekday) =>
  shop(weekday === 7 ? null : '08:00', weekday === 7 ? null : weekday === 6 ? '12:00' : '17:30', weekday <= 5),
)

const { db } = await openFresh(2)
const holidays = await rows(
  db,
  { day: 'string', name: 'string', kind: narrowed<HolidayKind>('string') },
  sql`select day, name, kind from holidays order by day`,
)
const held = new Map(holidays.map(({ day, kind }) => [day, kind]))
const shops = chainCalendar(SHOPS, held, ZONE)
const office = chainCalendar(OFFICE, held, ZONE)
const law = lawCalendar(SHOPS, held, ZONE)

describe('the working time of a chain', () => {
  const dueAfter = (calendar: Calendar, since: string, hours: number) => show(workOn(calendar, vn(since), hours * HOUR))

  test.each<[string, string, number, string]>([
    ['within a day', '2026-11-16 09:30', 8, '2026-11-16 17:30'],
    ['up to closing', '2026-11-16 14:00', 8, '2026-11-16 22:00'],
    ['over the night', '2026-11-16 20:00', 8, '2026-11-17 14:00'],
    ['from before opening', '2026-11-16 05:00', 1, '2026-11-16 09:00'],
    ['from midnight', '2026-11-16 00:00', 1, '2026-11-16 09:00'],
    ['from after closing', '2026-11-16 23:59', 1, '2026-11-17 09:00'],
    ['over the end of a month', '2026-11-30 21:00', 2, '2026-12-01 09:00'],
    ['over the end of a year and its day off', '2026-12-31 21:00', 2, '2027-01-02 09:00'],
    ['over Tết 2026', '2026-02-15 21:00', 2, '2026-02-21 09:00'],
  ])('a deadline %s', (_, since, hours, due) => {
    expect(dueAfter(shops, since, hours)).toBe(due)
  })

  test('an office rests on Sunday, works half of Saturday, and all of a make-up Saturday or Sunday', () => {
    expect(dueAfter(office, '2026-11-20 16:30', 2)).toBe('2026-11-21 09:00')
    expect(dueAfter(office, '2026-11-21 11:00', 2)).toBe('2026-11-23 09:00')
    const swapped = chainCalendar(OFFICE, new Map([['2026-11-22', 'working']]), ZONE)
    expect(dueAfter(swapped, '2026-11-21 11:00', 2)).toBe('2026-11-22 09:00')
    expect(dueAfter(swapped, '2026-11-22 17:00', 1)).toBe('2026-11-23 08:30')
  })

  test('the law counts seven whole working days after the day of the request', () => {
    const due = (since: string) => show(lawDeadline(law, vn(since)))
    expect(due('2026-11-16 10:00')).toBe('2026-11-25 23:59')
    expect(due('2026-11-20 23:30')).toBe('2026-12-01 23:59')
    expect(due('2026-02-13 09:00')).toBe('2026-03-03 23:59')
    // The Saturday worked in place of 31 August 2026 counts, and that Monday does not.
    expect(due('2026-08-21 09:00')).toBe('2026-09-03 23:59')
  })

  test('the day of a request is the chain’s day, whatever the zone of server and viewer', () => {
    expect(new Date(lawDeadline(law, Date.parse('2026-11-15T17:30:00Z'))).toISOString()).toBe(
      '2026-11-25T16:59:59.000Z',
    )
  })
})

test('the public holidays of four years are there, Tết on its day', () => {
  for (const year of ['2025', '2026', '2027', '2028']) {
    const off = holidays
      .filter(({ day, kind }) => kind === 'off' && day.startsWith(year))
      .map(({ day }) => day.slice(5))
    expect(off).toEqual(expect.arrayContaining(['01-01', '04-30', '05-01', '09-02']))
  }
  const firstOfTet = holidays.filter(({ name }) => name.endsWith('mùng 1')).map(({ day }) => day)
  expect(firstOfTet).toEqual(['2025-01-29', '2026-02-17', '2027-02-06', '2028-01-26'])
})

describe('SQL and TypeScript', () => {
  interface Case {
    n: number
    since: string
    hours: number
    until: string
  }
  const compare = async (week: readonly WorkingHours[], cases: Case[]) => {
    await sql`update working_hours w set opens = h.opens, closes = h.closes, is_law_day = h.is_law_day
      from jsonb_to_recordset(${JSON.stringify(week.map((one, at) => ({ weekday: at + 1, ...one })))}::jsonb) h(weekday int, opens time, closes time, is_law_day boolean) where h.weekday = w.weekday`.execute(
      db,
    )
    const ask = (some: readonly Case[]) =>
      rows(
        db,
        { due: 'date', law: 'date', worked: 'number', law_worked: 'number' },
        sql`select add_working_hours(c.since, c.hours) as due, law_deadline(c.since) as law,
            greatest(0, worked('chain', c.until) - worked('chain', c.since)) / 1000 as worked, greatest(0, worked('law', c.until) - worked('law', c.since)) / 1000 as law_worked
          from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) c(n int, since timestamptz, hours numeric, until timestamptz) order by c.n`,
      )
    const said: Awaited<ReturnType<typeof ask>> = []
    for (const [from, to] of piecesOf(cases.length)) said.push(...(await ask(cases.slice(from - 1, to))))
    const [chain, law] = [chainCalendar(week, held, ZONE), lawCalendar(week, held, ZONE)]
    const meant = cases.map(({ since, hours, until }) => {
      const [from, to] = [Date.parse(since), Date.parse(until)]
      return {
        due: new Date(workOn(chain, from, hours * HOUR)).toISOString(),
        law: new Date(lawDeadline(law, from)).toISOString(),
        worked: workedBetween(chain, from, to),
        law_worked: workedBetween(law, from, to),
      }
    })
    const told = said.map((one) => ({
      ...one,
      due: one.due.toISOString(),
      law: one.law.toISOString(),
    }))
    expect(told).toHaveLength(cases.length)
    for (const [at, one] of told.entries()) expect({ ...cases[at], ...one }).toEqual({ ...cases[at], ...meant[at] })
  }

  test('agree on every day of two years, at its edges', async () => {
    const cases: Case[] = []
    for (let day = vn('2026-01-01 00:00'); day < vn('2028-01-01 00:00'); day += DAY)
      for (const hour of [0, 8, 22, 23.9999])
        cases.push({
          n: cases.length,
          since: new Date(day + Math.round(hour * HOUR)).toISOString(),
          hours: [1, 8, 14, 24, 72][cases.length % 5] ?? 1,
          until: new Date(day + Math.round(hour * HOUR) + (cases.length % 40) * 0.7 * DAY).toISOString(),
        })
    await compare(SHOPS, cases)
    await compare(OFFICE, cases)
  })

  test('agree at any moment, for any time', async () => {
    let seed = 7
    const chance = () => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed / 2_147_483_647
    }
    const cases = Array.from({ length: 1500 }, (_, n) => {
      const since = Math.round(vn('2025-01-01 00:00') + chance() * 4 * 365 * DAY)
      const hours = Math.round(chance() * 90_000) / 1000
      return {
        n,
        since: new Date(since).toISOString(),
        hours,
        until: new Date(Math.round(since + chance() * 30 * DAY)).toISOString(),
      }
    })
    const odd = SHOPS.map((_, at) => (at % 3 === 1 ? shop(null, null, true) : shop('06:30', '24:00', at > 2)))
    await compare(odd, cases)
  })

  test('a deadline costs far less than a millisecond', async () => {
    const once = () =>
      row(
        db,
        { ms: 'number' },
        sql`with t as materialized (select clock_timestamp() as at), work as materialized (
            select max(add_working_hours(now() + n * interval '17 minutes', 24)) as due, max(law_deadline(now() + n * interval '17 minutes')) as law from generate_series(1, 500) n, t)
          select extract(epoch from clock_timestamp() - t.at)::float8 * 1000 / 500 as ms from t, work`,
      )
    // The least of several: a busy machine takes longer for the same work, and never less.
    const took: number[] = []
    for (let turn = 0; turn < 4; turn += 1) took.push((await once())?.ms ?? Number.NaN)
    expect(Math.min(...took)).toBeLessThan(0.5)
  })
})
