import { sql } from 'kysely'
import type { Happened } from '#server/activity/feed.ts'
import { type Db, row, rows, type Sql, type Tx } from '#server/db/db.ts'
import { complaints } from '../complaints.ts'

/** No more of a text is compared. */
export const LONGEST = 8000
const KEPT_DAYS = 35
/** So many at a time that nobody waits. */
const AT_ONCE = 500
/** Longer ago than this nothing that was written may still be without marks. */
const LATE = '15 minutes'

const MARKS = sql`text_fingerprints(left(plain_text(r.content), ${sql.lit(LONGEST)}))`
const IS_RECENT = sql`r.created_at > now() - ${sql.lit(`${KEPT_DAYS} days`)}::interval`
/** Keeps the marks of what is written, after it was written: creating a complaint waits for nothing. */
export const fingerprintConsumer = {
  name: 'text-marks',
  async read(tx: Tx, happened: readonly Happened[]): Promise<void> {
    const ids = happened
      .filter((one) => one.module === complaints.name && (one.action === 'create' || 'content' in one.changes))
      .map((one) => one.record_id)
    if (ids.length > 0) await markTexts(tx, [...new Set(ids)])
  },
}

async function markTexts(tx: Tx, ids: readonly (number | null)[]): Promise<void> {
  await sql`delete from complaint_fingerprints where complaint = any(${ids}::bigint[])`.execute(tx)
  await keepMarks(tx, sql`select * from complaints r where r.id = any(${ids}::bigint[]) and ${IS_RECENT}`)
}

const keepMarks = (db: Db | Tx, of: Sql) =>
  sql`insert into complaint_fingerprints (fingerprint, at, complaint) select unnest(${MARKS}), r.created_at, r.id from (${of}) r on conflict do nothing`.execute(
    db,
  )

/**
 * Recent complaints that no activity told of one by one, imported ones and those loaded by SQL, wherever they stand: what came after
 * them has its marks before. Day by day, so that no question takes long.
 */
export async function writeFingerprints(db: Db): Promise<void> {
  const ago = (days: number) => sql`now() - make_interval(days => ${days}::int)`
  for (let day = 0; day < KEPT_DAYS; day += 1) {
    const before = day === 0 ? sql`` : sql`and r.created_at <= ${ago(day)}`
    const found = await rows(
      db,
      { id: 'number' },
      sql`select r.id from complaints r where r.created_at > ${ago(day + 1)} ${before}
            and (select true from complaint_fingerprints m where m.complaint = r.id limit 1) is null order by r.id desc`,
    )
    for (let at = 0; at < found.length; at += AT_ONCE) {
      const ids = found.slice(at, at + AT_ONCE).map(({ id }) => id)
      await keepMarks(db, sql`select * from complaints r where r.id = any(${ids}::bigint[])`)
    }
  }
}

/** Recent complaints that should have their marks by now; marks them where asked. */
export async function missingFingerprints(db: Db, isRepairing: boolean): Promise<string[]> {
  const count = async () =>
    (
      await row(
        db,
        // A text of no words has no marks. What a text should have takes milliseconds: only those that have none are asked.
        { n: 'number' },
        sql`with without as materialized (
              select r.content from complaints r where ${IS_RECENT} and r.updated_at < now() - ${sql.lit(LATE)}::interval
                and not exists (select 1 from complaint_fingerprints m where m.complaint = r.id))
            select count(*)::int as n from without r where ${MARKS} <> '{}'`,
      )
    )?.n ?? 0
  if (isRepairing && (await count()) > 0) await writeFingerprints(db)
  const n = await count()
  return n > 0 ? [`complaints: ${n} recent ones are not found as duplicates by their words; --repair marks them`] : []
}

/** What is no longer recent is never asked for again. */
export async function sweepFingerprints(db: Db): Promise<void> {
  await sql`delete from complaint_fingerprints where at < now() - ${sql.lit(`${KEPT_DAYS} days`)}::interval`.execute(db)
}
