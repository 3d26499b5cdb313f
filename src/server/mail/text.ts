import sanitize from 'sanitize-html'

/** Clean rich text as plain text, for the part of a mail that shows none. */
export function textOf(html: string): string {
  const lines = html
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<li[^>]*>/gi, '- ')
    .replace(/<\/(p|div|li|h\d|blockquote|tr)>/gi, '\n')
  const bare = sanitize(lines, { allowedTags: [], allowedAttributes: {} })
  return decoded(bare)
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&nbsp;': ' ' }
const decoded = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
