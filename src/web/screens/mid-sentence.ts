import { t } from '../../shared/language.ts'

/** A label in the page's language as it stands inside a sentence; an abbreviation keeps its capitals. */
export function midSentence(label: string): string {
  const words = t(label)
  return /^\p{Lu}\p{Ll}/u.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words
}
