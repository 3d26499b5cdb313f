/** A sentence as it is typed in haste: every fifth word has one wrong letter, the same ones each time. */
export function withSlips(sentence: string, seed: number): string {
  const next = randomOf(seed)
  const words = sentence.split(' ')
  const first = Math.floor(next() * Math.min(5, words.length))
  return words.map((word, at) => ((at - first) % 5 === 0 && isWord(word) ? withSlip(word, next) : word)).join(' ')
}

/** Names in capitals and numbers are typed with care. */
const isWord = (word: string): boolean =>
  /^[\p{Ll}가-힣][\p{L}]{2,}[?.,!]?$/u.test(word) || /^[가-힣]{2,}[?.,!]?$/u.test(word)

function withSlip(word: string, next: () => number): string {
  const letters = [...word.normalize(/[가-힣]/.test(word) ? 'NFD' : 'NFC')]
  const last = letters.findLastIndex((letter) => /\p{L}/u.test(letter))
  const at = 1 + Math.floor(next() * Math.max(1, last))
  const isKorean = /[\u1100-\u11ff]/.test(word.normalize('NFD'))
  const way = isKorean ? 0 : Math.floor(next() * 4)
  const letter = letters[at] ?? ''
  if (way === 0) letters[at] = isKorean ? otherJamo(letter, next) : other(letter, next)
  else if (way === 1) letters.splice(at, 1)
  else if (way === 2) letters.splice(at, 0, letter)
  else letters.splice(at - 1, 2, letter, letters[at - 1] ?? '')
  return letters.join('').normalize('NFC')
}

const ALPHABET = 'abcdeghiklmnopqrstuvxy'
function other(letter: string, next: () => number): string {
  const found = ALPHABET[Math.floor(next() * ALPHABET.length)] ?? 'a'
  return found === letter ? 'h' : found
}

/** A jamo of the same place in the syllable. */
function otherJamo(letter: string, next: () => number): string {
  const code = letter.codePointAt(0) ?? 0
  for (const [from, count] of [
    [0x1100, 19],
    [0x1161, 21],
    [0x11a8, 27],
  ] as const)
    if (code >= from && code < from + count)
      return String.fromCodePoint(from + ((code - from + 1 + Math.floor(next() * (count - 1))) % count))
  return letter
}

function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
