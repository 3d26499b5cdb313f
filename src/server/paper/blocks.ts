/** A paper as plain values, in the terms of the library that draws it, so that it can be handed to another process. */

export type Inline = string | Run | readonly Inline[]

export interface Run {
  text: Inline
  bold?: boolean
  italics?: boolean
  decoration?: 'underline' | 'lineThrough'
  color?: string
  fontSize?: number
  link?: string
}

export type Margin = [left: number, top: number, right: number, bottom: number]

export interface Block {
  text?: Inline
  stack?: Block[]
  columns?: Block[]
  columnGap?: number
  width?: number | 'auto' | '*'
  table?: {
    widths: (number | 'auto' | '*')[]
    body: Block[][]
    headerRows?: number
    keepWithHeaderRows?: number
    dontBreakRows?: boolean
  }
  layout?: string
  /** The key of a picture of the paper. */
  image?: string
  fit?: [width: number, height: number]
  style?: string | string[]
  margin?: Margin
  colSpan?: number
  unbreakable?: boolean
  alignment?: 'left' | 'right' | 'center'
}

export interface Paper {
  title: string
  author: string
  /** At the head of every page but the first. */
  head: string
  /** At the foot of every page: who had it drawn, and the page, where {page} and {pages} are filled in. */
  foot: string
  pages: string
  /** Key of a picture to the file that holds it, as it was stored. */
  pictures: Record<string, string>
  content: Block[]
}

const TAG = /<(\/?)(\w+)([^>]*)>/g
const STYLES: Record<string, Omit<Run, 'text'>> = {
  strong: { bold: true },
  b: { bold: true },
  h3: { bold: true },
  h4: { bold: true },
  em: { italics: true },
  i: { italics: true },
  u: { decoration: 'underline' },
  s: { decoration: 'lineThrough' },
}
const NEW_LINE = ['p', 'li', 'h3', 'h4', 'blockquote']

/** Clean rich text as paragraphs; lists keep their marks, links their words. */
export function blocksOfHtml(html: string): Block[] {
  const lines: Run[][] = [[]]
  const open: string[] = []
  const lists: { isNumbered: boolean; n: number }[] = []
  const add = (text: string) => {
    const said = plainOf(text)
    if (said) lines.at(-1)?.push({ ...Object.assign({}, ...open.map((tag) => STYLES[tag] ?? {})), text: said })
  }
  const breakLine = () => void ((lines.at(-1)?.length ?? 0) > 0 && lines.push([]))
  let last = 0
  for (const { 0: whole, 1: slash, 2: name = '', index } of html.matchAll(TAG)) {
    add(html.slice(last, index))
    last = index + whole.length
    const tag = name.toLowerCase()
    if (tag === 'br') breakLine()
    else if (slash) {
      const at = open.lastIndexOf(tag)
      if (at >= 0) open.splice(at, 1)
      if (tag === 'ul' || tag === 'ol') lists.pop()
      if (NEW_LINE.includes(tag)) breakLine()
    } else {
      open.push(tag)
      if (tag === 'ul' || tag === 'ol') lists.push({ isNumbered: tag === 'ol', n: 0 })
      if (NEW_LINE.includes(tag)) breakLine()
      if (tag === 'li') add(markOf(lists))
    }
  }
  add(html.slice(last))
  return lines.filter((line) => line.length > 0).map((text) => ({ text, style: 'said' }))
}

function markOf(lists: { isNumbered: boolean; n: number }[]): string {
  const list = lists.at(-1)
  if (!list) return ''
  list.n += 1
  return `${'   '.repeat(lists.length - 1)}${list.isNumbered ? `${list.n}.` : '•'} `
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

const plainOf = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : 0
    if (code > 0 && code <= 0x10ffff) return String.fromCodePoint(code)
    return ENTITIES[name] ?? whole
  })
