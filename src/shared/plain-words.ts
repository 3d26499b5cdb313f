const PIECE = /<(\/?)([a-z]\w*)((?:"[^"]*"|[^"<>])*)>|[^<]+|</gi
const BLOCK = /^(?:p|div|h\d|blockquote|[ou]l|li|table|tr)$/
const ADDRESS = /\shref="((?:https?:|mailto:|tel:)[^"]*)"/i
const DEEPEST = 10

/** The words of cleaned rich text: a line per paragraph, items with their marks, and links with where they lead. */
export function plainWords(html: string): string {
  const lines = ['']
  /** The number of the next item in each list that is open; none in those without numbers. */
  const lists: number[] = []
  let mark = ''
  let link = { address: '', words: '' }
  const say = (words: string) => {
    lines.push((lines.pop() ?? '') + (words.trim() ? mark : '') + words)
    if (words.trim()) mark = ''
  }
  for (const [piece, end, name, attributes = ''] of html.matchAll(PIECE)) {
    const tag = name?.toLowerCase()
    if (tag === undefined) {
      link.words += decoded(piece)
      say(decoded(piece))
    } else if (tag === 'br' || (tag === 'p' && end)) lines.push('')
    else if (BLOCK.test(tag) && lines.at(-1)?.trim()) lines.push('')

    if (tag === 'ol' || tag === 'ul') {
      if (end) lists.pop()
      else lists.push(tag === 'ol' ? Number(/\sstart="(\d+)"/.exec(attributes)?.[1] ?? 1) : Number.NaN)
    } else if (tag === 'li' && !end) {
      const number = lists.pop() ?? Number.NaN
      mark = `${'  '.repeat(Math.min(lists.length, DEEPEST))}${Number.isNaN(number) ? '-' : `${number}.`} `
      lists.push(number + 1)
    } else if (tag === 'a' && end) {
      const { address, words } = link
      if (address && words.trim() && !words.includes(bare(address))) say(` (${address})`)
    } else if (tag === 'a') link = { address: decoded(ADDRESS.exec(attributes)?.[1] ?? ''), words: '' }
  }
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const bare = (address: string): string => address.replace(/^(?:https?:\/\/|mailto:|tel:)/i, '').replace(/\/$/, '')

const SIGNS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|(\w+));/g, (whole, code: string | undefined, name: string | undefined) =>
    code && Number(code) <= 0x10_ff_ff ? String.fromCodePoint(Number(code)) : (SIGNS[name ?? ''] ?? whole),
  )
