import type { Fields } from '../../shared/fields.ts'
import type { Draft } from '../fields/values.ts'

/** Drafts that survive a reload of the page: in this tab only, and never what is masked elsewhere. */

export function keepDraft(
  key: string,
  version: number | undefined,
  fields: Fields,
  values: Draft,
  changed: readonly string[],
): void {
  const open = changed.filter((name) => fields[name]?.private !== 'sealed' && !fields[name]?.secret)
  const kept = Object.fromEntries(open.map((name) => [name, values[name]]))
  try {
    sessionStorage.setItem(keyOf(key), JSON.stringify({ version, values: kept }))
  } catch {
    // No room, or switched off: the draft then lives only on the screen.
  }
}

/** The draft kept for a record, unless the record has moved on since. */
export function readDraft(key: string, version: number | undefined): Draft | undefined {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(keyOf(key)) ?? 'null')
    if (typeof found !== 'object' || found === null || !('values' in found)) return undefined
    const isOfThis = 'version' in found ? found.version === version : version === undefined
    const values = found.values
    return isOfThis && typeof values === 'object' && values !== null && Object.keys(values).length > 0
      ? (values as Draft)
      : undefined // keepDraft() wrote it
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

const keyOf = (key: string) => `draft:${key}`
