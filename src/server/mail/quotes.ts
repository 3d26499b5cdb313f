import sanitize from 'sanitize-html'

/** The customer's own words: a mail's HTML without what it quotes. The whole is kept beside it. */
export function cutHtml(html: string): string {
  const before = html.slice(0, firstOf(html, MARKS))
  return sanitize(before, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true, // only cut here; cleaned by the caller
    exclusiveFilter: ({ tag, attribs }) =>
      (tag === 'blockquote' && attribs.type === 'cite') ||
      /gmail_quote|yahoo_quoted|moz-cite-prefix|protonmail_quote/.test(attribs.class ?? ''),
  })
}

/** Where mail programs put the line above what they quote. */
const MARKS = [
  /<div[^>]{0,200}\bid="?(divRplyFwdMsg|appendonsend|ms-outlook-mobile-body-separator-line)/i,
  /<div[^>]{0,300}border-top:\s?solid #(E1E1E1|B5C4DF)/i,
  /-{3,}\s?(Original Message|Thư gốc|Tin nhắn gốc|원본 메시지)\s?-{3,}/i,
]

/** The same for plain text. */
export function cutText(text: string): string {
  const lines = text.split('\n')
  const at = lines.findIndex((line, index) => isMark(line, lines[index + 1] ?? ''))
  const own = at < 0 ? lines : lines.slice(0, at)
  while (own.length > 0 && /^\s*(>.*)?$/.test(own.at(-1) ?? '')) own.pop()
  return own.join('\n')
}

const isMark = (line: string, next: string): boolean => {
  const said = line.slice(0, 300).trim()
  if (/^-{3,}\s?(Original Message|Forwarded message|Thư gốc|Tin nhắn gốc|원본 메시지)/i.test(said)) return true
  if (/^_{10,}$/.test(said)) return true
  const whole = `${said} ${next.slice(0, 300).trim()}`
  return /^(On .{5,200} wrote|Vào .{5,200} đã viết|.{5,200}님이 작성):/.test(whole)
}

const firstOf = (text: string, marks: readonly RegExp[]): number =>
  Math.min(text.length, ...marks.map((mark) => text.search(mark)).filter((at) => at > 0))
