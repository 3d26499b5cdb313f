/** Words only, as one paragraph per line: what the public writes. */
export const htmlOfText = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join('')

/** Text as HTML that shows it. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.codePointAt(0)};`)
