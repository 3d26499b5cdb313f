import { DAY_MS } from '../time/units.ts'
import { plainPhone } from '../vietnam/vietnam.ts'
import { AHEAD_DAYS, ERASED, ODD, ODD_ENTRIES, type Oddity, PAST_DAYS, type Watched } from './odd-entries.ts'

/**
 * What looks odd in a value that is being typed, as the register will compute it: the sentence to tell, or undefined.
 * @param since when the record was written down, in milliseconds
 */
export function oddWords(watched: Watched, name: string, value: unknown, since: number): string | undefined {
  const found = ODD_ENTRIES.find((one) => watched[one.value] === name)
  return found && typeof value === 'string' && isOdd(found.value, value.trim(), since) ? found.label : undefined
}

function isOdd(what: Oddity, value: string, since: number): boolean {
  if (value === '' || value === ERASED) return false
  if (what === 'phone') return RegExp(ODD.phone).test(plainPhone(value))
  if (what !== 'day') return RegExp(ODD[what], 'u').test(value)
  const days = Math.floor((Date.parse(value) - since) / DAY_MS)
  return days < -PAST_DAYS - 1 || days > AHEAD_DAYS
}
