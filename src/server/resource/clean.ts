import sanitize from 'sanitize-html'
import type { Definition } from '../../shared/resource.ts'

/** What rich text may hold: words and their shape; no style, no script, no picture from elsewhere. */
export const cleanHtml = (html: string): string =>
  sanitize(html, {
    allowedTags: [
      'p',
      'br',
      'strong',
      'b',
      'em',
      'i',
      'u',
      's',
      'ul',
      'ol',
      'li',
      'blockquote',
      'a',
      'h3',
      'h4',
      'code',
      'span',
    ],
    allowedAttributes: { a: ['href', 'rel', 'target'], ol: ['start'], span: ['data-mention'] },
    allowedClasses: { span: ['mention'] },
    allowedSchemes: ['https', 'http', 'mailto', 'tel'],
    transformTags: { a: sanitize.simpleTransform('a', { rel: 'noopener noreferrer', target: '_blank' }) },
  })

/** A body's rich texts cleaned, the rest as it is. */
export const cleaned = (definition: Definition, body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      definition.fields[name]?.kind === 'richText' && typeof value === 'string' ? cleanHtml(value) : value,
    ]),
  )
