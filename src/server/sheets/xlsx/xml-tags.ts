import { Unreadable } from '../import/unreadable.ts'

export interface TagReader {
  open(name: string, attributes: string, isEmpty: boolean): void
  close(name: string): void
  text?(text: string): void
}

/** A tag or a text longer than this is no workbook's. */
const LONGEST = 4_000_000

/**
 * Tags and texts of XML as they come, each letter looked at once. It knows no entity but XML's own five and numbers, and reads no
 * document type: nothing can be fetched, and nothing swells.
 */
export class XmlTags {
  readonly #reader: TagReader
  readonly #decoder = new TextDecoder('utf-8')
  #rest = ''

  constructor(reader: TagReader) {
    this.#reader = reader
  }

  push(chunk: Uint8Array): void {
    const xml = this.#rest + this.#decoder.decode(chunk, { stream: true })
    let at = 0
    for (;;) {
      const from = xml.indexOf('<', at)
      if (from < 0) break
      const next = this.#tagEnd(xml, from)
      if (next < 0) break
      if (from > at) this.#text(xml.slice(at, from))
      this.#tag(xml, from, next)
      at = next
    }
    this.#rest = xml.slice(at)
    if (this.#rest.length > LONGEST) throw new Unreadable('damaged')
  }

  /** Where the tag that begins here has ended, or -1 while that is still to come. */
  #tagEnd(xml: string, from: number): number {
    const ending = xml.startsWith('<!--', from) ? '-->' : xml.startsWith('<![CDATA[', from) ? ']]>' : '>'
    if (xml.length - from < 9 && xml.startsWith('<!', from) && ending === '>') return -1
    const end = xml.indexOf(ending, from)
    return end < 0 ? -1 : end + ending.length
  }

  #tag(xml: string, from: number, next: number): void {
    const second = xml.charCodeAt(from + 1)
    if (second === SLASH) this.#reader.close(localName(xml.slice(from + 2, next - 1).trim()))
    else if (second === EXCLAMATION) this.#declaration(xml.slice(from, next))
    else if (second !== QUESTION) {
      const isEmpty = xml.charCodeAt(next - 2) === SLASH
      const inner = xml.slice(from + 1, isEmpty ? next - 2 : next - 1)
      const blank = inner.search(BLANK)
      const name = localName(blank < 0 ? inner : inner.slice(0, blank))
      this.#reader.open(name, blank < 0 ? '' : inner.slice(blank), isEmpty)
      if (isEmpty) this.#reader.close(name)
    }
  }

  #declaration(declaration: string): void {
    if (declaration.startsWith('<![CDATA[')) this.#reader.text?.(declaration.slice(9, -3))
    else if (!declaration.startsWith('<!--')) throw new Unreadable('damaged')
  }

  #text(text: string): void {
    if (this.#reader.text) this.#reader.text(text.includes('&') ? decoded(text) : text)
  }
}

const SLASH = 47
const EXCLAMATION = 33
const QUESTION = 63
const BLANK = /\s/

const localName = (name: string): string => {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

export const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : null
    if (code !== null) return code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
    return ENTITIES[String(name)] ?? whole
  })

/** The value of an attribute, undefined where it is not given. */
export function attribute(attributes: string, name: string): string | undefined {
  let at = -1
  for (;;) {
    at = attributes.indexOf(`${name}=`, at + 1)
    if (at < 0) return undefined
    if (at > 0 && !BLANK.test(attributes.charAt(at - 1)) && attributes.charAt(at - 1) !== ':') continue
    const quote = attributes.charAt(at + name.length + 1)
    const end = attributes.indexOf(quote, at + name.length + 2)
    if (end < 0) return undefined
    const value = attributes.slice(at + name.length + 2, end)
    return value.includes('&') ? decoded(value) : value
  }
}
