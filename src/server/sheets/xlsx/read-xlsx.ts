import { Unreadable } from '../import/unreadable.ts'
import { type BookCell, type BookRow, CELL_MOST, type ChooseSheet, COLUMNS_MOST, dateOf, unescaped } from './book.ts'
import { directoryOf, inflated, type Packed } from './unzip.ts'
import { readBook } from './xlsx-parts.ts'
import { readSharedStrings } from './xlsx-strings.ts'
import { attribute, type TagReader, XmlTags } from './xml-tags.ts'

/** The rows of a visible sheet of a workbook, values only: formulas are never calculated, nothing outside the file is looked at. */
export async function* readXlsx(file: Buffer, choose: ChooseSheet): AsyncGenerator<BookRow[]> {
  const parts = directoryOf(file)
  if (parts.has('xl/vbaProject.bin')) throw new Unreadable('macros')
  const part = (name: string): AsyncIterable<Uint8Array> | null => {
    const found: Packed | undefined = parts.get(name)
    return found ? inflated(file, found) : null
  }
  const book = await readBook(part, choose)
  const strings = book.strings ? await readSharedStrings(part(book.strings)) : []
  const sheet = part(book.sheet)
  if (!sheet) throw new Unreadable('damaged')
  const reader = new SheetReader(strings, book.dateStyles, book.is1904)
  const tags = new XmlTags(reader)
  for await (const chunk of sheet) {
    tags.push(chunk)
    if (reader.rows.length > 0) yield reader.rows.splice(0)
  }
  if (!reader.isWhole) throw new Unreadable('damaged')
}

class SheetReader implements TagReader {
  readonly rows: BookRow[] = []
  /** Whether the rows came to their end. */
  isWhole = false
  readonly #strings: readonly string[]
  readonly #dateStyles: readonly boolean[]
  readonly #is1904: boolean
  #row: BookRow = { line: 0, cells: [] }
  #column = -1
  #type = ''
  #style = 0
  #value = ''
  #isFormula = false
  #isText = false
  #isPhonetic = false

  constructor(strings: readonly string[], dateStyles: readonly boolean[], is1904: boolean) {
    this.#strings = strings
    this.#dateStyles = dateStyles
    this.#is1904 = is1904
  }

  open(name: string, attributes: string): void {
    if (name === 'c') {
      const at = attribute(attributes, 'r')
      this.#column = at === undefined ? this.#column + 1 : columnOf(at)
      this.#type = attribute(attributes, 't') ?? 'n'
      this.#style = Number(attribute(attributes, 's') ?? 0)
      this.#value = ''
      this.#isFormula = false
    } else if (name === 'v' || (name === 't' && !this.#isPhonetic)) this.#isText = true
    else if (name === 'f') this.#isFormula = true
    else if (name === 'rPh') this.#isPhonetic = true
    else if (name === 'row') {
      const line = Number(attribute(attributes, 'r') ?? this.#row.line + 1)
      if (!Number.isInteger(line) || line <= this.#row.line) throw new Unreadable('damaged')
      this.#row = { line, cells: [] }
      this.#column = -1
    }
  }

  text(text: string): void {
    if (this.#isText && this.#value.length <= CELL_MOST) this.#value += text
  }

  close(name: string): void {
    if (name === 'c') {
      const cell = this.#cell()
      if (cell !== null && this.#column < COLUMNS_MOST) this.#row.cells[this.#column] = cell
    } else if (name === 'v' || name === 't') this.#isText = false
    else if (name === 'rPh') this.#isPhonetic = false
    else if (name === 'row' && this.#row.cells.length > 0) this.rows.push(this.#row)
    else if (name === 'sheetData') this.isWhole = true
  }

  #cell(): BookCell {
    const value = this.#value
    switch (this.#type) {
      case 's':
        return this.#strings[Number(value)] ?? null
      case 'inlineStr':
        return unescaped(value.slice(0, CELL_MOST)) || null
      case 'str':
        return unescaped(value.slice(0, CELL_MOST)) || null
      case 'b':
        return value === '1' || value === 'true'
      case 'e':
        return { unusable: 'error' }
      case 'd':
        return Number.isNaN(Date.parse(value)) ? value : new Date(value.endsWith('Z') ? value : `${value}Z`)
      default:
        return this.#number(value)
    }
  }

  #number(value: string): BookCell {
    if (value === '') return this.#isFormula ? { unusable: 'formula' } : null
    const number = Number(value)
    if (Number.isNaN(number)) return value
    return this.#dateStyles[this.#style] ? dateOf(number, this.#is1904) : number
  }
}

/** Column of a place such as `AB12`, from 0. */
function columnOf(place: string): number {
  let column = 0
  for (let at = 0; at < place.length && at < 4; at += 1) {
    const letter = place.charCodeAt(at)
    if (letter < 65 || letter > 90) break
    column = column * 26 + letter - 64
  }
  return column - 1
}
