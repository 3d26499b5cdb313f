import type { Fields } from '../../../shared/fields.ts'
import type { Draft } from '../../fields/values.ts'
import { readSession } from '../../session.ts'

export interface KeptDraft {
  /** Of the record it was begun at. */
  version: number | undefined
  /** What that record said where the draft says something else. */
  before: Draft
  values: Draft
}

/** Drafts that survive a reload of the page: in this tab only, and never what is masked elsewhere. */

export function keepDraft(
  key: string,
  version: number | undefined,
  fields: Fields,
  { start, values }: { start: Draft; values: Draft },
  changed: readonly string[],
): void {
  const open = changed.filter((name) => fields[name]?.private !== 'sealed' && !fields[name]?.secret)
  const only = (from: Draft) => Object.fromEntries(open.map((name) => [name, from[name]]))
  const kept: KeptDraft = { version, before: only(start), values: only(values) }
  try {
    sessionStorage.setItem(keyOf(key), JSON.stringify(kept))
  } catch {
    // No room, or switched off: the draft then lives only on the screen.
  }
}

/** The draft kept for a record, whether or not the record has moved on since. */
export function readDraft(key: string): KeptDraft | undefined {
  try {
    const found = JSON.parse(sessionStorage.getItem(keyOf(key)) ?? 'null') as KeptDraft | null // keepDraft() wrote it
    return found && Object.keys(found.values).length > 0 ? found : undefined
  } catch {
    return undefined
  }
}

export function dropDraft(key: string): void {
  try {
    sessionStorage.removeItem(keyOf(key))
  } catch {
    // Nothing was kept.
  }
}

/** Under the person's own number: a session may end, and somebody else sign in in the same tab. */
function keyOf(key: string): string {
  const now = readSession()
  return `draft:${now.state === 'in' ? now.user.id : ''}/${key}`
}
