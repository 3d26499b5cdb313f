import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../shared/time/units.ts'
import {
  chainCalendar,
  type HolidayKind,
  lawCalendar,
  workedBetween,
  workOn,
} from '../../../shared/time/working-time.ts'
import {
  type Calendars,
  type DeadlineSnapshot,
  type EscalationLevel,
  missedBy,
  nextCheckAt,
  upcomingEscalations,
} from './policy.ts'

const ZONE = 'Asia/Ho_Chi_Minh'
const vn = (text: string) => Date.parse(`${text.replace(' ', 'T')}+07:00`)
const show = (at: number) => new Date(at + 7 * HOUR_MS).toISOString().slice(0, 16).replace('T', ' ')

const TET: [string, HolidayKind][] = ['16', '17', '18', '19', '20'].map((day) => [`2026-02-${day}`, 'off'])
const HOLIDAYS = new Map<string, HolidayKind>([...TET, ['2026-08-22', 'working'], ['2026-08-31', 'off']])
const OFFICE = [1, 2, 3, 4, 5, 6, 7].map((day) => ({
  opens: day > 5 ? null : '08:00',
  closes: day > 5 ? null : '17:00',
  is_law_day: day <= 5,
}))
const calendars: Calendars = {
  chain: chainCalendar(OFFICE, HOLIDAYS, ZONE),
  law: lawCalendar(OFFICE, HOLIDAYS, ZONE),
}

const rung = (id: number, part: Partial<EscalationLevel>): EscalationLevel => ({
  ...{
    id,
    name: `rung ${id}`,
    clock: 'completion',
    timing: 'after',
    amount: 0,
    told: 'department manager',
    role: null,
  },
  ...{ channels: ['app'], again: false },
  ...part,
})
const HALF = rung(1, { timing: 'share', amount: 50, told: 'assignee' })
const LATE = rung(3, { timing: 'share', amount: 75, told: 'assignee' })
const DUE = rung(4, { again: true })
const STORE = rung(5, { amount: 4, told: 'store manager', again: true })
const DIRECTOR = rung(6, { amount: 8, told: 'role', role: 2, again: true })
const LADDER = [HALF, LATE, DUE, STORE, DIRECTOR]

/** A complaint of 18 working hours: two days of an office. */
function complaint(created: string, part: Partial<DeadlineSnapshot> = {}): DeadlineSnapshot {
  const due_since = vn(created)
  return {
    ...{
      isOpen: true,
      isPaused: false,
      due_since,
      due_at: workOn(calendars.chain, due_since, 18 * HOUR_MS),
    },
    ...{
      paused_ms: 0,
      law_paused_ms: 0,
      due_round: 1,
      reopened_count: 0,
      handle_due_at: null,
      law_due_at: null,
      since: due_since,
      acted_at: null,
      fired: [],
    },
    breached: { completion: false, first: false, law: false },
    ...part,
  }
}

/** Lets the clock run: every firing at its moment, as the server does it, until an end. */
function run(
  start: DeadlineSnapshot,
  until: string,
  rungs: readonly EscalationLevel[] = LADDER,
  act?: { at: string },
): string[] {
  const told: string[] = []
  let watched = start
  for (let turn = 0; turn < 500; turn += 1) {
    const [next] = upcomingEscalations(
      watched,
      rungs,
      calendars,
      told.length > 0 ? Number.NEGATIVE_INFINITY : vn('2000-01-01 00:00'),
    )
    if (!next || next.at > vn(until)) break
    if (act && watched.acted_at === null && next.at > vn(act.at)) {
      watched = { ...watched, acted_at: vn(act.at) }
      continue
    }
    told.push(`${show(next.at)} ${next.rung.id}`)
    watched = { ...watched, fired: [...watched.fired, { rung: next.rung.id, round: next.round, at: next.at }] }
  }
  return told
}

