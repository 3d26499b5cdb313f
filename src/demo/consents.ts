import type { Tx } from '../server/db/db.ts'
import type { Consent } from '../shared/consents/consent.ts'
import { insertAll, type Record_ } from './insert.ts'

/** Whoever sent these records by a public form agreed to its terms as they did. */
export const agree = (
  tx: Tx,
  module: string,
  { purpose, version }: Consent,
  records: readonly Record_[],
): Promise<void> =>
  insertAll(
    tx,
    'consents',
    records.map(({ id, created_at }) => ({
      ...{ module, record_id: id, purpose, version, language: 'vi', channel: 'web', given_at: created_at },
    })),
  )

export const fromPublic = (records: readonly Record_[]): Record_[] =>
  records.filter(({ source }) => source === 'public')
