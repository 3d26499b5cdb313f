import { sql } from 'kysely'
import { type Db, rows } from '#server/db/db.ts'

/** Months whose issue numbers have a gap or a double, or whose counter does not stand at the last one. */
export async function wrongNumbers(db: Db): Promise<string[]> {
  const found = await rows(
    db,
    { month: 'string', n: 'number?', numbers: 'number', last: 'number?' },
    sql`select month, c.n, coalesce(i.numbers, 0)::int as numbers, i.last
        from issue_counters c full join (
          select left(issue_number, 4) as month, count(*) as numbers, max(substr(issue_number, 6)::int) as last
          from complaints where issue_number ~ '^[0-9]{4}-[0-9]{6,9}$' group by 1) i using (month)
        where c.n is distinct from i.last or c.n is distinct from i.numbers order by 1`,
  )
  return found.map(
    ({ month, n, numbers, last }) =>
      `Issue numbers of ${month}: ${n ?? 0} given out, ${numbers} there, the last is ${last ?? 0}; only a person can mend this`,
  )
}
