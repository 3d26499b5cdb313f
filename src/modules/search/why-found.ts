import { type Fields, shownAs } from '../../shared/fields.ts'
import { isPrivateField, maskOf, tailOf } from '../../shared/private.ts'
import { normalizeText } from '../../shared/vietnam/vietnam.ts'

export interface Why {
  /** The label of the field that holds what was asked for. */
  why: string | null
  /** As much of it as tells; of what is private its mask. */
  words: string | null
}

const BEFORE = 24
const MOST = 110
const NOTHING: Why = { why: null, words: null }

/**
 * Why a record was found, where what is shown of it does not tell.
 * @param asked the words that were searched
 * @param seen what is shown of the record anyway
 * @param texts what the search read of it, by field
 */
export function whyFound(
  fields: Fields,
  asked: string,
  seen: readonly (string | null)[],
  texts: Readonly<Record<string, string | null>>,
): Why {
  const shown = normalizeText(seen.join(' '))
  const missing = normalizeText(asked)
    .split(/\s+/)
    .filter((word) => word !== '' && !shown.includes(word))
  if (missing.length === 0) return NOTHING
  for (const [name, text] of Object.entries(texts)) {
    const field = fields[name]
    const at =
      field && text ? missing.map((word) => normalizeText(text).indexOf(word)).find((one) => one >= 0) : undefined
    if (!field || !text || at === undefined) continue
    return { why: field.label, words: isPrivateField(field) ? masked(field, text) : cutAround(text, at) }
  }
  return NOTHING
}

function masked(field: Fields[string], text: string): string {
  const [, domain] = text.split('@')
  return shownAs(field) === 'email' ? `${text.slice(0, 1)}***@${domain ?? ''}` : maskOf(field) + tailOf(field, text)
}

/** What stands around a place, from the beginning of a word on. */
function cutAround(text: string, at: number): string {
  const from = at <= BEFORE ? 0 : text.lastIndexOf(' ', at - BEFORE) + 1
  const cut = text
    .slice(from, from + MOST)
    .replaceAll(/\s+/g, ' ')
    .trim()
  return `${from > 0 ? '…' : ''}${cut}${from + MOST < text.length ? '…' : ''}`
}
