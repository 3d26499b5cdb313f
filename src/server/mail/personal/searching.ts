import type { SearchObject } from 'imapflow'
import type { MailFilter } from '../../../shared/mail.ts'

const FILTERS: Record<MailFilter, SearchObject> = {
  unread: { seen: false },
  starred: { flagged: true },
  important: { keyword: '$Important' },
  attachments: { header: { 'content-type': 'multipart/mixed' } },
}

const WORDS_MOST = 8

/**
 * What the mail server is asked to look for: every word anywhere in the mail, words in quotes together, and `from:`, `to:`, `subject:`, `after:`
 * and `before:` (YYYY-MM-DD) as people know them. Null where nothing is asked for.
 */
export function searchOf(words: string, filter: MailFilter | null): SearchObject | null {
  const terms = (words.normalize('NFC').match(/(?:\w+:)?"[^"]+"|\S+/g) ?? []).slice(0, WORDS_MOST).map(termOf)
  const all = [...(filter ? [FILTERS[filter]] : []), ...terms]
  const [first, ...others] = all
  // An object holds each key once: what is more stands in a double negation.
  return first ? others.reduce<SearchObject>((whole, one) => ({ ...one, not: { not: whole } }), first) : null
}

function termOf(given: string): SearchObject {
  const [, name = '', said = ''] = /^(\w+):(.+)$/.exec(given) ?? []
  const value = bare(said)
  switch (name.toLowerCase()) {
    case 'from':
      return { from: value }
    case 'to':
      return { to: value }
    case 'subject':
      return { subject: value }
    case 'after':
    case 'before':
      return dayOf(name, value) ?? { text: bare(given) }
    default:
      return { text: bare(given) }
  }
}

function dayOf(name: string, value: string): SearchObject | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || Number.isNaN(Date.parse(value))) return null
  return name.toLowerCase() === 'after' ? { since: new Date(value) } : { before: new Date(value) }
}

const bare = (text: string): string => text.replaceAll('"', '').slice(0, 200)
