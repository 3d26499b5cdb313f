import DOMPurify, { type WindowLike } from 'dompurify'

/** The server has cleaned it; what strangers wrote is cleaned once more here. Nothing that runs, sends, or leads somewhere by itself. */
const RULES = {
  RETURN_DOM_FRAGMENT: true,
  USE_PROFILES: { html: true },
  FORBID_TAGS: [
    'style',
    'form',
    'input',
    'button',
    'select',
    'textarea',
    'video',
    'audio',
    'source',
    'track',
    'map',
    'area',
  ],
  FORBID_ATTR: ['src', 'srcset', 'background', 'action', 'ping', 'autofocus', 'id', 'name', 'usemap'],
} as const

/** Where a link of a mail may lead; all else is no address of the world outside. */
const LEADS = /^(?:https?:\/\/|mailto:|tel:)/i

/** The words of a mail as nodes of the frame's own page, by whose policy their styles are read. Pictures are still without an address. */
export function cleanMail(html: string, frame: WindowLike): DocumentFragment {
  const clean = DOMPurify(frame).sanitize(html, {
    ...RULES,
    FORBID_TAGS: [...RULES.FORBID_TAGS],
    FORBID_ATTR: [...RULES.FORBID_ATTR],
  })
  for (const one of clean.querySelectorAll<HTMLElement>('[style]'))
    if (/url\s*\(|image-set|expression|position\s*:\s*fixed/i.test(one.getAttribute('style') ?? ''))
      one.removeAttribute('style')
  for (const link of clean.querySelectorAll('a')) {
    link.removeAttribute('target')
    link.rel = 'noopener noreferrer nofollow'
    const address = link.getAttribute('href') ?? ''
    if (LEADS.test(address)) link.title = address
    else link.removeAttribute('href')
  }
  foldQuote(clean)
  return clean
}

const ADDRESS = /\bhttps?:\/\/[^\s<>"]+[^\s<>"'.,;:!?)\]]/g

/** A mail of plain text: its lines, its addresses as links, and what it quotes folded away. */
export function plainMail(text: string): DocumentFragment {
  const fragment = document.createDocumentFragment()
  const lines = text.replace(/\s+$/, '').split(/\r?\n/)
  const quote = quoteFrom(lines)
  const own = document.createElement('div')
  own.className = 'plain'
  own.append(...withLinks(lines.slice(0, quote).join('\n')))
  fragment.append(own)
  if (quote < lines.length) {
    const quoted = document.createElement('blockquote')
    quoted.className = 'plain'
    quoted.append(...withLinks(lines.slice(quote).join('\n')))
    fragment.append(quoted)
    foldQuote(fragment)
  }
  return fragment
}

/** Where the quoted lines begin with which it ends; behind the last line where there are none. */
function quoteFrom(lines: readonly string[]): number {
  let from = lines.length
  while (from > 0 && /^(>|\s*$)/.test(lines[from - 1] ?? '')) from -= 1
  return lines.slice(from).some((line) => line.startsWith('>')) && from > 0 ? from : lines.length
}

function withLinks(text: string): (string | Node)[] {
  const parts: (string | Node)[] = []
  let at = 0
  for (const found of text.matchAll(ADDRESS)) {
    parts.push(text.slice(at, found.index))
    const link = document.createElement('a')
    Object.assign(link, { href: found[0], rel: 'noopener noreferrer nofollow', title: found[0], textContent: found[0] })
    parts.push(link)
    at = found.index + found[0].length
  }
  return [...parts, text.slice(at)]
}

/** What is quoted at the end of a mail folds away behind three dots, as everybody has read it before. */
function foldQuote(mail: DocumentFragment): void {
  const quotes = [...mail.querySelectorAll('blockquote')].filter((one) => !one.parentElement?.closest('blockquote'))
  const last = quotes.at(-1)
  if (!last || wordsBefore(last) === '' || wordsAfter(last) !== '') return
  const fold = document.createElement('details')
  const dots = document.createElement('summary')
  dots.textContent = '•••'
  fold.append(dots)
  last.replaceWith(fold)
  fold.append(last)
}

const wordsBefore = (node: Element) => wordsBeside(node, 'previousSibling')
const wordsAfter = (node: Element) => wordsBeside(node, 'nextSibling')

function wordsBeside(node: Node, side: 'previousSibling' | 'nextSibling'): string {
  let words = ''
  for (let at: Node | null = node; at; at = at.parentNode)
    for (let beside = at[side]; beside; beside = beside[side]) words += beside.textContent ?? ''
  return words.trim()
}
