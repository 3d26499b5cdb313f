import { Unreadable } from '../import/unreadable.ts'
import { CELL_MOST, unescaped } from './book.ts'
import { XmlTags } from './xml-tags.ts'

const STRINGS_MOST = 2_000_000
const LETTERS_MOST = 150_000_000

/** The texts that cells of a workbook share. */
export async function readSharedStrings(part: AsyncIterable<Uint8Array> | null): Promise<string[]> {
  const strings: string[] = []
  let text = ''
  let letters = 0
  let isText = false
  let isPhonetic = false
  const tags = new XmlTags({
    open(name) {
      if (name === 'si') text = ''
      else if (name === 't') isText = !isPhonetic
      else if (name === 'rPh') isPhonetic = true
    },
    text(part) {
      if (isText && text.length <= CELL_MOST) text += part
    },
    close(name) {
      if (name === 't') isText = false
      else if (name === 'rPh') isPhonetic = false
      else if (name === 'si') {
        letters += text.length
        strings.push(unescaped(text.slice(0, CELL_MOST)))
        if (strings.length > STRINGS_MOST || letters > LETTERS_MOST) throw new Unreadable('too large')
      }
    },
  })
  for await (const chunk of part ?? []) tags.push(chunk)
  return strings
}
