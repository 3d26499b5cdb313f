import type { Chance } from './random.ts'

/** Fills {gaps} from the facts, chooses from {one|other}, innermost first, and tidies the sentence; {name=one|other} is chosen once and kept. */
export function fill(pattern: string, facts: Record<string, string>, chance: Chance): string {
  let text = pattern
  for (let round = 0; round < 20 && /\{[^{}]*\}/.test(text); round += 1) {
    text = text.replace(/\{([^{}]*)\}/g, (_, gap: string) => {
      const [, name, choices] = /^(\w+)=(.*)$/.exec(gap) ?? []
      if (name !== undefined && choices !== undefined) {
        facts[name] = chance.pick(choices.split('|'))
        return facts[name]
      }
      if (gap.includes('|')) return chance.pick(gap.split('|'))
      if (gap === 'n') return String(chance.whole(2, 6))
      return facts[gap] ?? capitalised(facts[gap.toLowerCase()]) ?? gap
    })
  }
  return sentences(
    text
      .replace(/\s+([,.!?])/g, '$1')
      .replace(/\s{2,}/g, ' ')
      .trim(),
  )
}

const capitalised = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : text.charAt(0).toLocaleUpperCase('vi') + text.slice(1)

const sentences = (text: string): string =>
  text.replace(/(^|[.!?]\s+)(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toLocaleUpperCase('vi'))

/** The wording as stored rich text. */
export const html = (...paragraphs: string[]): string =>
  paragraphs
    .filter((text) => text !== '')
    .map((text) => `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`)
    .join('')

/** Thousands of đồng as they are written on a label. */
export const dong = (thousands: number): string => `${String(thousands * 1000).replace(/\B(?=(\d{3})+$)/g, '.')} đồng`