describe('the ladder', () => {
  test('reminds at half and three quarters of the time, then climbs, then comes back every working day', () => {
    expect(run(complaint('2026-11-16 08:00'), '2026-11-20 12:00')).toEqual([
      '2026-11-16 17:00 1',
      '2026-11-17 12:30 3',
      '2026-11-17 17:00 4',
      '2026-11-18 08:00 4',
      '2026-11-18 12:00 5',
      '2026-11-18 16:00 6',
      '2026-11-19 08:00 4',
      '2026-11-19 08:00 5',
      '2026-11-19 08:00 6',
      '2026-11-20 08:00 4',
      '2026-11-20 08:00 5',
      '2026-11-20 08:00 6',
    ])
  })

  test('rests over the weekend and over Tết', () => {
    const told = run(complaint('2026-02-12 08:00'), '2026-02-24 12:00')
    expect(told).toEqual([
      '2026-02-12 17:00 1',
      '2026-02-13 12:30 3',
      '2026-02-13 17:00 4',
      '2026-02-23 08:00 4',
      '2026-02-23 12:00 5',
      '2026-02-23 16:00 6',
      '2026-02-24 08:00 4',
      '2026-02-24 08:00 5',
      '2026-02-24 08:00 6',
    ])
  })

  test('climbs on a Saturday that is worked in place of another day, and rests on that day', () => {
    const told = run(complaint('2026-08-20 08:00'), '2026-09-01 09:00', [DUE])
    expect(told.map((line) => line.slice(0, 16))).toEqual([
      '2026-08-21 17:00',
      '2026-08-22 08:00',
      ...['24', '25', '26', '27', '28'].map((day) => `2026-08-${day} 08:00`),
      '2026-09-01 08:00',
    ])
  })

  test('waits a working day for whoever acts, then goes on', () => {
    expect(run(complaint('2026-11-16 08:00'), '2026-11-20 12:00', LADDER, { at: '2026-11-18 12:30' })).toEqual([
      '2026-11-16 17:00 1',
      '2026-11-17 12:30 3',
      '2026-11-17 17:00 4',
      '2026-11-18 08:00 4',
      '2026-11-18 12:00 5',
      '2026-11-19 12:30 4',
      '2026-11-19 12:30 5',
      '2026-11-19 12:30 6',
      '2026-11-20 08:00 4',
      '2026-11-20 08:00 5',
      '2026-11-20 08:00 6',
    ])
  })

  test('counts no share of the time that the complaint waited for the customer', () => {
    const plain = complaint('2026-11-16 08:00')
    const due_at = workOn(calendars.chain, plain.due_at ?? 0, 9 * HOUR_MS)
    const [half] = upcomingEscalations({ ...plain, due_at, paused_ms: 9 * HOUR_MS }, [HALF], calendars, plain.due_since)
    expect(half && show(half.at)).toBe('2026-11-17 17:00')
  })

  test('is silent while the customer is asked, and once it is done', () => {
    const now = vn('2026-11-16 09:00')
    expect(upcomingEscalations(complaint('2026-11-16 08:00', { isPaused: true }), LADDER, calendars, now)).toEqual([])
    expect(upcomingEscalations(complaint('2026-11-16 08:00', { isOpen: false }), LADDER, calendars, now)).toEqual([])
    expect(nextCheckAt(complaint('2026-11-16 08:00', { isPaused: true }), [])).toBeNull()
  })

  test('begins anew with a new deadline', () => {
    const told = complaint('2026-11-16 08:00', {
      due_round: 2,
      due_at: vn('2026-11-25 17:00'),
      fired: [{ rung: 1, round: 1, at: vn('2026-11-16 17:00') }],
    })
    expect(upcomingEscalations(told, [HALF], calendars, vn('2026-11-17 09:00')).map(({ at }) => show(at))).toEqual([
      '2026-11-19 17:00',
    ])
  })

  test('counts a share of the law’s time from when a complaint was reopened: no reminder comes at once', () => {
    const reminder = rung(8, { clock: 'law', timing: 'share', amount: 70 })
    const past = rung(9, { clock: 'law', again: true })
    const reopened = complaint('2026-11-02 08:00', {
      due_since: vn('2026-11-20 10:00'),
      reopened_count: 1,
      due_round: 2,
      law_due_at: vn('2026-12-01 23:59'),
      fired: [{ rung: 8, round: 0, at: vn('2026-11-10 12:00') }],
    })
    // Five of seven working days, which begin on Monday, 23 November.
    const [first, second] = upcomingEscalations(reopened, [reminder, past], calendars, vn('2026-11-20 10:00'))
    expect([first?.rung.id, show(first?.at ?? 0).slice(0, 10)]).toEqual([8, '2026-11-27'])
    expect([second?.rung.id, show(second?.at ?? 0)]).toEqual([9, '2026-12-01 23:59'])
  })

  test('counts no share of the law’s time that the complaint waited for the customer', () => {
    const reminder = rung(8, { clock: 'law', timing: 'share', amount: 70 })
    // Of seven working days 4.9 are 70 %; the ten of waiting, wherever they lie before, come on top.
    const waited = complaint('2026-11-01 08:00', {
      law_paused_ms: 10 * DAY_MS,
      law_due_at: workOn(calendars.law, vn('2026-11-02 00:00'), 17 * DAY_MS - 1000),
    })
    const [coming] = upcomingEscalations(waited, [reminder], calendars, vn('2026-11-18 00:00'))
    expect(coming && show(coming.at)).toBe('2026-11-20 21:35')
  })

  test('counts a share of the first handling from when a complaint was imported, whenever it was received', () => {
    const reminder = rung(8, { clock: 'first', timing: 'share', amount: 75 })
    const imported = complaint('2026-11-02 08:00', {
      due_since: vn('2026-11-16 08:00'),
      handle_due_at: vn('2026-11-16 12:00'),
    })
    const [coming] = upcomingEscalations(imported, [reminder], calendars, vn('2026-11-16 08:00'))
    expect(coming && show(coming.at)).toBe('2026-11-16 11:00')
  })

  test('tells nobody of what had passed before the complaint was watched, but comes back to it', () => {
    const imported = complaint('2026-11-02 08:00', { since: vn('2026-11-16 10:00') })
    expect(run(imported, '2026-11-17 09:00')).toEqual([
      '2026-11-17 08:00 4',
      '2026-11-17 08:00 5',
      '2026-11-17 08:00 6',
    ])
  })

  test('of reminders that come at one moment only the last is told, and the others never after it', () => {
    const atNight = complaint('2026-11-16 17:30', { due_at: vn('2026-11-16 23:59') })
    const now = vn('2026-11-16 18:00')
    const coming = upcomingEscalations(atNight, LADDER, calendars, now).filter(({ at }) => at <= now)
    expect(coming.map(({ rung: { id } }) => id)).toEqual([LATE.id])
    const told = { ...atNight, fired: [{ rung: LATE.id, round: 1, at: now }] }
    expect(upcomingEscalations(told, [HALF, LATE], calendars, now)).toEqual([])
    const toOthers = rung(7, { ...HALF, id: 7, told: 'store manager' })
    expect(upcomingEscalations(told, [toOthers, LATE], calendars, now).map(({ rung: { id } }) => id)).toEqual([7])
  })

  test('a server that slept tells each rung once, and no reminder of a deadline that has passed', () => {
    const slept = upcomingEscalations(complaint('2026-11-02 08:00'), LADDER, calendars, vn('2026-11-16 10:00'))
    expect(slept.map((one) => [one.rung.id, one.again_on])).toEqual([
      [4, null],
      [5, null],
      [6, null],
    ])
  })
})

