import type { Field } from '../fields.ts'
import { normalizeText } from './vietnam.ts'

/** An emoji as people send it: joined, coloured, a key, or the flag of a part of a country (UTS 51). What joins its parts cannot be seen. */
const EMOJI =
  /\u{1F3F4}[\u{E0020}-\u{E007E}]{1,6}\u{E007F}|\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{Emoji_Modifier}?(?:\u200D\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{Emoji_Modifier}?)*|[0-9#*]\uFE0F?\u20E3/gu
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/u
const IGNORED = /\p{Default_Ignorable_Code_Point}/gu
/** A byte order mark is a blank to JavaScript and to nobody else. */
const BLANKS = /[^\S\uFEFF]+/g

/** Every run of blanks, line ends included, as one space; none at either end. */
export const foldBlanks = (text: string): string => text.replace(BLANKS, ' ').replace(/^ | $/g, '')

/** Whether a line holds what cannot be seen: control and format characters, but not those within an emoji. */
export const holdsHidden = (line: string): boolean => HIDDEN.test(line.replace(EMOJI, ''))

/**
 * What two texts share that people take for the same: whole and half width, upper and lower case, blanks (NFKC, UAX 15). The
 * database has the same as `identity_key`, on which its unique indexes stand.
 */
export const identityKey = (text: string): string =>
  foldBlanks(text.normalize('NFKC').replace(IGNORED, '').toLowerCase())

/** Whether no two records may share what looks the same in this field. Numbers that the server gives cannot be mistaken. */
export const isIdentity = ({ kind, unique, readonly }: Field): boolean =>
  Boolean(unique) && readonly !== true && (kind === 'text' || kind === 'email')

/** What two values of a unique field share when they count as one; the database has the same (`uniqueKeySql`). */
export function uniqueKey(field: Field, value: string): string {
  if (!isIdentity(field)) return value
  return field.unique === 'folded' ? normalizeText(identityKey(value)) : identityKey(value)
}

/** The start and the end of the SQL of `uniqueKey` around a text expression; of what is sealed, around the sealed one. */
export function uniqueKeySql(field: Field): readonly [before: string, after: string] {
  if (field.private === 'sealed') return ['split_part(', ", '.', 3)"]
  if (!isIdentity(field)) return ['', '']
  return field.unique === 'folded' ? ['fold(identity_key(', '))'] : ['identity_key(', ')']
}
