const SIGNS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** The words of cleaned rich text, a line per paragraph. */
export const plainWords = (html: string): string =>
  html
    .replace(/<\/(p|div|li|h\d|blockquote)>|<br ?\/?>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d{1,7})|(\w+));/g, (whole, code: string | undefined, name: string | undefined) =>
      code && Number(code) <= 0x10_ff_ff ? String.fromCodePoint(Number(code)) : (SIGNS[name ?? ''] ?? whole),
    )
    .trim()
