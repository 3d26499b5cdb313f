/** PostgreSQL's text format of COPY as it comes over the wire: fields end with a tab, a row with a line end, `\N` is null. */

/** Each row stands behind the letter and the length of its message: so many bytes. */
export const HEAD = 5
const PLAIN = 0
const ENDS = 1
const NEEDS_CARE = 2
const TAB = 0x09
const LINE_END = 0x0a
/** Control characters, what XML or a spreadsheet gives a meaning to, and the lead byte of U+FFFE and U+FFFF. */
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === TAB || byte === LINE_END) return ENDS
  return byte < 0x20 || byte === 0xef || '&<>"_\\'.includes(String.fromCharCode(byte)) ? NEEDS_CARE : PLAIN
})

/** Where the fields of some rows stand, and which of them need care. */
export class CopiedFields {
  readonly #columns: number
  #ends = new Int32Array(8192)
  #careful = new Uint8Array(8192)

  constructor(columns: number) {
    this.#columns = columns
  }

  /** Forgets the rows before and looks at these; answers how many they are. */
  look(rows: Uint8Array): number {
    let count = 0
    let needsCare = 0
    for (let at = HEAD; at < rows.length; at += 1) {
      const kind = KINDS[rows[at] ?? 0]
      if (kind === PLAIN) continue
      if (kind === NEEDS_CARE) needsCare = 1
      else {
        if (count === this.#ends.length) this.#grow()
        this.#ends[count] = at
        this.#careful[count] = needsCare
        count += 1
        needsCare = 0
        if (rows[at] === LINE_END) at += HEAD
      }
    }
    if (count % this.#columns !== 0) throw new Error(`${count} fields are no rows of ${this.#columns}`)
    return count / this.#columns
  }

  /** The first byte of a field. */
  from(row: number, column: number): number {
    const before = row * this.#columns + column - 1
    return (before < 0 ? 0 : (this.#ends[before] ?? 0) + 1) + (column === 0 ? HEAD : 0)
  }

  /** The byte behind it. */
  to(row: number, column: number): number {
    return this.#ends[row * this.#columns + column] ?? 0
  }

  isPlain(row: number, column: number): boolean {
    return this.#careful[row * this.#columns + column] === 0
  }

  #grow(): void {
    const [ends, careful] = [this.#ends, this.#careful]
    this.#ends = new Int32Array(2 * ends.length)
    this.#ends.set(ends)
    this.#careful = new Uint8Array(2 * careful.length)
    this.#careful.set(careful)
  }
}

const BACKSLASH = 0x5c
const N = 0x4e

export const isNull = (rows: Buffer, from: number, to: number): boolean =>
  to - from === 2 && rows[from] === BACKSLASH && rows[from + 1] === N

const ESCAPED: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** A field as the text it stands for. */
export function textAt(rows: Buffer, from: number, to: number): string {
  const text = rows.toString('utf8', from, to)
  return text.includes('\\') ? text.replace(/\\(.)/g, (_, one: string) => ESCAPED[one] ?? one) : text
}

const ZERO = 0x30
const MINUS = 0x2d

/** A whole number as it is written, none that needs rounding; null where it is something else. */
export function wholeAt(rows: Buffer, from: number, to: number): number | null {
  const isNegative = rows[from] === MINUS
  const first = isNegative ? from + 1 : from
  if (to === first || to - first > 15 || (rows[first] === ZERO && to - from > 1)) return null
  let number = 0
  for (let at = first; at < to; at += 1) {
    const digit = (rows[at] ?? 0) - ZERO
    if (digit < 0 || digit > 9) return null
    number = number * 10 + digit
  }
  return isNegative ? -number : number
}

const STAR = 0x2a

/** Whether a text begins with a digit, a mask or a letter, Latin, Vietnamese or Korean, as nearly every one does; false where that is not sure. */
export function beginsAsWord(rows: Buffer, from: number): boolean {
  const first = rows[from] ?? 0
  if (first < 0x80)
    return (
      first === STAR ||
      (first >= 0x61 && first <= 0x7a) ||
      (first >= 0x41 && first <= 0x5a) ||
      (first >= 0x30 && first <= 0x39)
    )
  const second = rows[from + 1] ?? 0
  const third = rows[from + 2] ?? 0
  if (first >= 0xc3 && first <= 0xc8) return true
  if (first === 0xe1) return (second === 0xba && third >= 0xa0) || (second === 0xbb && third <= 0xb9)
  return first === 0xeb || first === 0xec || (first === 0xea && second >= 0xb0) || (first === 0xed && second < 0x9e)
}