test('day by day over two years the half, the deadline and what follows keep their order and their working hours', () => {
  for (let day = vn('2026-01-01 00:00'); day < vn('2028-01-01 00:00'); day += DAY_MS) {
    const watched = complaint(show(day + ((day / DAY_MS) % 24) * HOUR_MS))
    const moments = upcomingEscalations(watched, LADDER, calendars, watched.due_since).map(({ at }) => at)
    expect(moments).toHaveLength(5)
    const [half = 0, late = 0, due = 0, store = 0, director = 0] = moments
    const worked = [half, late, due, store, director].map(
      (at) => workedBetween(calendars.chain, watched.due_since, at) / HOUR_MS,
    )
    expect(worked).toEqual([9, 13.5, 18, 22, 26])
  }
})

test('a deadline that passes is missed once', () => {
  const watched = complaint('2026-11-16 08:00', {
    handle_due_at: vn('2026-11-16 12:00'),
    law_due_at: vn('2026-11-25 23:59'),
  })
  expect(missedBy(watched, vn('2026-11-16 13:00'))).toEqual(['first'])
  expect(
    missedBy({ ...watched, breached: { completion: false, first: true, law: false } }, vn('2026-11-18 13:00')),
  ).toEqual(['completion'])
  expect(nextCheckAt(watched, [])).toBe(vn('2026-11-16 12:00'))
})
