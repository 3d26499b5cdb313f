import { escapeHtml } from '../../shared/html.ts'

export interface StaffMail {
  subject: string
  text: string
  html: string
  /** Beside those that every mail has, e.g. how to end it. */
  headers?: Readonly<Record<string, string>>
}

export interface StaffMailLine {
  words: string
  /** A second line below it. */
  detail?: string
  /** A whole address. */
  link?: string | null
}

export interface StaffMailPart {
  head?: string
  lines: readonly StaffMailLine[]
  /** What is said below the lines, e.g. how many more there are. */
  more?: string | null
}

/** A mail of headed lists: once as plain words, once as a page that every mail program shows. */
export function staffMailOf(subject: string, parts: readonly StaffMailPart[], foot: readonly string[]): StaffMail {
  const filled = parts.filter(({ lines }) => lines.length > 0)
  return {
    subject,
    text: [subject, ...filled.map(textOfPart), `-- \n${foot.join('\n')}`].join('\n\n'),
    html: [
      `<h2 style="font-size:18px;margin:0 0 12px">${escapeHtml(subject)}</h2>`,
      ...filled.map(htmlOfPart),
      `<p style="margin:24px 0 0;color:#5f6a79;font-size:13px">${foot.map(linked).join('<br>')}</p>`,
    ].join('\n'),
  }
}

const textOfPart = ({ head, lines, more }: StaffMailPart): string =>
  [
    ...(head ? [head] : []),
    ...lines.map(({ words, detail, link }) => [`- ${words}`, detail, link].filter(Boolean).join('\n  ')),
    ...(more ? [more] : []),
  ].join('\n')

const htmlOfPart = ({ head, lines, more }: StaffMailPart): string =>
  [
    ...(head ? [`<h3 style="font-size:15px;margin:20px 0 6px">${escapeHtml(head)}</h3>`] : []),
    `<ul style="margin:0;padding:0 0 0 20px">${lines.map(htmlOfLine).join('')}</ul>`,
    ...(more ? [`<p style="margin:6px 0 0;color:#5f6a79">${escapeHtml(more)}</p>`] : []),
  ].join('\n')

const htmlOfLine = ({ words, detail, link }: StaffMailLine): string =>
  `<li style="margin:0 0 8px">${link ? `<a href="${escapeHtml(link)}">${escapeHtml(words)}</a>` : escapeHtml(words)}${
    detail ? `<br><span style="color:#5f6a79">${escapeHtml(detail)}</span>` : ''
  }</li>`

/** The one address a line of the foot may end with becomes a link. */
const linked = (line: string): string => {
  const [, before = line, link] = /^(.*?)(https?:\/\/\S+)$/.exec(line) ?? []
  return escapeHtml(before) + (link ? `<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>` : '')
}
