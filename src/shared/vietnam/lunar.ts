import { DAY_MS } from '../time/units.ts'

/**
 * The Vietnamese lunar calendar, as far as the first day of its year: months begin on the day of the new moon in Vietnam (UTC+7), the
 * eleventh holds the winter solstice, and of thirteen the first without a major solar term is the leap one. Astronomy after Jean Meeus,
 * "Astronomical Algorithms" (1998), chapters 25 and 49, in the short form of Hồ Ngọc Đức's "Computing the Vietnamese lunar calendar".
 * The Chinese calendar that browsers know is no substitute: its days are those of UTC+8, so that Tết fell a day later there in 2007 and will
 * in 2030.
 */

/** Days from the epoch of Julian days to 1970-01-01. */
const EPOCH = 2_440_588
const ZONE = 7 / 24
const MONTH_DAYS = 29.530588853
const FIRST_MOON = 2_415_021.076998695
const RADIAN = Math.PI / 180

const known = new Map<number, string>()

/** The day of Tết, the first of the first lunar month, that falls in a year: `YYYY-MM-DD`. */
export function tetOf(year: number): string {
  const day = known.get(year) ?? firstOfYear(year)
  known.set(year, day)
  return day
}

function firstOfYear(year: number): string {
  const winter = eleventhMonth(year - 1)
  const moon = Math.floor(0.5 + (winter - FIRST_MOON) / MONTH_DAYS)
  const isLong = eleventhMonth(year) - winter > 365
  const months = isLong && leapMonth(moon) <= 2 ? 3 : 2
  return new Date((newMoonDay(moon + months) - EPOCH) * DAY_MS).toISOString().slice(0, 10)
}

/** The day on which the lunar month with the winter solstice of a year begins. */
function eleventhMonth(year: number): number {
  const end = Date.UTC(year, 11, 31) / DAY_MS + EPOCH
  const moon = Math.floor((end - 2_415_021) / MONTH_DAYS)
  const day = newMoonDay(moon)
  return solarTerm(day) >= 9 ? newMoonDay(moon - 1) : day
}

/** How many months after the eleventh the leap month comes. */
function leapMonth(moon: number): number {
  let last = solarTerm(newMoonDay(moon + 1))
  for (let at = 2; at < 14; at += 1) {
    const term = solarTerm(newMoonDay(moon + at))
    if (term === last) return at - 1
    last = term
  }
  return 13
}

/** The day, in Vietnam, of the nth new moon since 1900. */
const newMoonDay = (moon: number): number => Math.floor(newMoon(moon) + 0.5 + ZONE)

const sine = (degrees: number): number => Math.sin(degrees * RADIAN)

function newMoon(moon: number): number {
  const t = moon / 1236.85
  const mean =
    2_415_020.75933 +
    29.53058868 * moon +
    0.0001178 * t ** 2 -
    0.000000155 * t ** 3 +
    0.00033 * sine(166.56 + 132.87 * t - 0.009173 * t ** 2)
  const sun = 359.2242 + 29.10535608 * moon - 0.0000333 * t ** 2 - 0.00000347 * t ** 3
  const anomaly = 306.0253 + 385.81691806 * moon + 0.0107306 * t ** 2 + 0.00001236 * t ** 3
  const node = 21.2964 + 390.67050646 * moon - 0.0016528 * t ** 2 - 0.00000239 * t ** 3
  const correction =
    (0.1734 - 0.000393 * t) * sine(sun) +
    0.0021 * sine(2 * sun) -
    0.4068 * sine(anomaly) +
    0.0161 * sine(2 * anomaly) -
    0.0004 * sine(3 * anomaly) +
    0.0104 * sine(2 * node) -
    0.0051 * sine(sun + anomaly) -
    0.0074 * sine(sun - anomaly) +
    0.0004 * sine(2 * node + sun) -
    0.0004 * sine(2 * node - sun) -
    0.0006 * sine(2 * node + anomaly) +
    0.001 * sine(2 * node - anomaly) +
    0.0005 * sine(2 * anomaly + sun)
  // Earth's rotation is no clock: dynamical time runs ahead.
  const ahead = -0.000278 + 0.000265 * t + 0.000262 * t ** 2
  return mean + correction - ahead
}

/** In which twelfth of its way the sun stands at the beginning of a day in Vietnam; 9 begins with the winter solstice. */
function solarTerm(day: number): number {
  const t = (day - 0.5 - ZONE - 2_451_545) / 36_525
  const anomaly = 357.5291 + 35_999.0503 * t - 0.0001559 * t ** 2 - 0.00000048 * t ** 3
  const longitude =
    280.46645 +
    36_000.76983 * t +
    0.0003032 * t ** 2 +
    (1.9146 - 0.004817 * t - 0.000014 * t ** 2) * sine(anomaly) +
    (0.019993 - 0.000101 * t) * sine(2 * anomaly) +
    0.00029 * sine(3 * anomaly)
  return Math.floor((((longitude % 360) + 360) % 360) / 30)
}
