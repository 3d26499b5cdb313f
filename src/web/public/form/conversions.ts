import { addressOf, noPlace, type Place, PROVINCES } from '../places/place.ts'
import type { Conversion } from './kind.ts'
import { dayOf, numberOf } from './typed-values.ts'

/** How what is typed or picked is sent, by kind of field; a page brings only what its form asks. */

export const amounts: Conversion = {
  kinds: ['money', 'count', 'decimal'],
  empty: '',
  sent: (typed: string, { kind }) => (typed.trim() ? numberOf(typed, kind) : undefined),
}

export const days: Conversion = {
  kinds: ['date'],
  empty: '',
  sent: (typed: string, { isBirth = false }) => (typed.trim() ? dayOf(typed, isBirth) : undefined),
}

/** @param model 2: the two levels since July 2025; 1: the three before */
export const places = (model: 1 | 2 = 2): Conversion => ({
  kinds: ['address'],
  empty: noPlace(model),
  sent: (place: Place) => addressOf(place) ?? undefined,
  ahead: PROVINCES[model],
})
