import { type Fields, shownAs } from '../../shared/fields.ts'
import { isPrivateField, maskOf, tailOf } from '../../shared/private.ts'
import { normalizeText } from '../../shared/vietnam/vietnam.ts'
import { beginningsOf } from '../../shared/whole-words.ts'

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
  const words = normalizeText(asked).split(/\s+/).filter(Boolean)
  const found = (missing: string[], placeIn: (text: string) => number): Why | null => {
    if (missing.length === 0) return null
    for (const [name, text] of Object.entries(texts)) {
      const field = fields[name]
      const at = text ? placeIn(normalizeText(text)) : -1
      if (!field || !text || at < 0) continue
      return { why: field.label, words: isPrivateField(field) ? masked(field, text) : cutAround(text, at) }
    }
    return null
  }
  const begun = words.filter((word) => shown.search(beginningsOf([word])) < 0)
  const within = words.filter((word) => !shown.includes(word))
  return (
    found(begun, (text) => text.search(beginningsOf(begun))) ??
    found(within, (text) => within.map((word) => text.indexOf(word)).find((at) => at >= 0) ?? -1) ??
    NOTHING
  )
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
