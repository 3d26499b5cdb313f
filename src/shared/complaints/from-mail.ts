import { isPhone, plainPhone } from '../vietnam/vietnam.ts'

const TITLE_MOST = 191
/** What is read of words of any length for a number. */
const READ_MOST = 20_000

/** What a mail becomes as the title of a complaint: its subject without the signs of answers, else its first words. */
export const titleOfMail = (subject: string, words: string): string => {
  const bare = subject.replace(/^((re|fw|fwd|aw|tr|trả lời|chuyển tiếp|회신|전달)\s*:\s*)+/i, '').trim()
  return [...(bare || words.replace(/\s+/g, ' ').trim().slice(0, 80) || '–')].slice(0, TITLE_MOST).join('')
}

/** The first Vietnamese number in the words, if there is one: most people sign with theirs. */
export function phoneIn(words: string): string | null {
  const found = words.slice(0, READ_MOST).match(/(?<!\d)(?:\+84|0)(?:[ .-]?\d){9,10}?(?!\d)/g) ?? []
  return found.map(plainPhone).find(isPhone) ?? null
}
