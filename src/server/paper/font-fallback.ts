/** Which face has a letter: Roboto those of Europe and Vietnam, Nanum Gothic those of Korea. */

export interface FontPiece {
  text: string
  font?: 'Korean'
  /** A word too long for a line may be broken anywhere. */
  wordBreak?: 'break-all'
}

const KOREAN = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u
const PIECES = new RegExp(`(?:${KOREAN.source})+|(?:(?!${KOREAN.source})[\\s\\S])+`, 'gu')
/** Marks that only say how an emoji is drawn. */
const UNSEEN = /\p{Cf}|\p{Variation_Selector}|[^\P{Cc}\n]/gu
const EMOJI = /(?![\d#*©®™])\p{Extended_Pictographic}\p{Emoji_Modifier}*/gu
const LONG_WORD = /\S{40,}/g

/** A text in pieces of one face each. Emoji have no letter in any face: they are told by their number, never dropped. */
export function withFonts(text: string): FontPiece[] {
  const seen = text.normalize('NFC').replace(UNSEEN, '').replace(EMOJI, numbered)
  return (seen.match(PIECES) ?? []).flatMap((piece): FontPiece[] =>
    KOREAN.test(piece) ? [{ text: piece, font: 'Korean' }] : breakable(piece),
  )
}

const numbered = (emoji: string): string => `[U+${(emoji.codePointAt(0) ?? 0).toString(16).toUpperCase()}]`

function breakable(piece: string): FontPiece[] {
  const found: FontPiece[] = []
  let last = 0
  for (const { 0: word, index } of piece.matchAll(LONG_WORD)) {
    if (index > last) found.push({ text: piece.slice(last, index) })
    found.push({ text: word, wordBreak: 'break-all' })
    last = index + word.length
  }
  if (last < piece.length) found.push({ text: piece.slice(last) })
  return found
}
