import { SCREEN_REFUSALS } from '../../../shared/screen-refusals.ts'
import { ApiRefusal } from '../../api.ts'
import type { AnyRow, Versioned } from '../module.ts'

/** What a stale version answered: the record as it stands, and who changed what. */
export interface Stale<R extends Versioned = AnyRow> {
  record: R
  changedBy: string
  changedAt: string
  changed: string[]
}

export function staleOf<R extends Versioned = AnyRow>(error: unknown): Stale<R> | undefined {
  if (!(error instanceof ApiRefusal) || error.code !== SCREEN_REFUSALS['stale version'].code) return undefined
  const { record, changed_by, changed_at, changed } = error.data
  if (typeof record !== 'object' || record === null || !('version' in record)) return undefined
  return {
    record: record as R, // the record as the server shows it
    changedBy: typeof changed_by === 'string' ? changed_by : '',
    changedAt: typeof changed_at === 'string' ? changed_at : '',
    changed: Array.isArray(changed) ? changed.map(String) : [],
  }
}
