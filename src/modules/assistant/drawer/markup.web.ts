import { Marked } from 'marked'

/** Words and their shape; no picture, no style, nothing that is fetched or that covers anything. */
export const TAGS = [
  ...['p', 'br', 'b', 'strong', 'i', 'em', 'u', 's', 'ul', 'ol', 'li', 'a', 'blockquote', 'code', 'pre', 'hr'],
  ...['h1', 'h2', 'h3', 'h4', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
]

const plain = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** Tags that are allowed, bare: what is written within them is gone before a browser reads any of it. */
const bare = (html: string): string =>
  html
    .split(/(<\/?[a-zA-Z][^<>]*>)/)
    .map((part) => {
      const [, slash, tag = ''] = /^<(\/?)([a-zA-Z][a-zA-Z\d]*)/.exec(part) ?? []
      if (slash === undefined) return plain(part)
      return TAGS.includes(tag.toLowerCase()) && tag.toLowerCase() !== 'a' ? `<${slash}${tag.toLowerCase()}>` : ''
    })
    .join('')

const markdown = new Marked({
  gfm: true,
  breaks: true,
  async: false,
  renderer: { html: ({ text }) => bare(text), image: ({ text }) => plain(text) },
})

/** Markdown of a stranger as HTML, newlines as line breaks: to be cleaned once more where it is shown. */
export const markupOf = (text: string): string => markdown.parse(text, { async: false })
