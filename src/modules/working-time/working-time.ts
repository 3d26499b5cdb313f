import { millisOf, type WorkingHours } from '../../shared/time/working-time.ts'

const TIME = /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/

/** What is wrong with a week, by weekday from 0; the whole week under 7. Values are catalog keys. */
export function wrongDays(week: readonly WorkingHours[]): Map<number, string> {
  const wrong = new Map<number, string>()
  for (const [at, { opens, closes }] of week.entries()) {
    if (opens === null && closes === null) continue
    if (!TIME.test(opens ?? '') || !TIME.test(closes ?? '')) wrong.set(at, 'Please give both times')
    else if (millisOf(opens ?? '') >= millisOf(closes ?? '')) wrong.set(at, 'It closes after it opens')
  }
  if (week.every(({ opens }) => opens === null)) wrong.set(7, 'At least one day must be worked')
  if (week.every(({ is_law_day }) => !is_law_day)) wrong.set(7, 'At least one day must be a working day by law')
  return wrong
}
