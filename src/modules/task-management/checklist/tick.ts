import { pack } from '../../../shared/message.ts'

/** What an item asks for, and what was given to it. */
export interface Ticked {
  kind: string
  needs_photo: boolean
  least: number | null
  most: number | null
  number: number | null
  answer: string | null
  photos: readonly string[]
}

/** What an item still lacks to be done, by field. */
export function lacking({ kind, needs_photo, number, answer, photos }: Ticked): Record<string, string> {
  return {
    ...(kind === 'number' && number === null && { number: pack('Please note the number') }),
    ...(kind === 'answer' && answer === null && { answer: pack('Please answer yes, no or not applicable') }),
    ...(needs_photo && photos.length === 0 && { photos: pack('This item needs a photo') }),
  }
}

/** Whether the number noted lies outside the range that is right, both ends included. */
export const isOutOfRange = ({ kind, least, most, number }: Ticked): boolean =>
  kind === 'number' && number !== null && ((least !== null && number < least) || (most !== null && number > most))
