import type { Field } from '../../../shared/fields.ts'
import { formatDay, formatNumber, wallClock } from '../../../shared/format.ts'
import { currentLanguage } from '../../../shared/language.ts'
import { boundsOf, readNumber } from '../../../shared/numbers.ts'
import { readDay } from '../../../shared/time/days.ts'
import { TIME_ZONE } from '../chain.ts'

/** Values that are typed, as they are sent and as they are shown once their field is left; what cannot be read stays as it is. */

export const today = (): string => wallClock(new Date(), TIME_ZONE).day

const dayIn = (typed: string, isBirth: boolean): string | undefined => {
  const found = readDay(typed, { today: today(), isBirth })
  return 'value' in found ? found.value : undefined
}
const numberIn = (typed: string, kind: Field['kind']): number | undefined => {
  const found = readNumber(typed, { kind })
  return 'value' in found ? found.value : undefined
}

/** `YYYY-MM-DD`, or the text for the check to say what is wrong with it. */
export const dayOf = (typed: string, isBirth = false): string => dayIn(typed, isBirth) ?? typed.trim()
/** As it is read here: 31/12/1990. */
export function tidyDay(typed: string, isBirth = false): string {
  const day = dayIn(typed, isBirth)
  return day ? formatDay(day) : typed
}

export const numberOf = (typed: string, kind: Field['kind']): number | string => numberIn(typed, kind) ?? typed.trim()
/** Grouped as the language has it, where it is a whole number. */
export function tidyNumber(typed: string, kind: Field['kind']): string {
  const found = wholeIn(typed, kind)
  return found === undefined ? typed : formatNumber(found, currentLanguage())
}

/** A whole number that its kind allows. */
export function wholeIn(typed: string, kind: Field['kind']): number | undefined {
  const found = numberIn(typed, kind)
  const [low, high] = boundsOf({ kind })
  return found !== undefined && Number.isInteger(found) && found >= low && found <= high ? found : undefined
}
