import { normalizeText as fold } from '../../../shared/vietnam/vietnam.ts'
import { COMPOUNDS, ENGLISH, KOREAN, VIETNAMESE } from './stop-words.ts'

/**
 * The words of each text, every one once: what says nothing is left out, Vietnamese words of two syllables stand as one word. Which
 * syllables make a word is known of the usual ones, and of others seen in how often they stand together.
 */
export function wordsOf(texts: readonly string[]): ReadonlySet<string>[] {
  const read = texts.map(readText)
  const pairs = foundPairs(read)
  const spelled = accents(read, pairs)
  return read.map((text) => new Set([...wordsIn(text, pairs)].map((word) => spelled.get(word) ?? word)))
}

/** How many texts hold each word, the most first; one that a single text holds is no common word. */
export function mostUsed(words: readonly ReadonlySet<string>[], most: number): { word: string; n: number }[] {
  const counts = new Map<string, number>()
  for (const one of words) for (const word of one) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts]
    .flatMap(([word, n]) => (n > 1 ? [{ word, n }] : []))
    .toSorted((a, b) => b.n - a.n || a.word.localeCompare(b.word, 'vi'))
    .slice(0, most)
}

type Script = 'vi' | 'plain' | 'en' | 'ko'
interface Text {
  script: Script
  /** Words or syllables between marks, in small letters. */
  phrases: string[][]
}

/** Letters that only Vietnamese has, or has with these marks. */
const VIETNAMESE_LETTER = /[ăâđêôơưàáảãạằắẳẵặầấẩẫậèéẻẽẹềếểễệìíỉĩịòóỏõọồốổỗộờớởỡợùúủũụừứửữựỳýỷỹỵ]/
const HANGUL = /[\uac00-\ud7a3]/

function readText(text: string): Text {
  const small = text.normalize('NFC').toLowerCase()
  const phrases = small
    .split(/[^\p{L}\p{M}\p{N}\s'’-]+|\n/u)
    .map((phrase) => phrase.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
  return { script: scriptOf(small, phrases.flat()), phrases }
}

/** Vietnamese is typed without its marks too (`plain`): what has no letter of another and is no English. */
function scriptOf(text: string, words: readonly string[]): Script {
  if (HANGUL.test(text)) return 'ko'
  if (VIETNAMESE_LETTER.test(text)) return 'vi'
  const english = words.filter((word) => ENGLISH.has(word) && !PLAIN_STOPS.has(word)).length
  return english > 0 || words.some((word) => !isSyllable(word)) ? 'en' : 'plain'
}

/** Whether a word without marks could be one syllable of Vietnamese. */
const isSyllable = (word: string): boolean =>
  /^(?:ngh|ng|nh|kh|gh|gi|ph|th|tr|ch|qu|[bcdghklmnpqrstvx])?[aeiouy]{1,3}(?:ng|nh|ch|[cmnpt])?$/.test(word) ||
  /^\d+$/.test(word)

const PLAIN_STOPS = new Set([...VIETNAMESE].map(fold))
const PLAIN_COMPOUNDS = new Set([...COMPOUNDS].map(fold))

const isStop = (word: string, script: Script): boolean =>
  /^\d+$/.test(word) ||
  (script === 'ko' && HANGUL.test(word)
    ? KOREAN.has(word)
    : script === 'en'
      ? ENGLISH.has(word) || word.length < 3
      : script === 'plain'
        ? PLAIN_STOPS.has(word)
        : VIETNAMESE.has(word) || ENGLISH.has(word) || word.length < 2)

const isCompound = (pair: string, script: Script): boolean =>
  script === 'vi' ? COMPOUNDS.has(pair) : script === 'plain' && PLAIN_COMPOUNDS.has(pair)

const LEAST_TOGETHER = 3
/** Of two syllables: how often together, squared, over how often each. */
const BOUND = 0.1

/** Syllables that make a word, each pair with how strongly: those that stand together far more often than apart. */
function foundPairs(texts: readonly Text[]): ReadonlyMap<string, number> {
  const alone = new Map<string, number>()
  const together = new Map<string, number>()
  const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  for (const { script, phrases } of texts) {
    if (script !== 'vi' && script !== 'plain') continue
    for (const phrase of phrases)
      for (const [at, word] of phrase.entries()) {
        count(alone, word)
        const next = phrase[at + 1]
        if (next && !isStop(word, script) && !isStop(next, script)) count(together, `${word} ${next}`)
      }
  }
  const bound = new Map<string, number>()
  for (const [pair, n] of together) {
    const [first = '', second = ''] = pair.split(' ')
    const strength = n ** 2 / ((alone.get(first) ?? 1) * (alone.get(second) ?? 1))
    if (n >= LEAST_TOGETHER && strength >= BOUND) bound.set(pair, strength)
  }
  return bound
}

function wordsIn({ script, phrases }: Text, pairs: ReadonlyMap<string, number>): Set<string> {
  const found = new Set<string>()
  for (const phrase of phrases) for (const word of cut(phrase, script, pairs)) found.add(word)
  return found
}

/** A phrase as words: of pairs that share a syllable the stronger one stands. */
function cut(phrase: readonly string[], script: Script, pairs: ReadonlyMap<string, number>): string[] {
  if (script === 'ko') return phrase.map(stemOf).filter((word) => !isStop(word, script) && word.length > 1)
  if (script === 'en') return phrase.filter((word) => !isStop(word, script))
  const strength = (at: number): number => {
    const pair = `${phrase[at]} ${phrase[at + 1]}`
    return at + 1 >= phrase.length ? 0 : isCompound(pair, script) ? 2 : (pairs.get(pair) ?? 0)
  }
  const words: string[] = []
  for (let at = 0; at < phrase.length; at++) {
    const own = strength(at)
    if (own > 0 && own >= strength(at + 1)) {
      words.push(`${phrase[at]} ${phrase[at + 1]}`)
      at++
    } else if (!isStop(phrase[at] ?? '', script)) words.push(phrase[at] ?? '')
  }
  return words
}

/** What is typed without marks counts as the word with marks that is written most. */
function accents(texts: readonly Text[], pairs: ReadonlyMap<string, number>): ReadonlyMap<string, string> {
  const written = new Map<string, Map<string, number>>()
  for (const text of texts) {
    if (text.script !== 'vi') continue
    for (const word of wordsIn(text, pairs)) {
      const alike = written.get(fold(word)) ?? new Map<string, number>()
      written.set(fold(word), alike.set(word, (alike.get(word) ?? 0) + 1))
    }
  }
  for (const word of COMPOUNDS) if (!written.has(fold(word))) written.set(fold(word), new Map([[word, 0]]))
  return new Map(
    [...written].flatMap(([plain, alike]) => {
      const [most] = [...alike].toSorted((a, b) => b[1] - a[1])
      // A word without marks that is spelled so by those who set marks is that word.
      return most && !alike.has(plain) ? [[plain, most[0]] as const] : []
    }),
  )
}

/** Korean words without what only ties them to the next. */
function stemOf(word: string): string {
  const ending =
    /(?:했습니다|했어요|합니다|하네요|해요|하고|하게|해서|한|입니다|이에요|예요|에서는|에서|에게|으로|까지|부터|보다|처럼|이나|은|는|이|가|을|를|에|의|도|로|와|과|만)$/.exec(
      word,
    )
  const stem = ending ? word.slice(0, -ending[0].length) : word
  return stem.length > 1 ? stem : word
}
