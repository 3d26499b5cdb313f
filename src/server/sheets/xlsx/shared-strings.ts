import type { SheetCell } from '../../../shared/sheet.ts'
import { cellBody, sharedBody, xmlText } from './cell-xml.ts'

/** Beyond, a text stands in its cells: the table is held until the workbook's end, and by whoever opens it. */
const STRINGS_MOST = 50_000

/** Texts that many cells show, each written once in the workbook (ECMA-376, 18.4.9): such rows are short to write and to pack. */
export class SharedStrings {
  readonly #places = new Map<string, number>()

  /** As `cellBody`, a text by its place in the table. */
  body(cell: SheetCell): string {
    const place = cell.type === 'text' ? this.#placeOf(cell.text) : null
    return place === null ? cellBody(cell) : sharedBody(place)
  }

  /** The entries of the table. */
  xml(): string {
    return [...this.#places.keys()].map((text) => `<si><t xml:space="preserve">${xmlText(text)}</t></si>`).join('')
  }

  #placeOf(text: string): number | null {
    const known = this.#places.get(text)
    if (known !== undefined) return known
    if (this.#places.size >= STRINGS_MOST) return null
    this.#places.set(text, this.#places.size)
    return this.#places.size - 1
  }
}
