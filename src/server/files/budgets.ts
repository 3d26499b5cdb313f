import { sql } from 'kysely'
import { refuse } from '../../shared/refusals.ts'
import { type Db, row, type Sql, type Tx } from '../db/db.ts'

const MEGABYTE = 2 ** 20
/** What a person keeps, claimed or not. */
const PERSON_BYTES = 2048 * MEGABYTE
/** Of public forms, what no record has claimed yet: of one address, and of all together. */
const ADDRESS_BYTES = 1024 * MEGABYTE
const PUBLIC_BYTES = 10_240 * MEGABYTE
/** After that long what is unclaimed makes room again. */
const AGAIN_SECONDS = 600

/** Whose file it is: a person's, of a form from an address, or of a mail, which has limits of its own. */
export type Sender = { owner: number } | { address: string } | 'mail'

export const ownerOf = (sender: Sender): number | null =>
  typeof sender === 'object' && 'owner' in sender ? sender.owner : null

export const addressOf = (sender: Sender): string | null =>
  typeof sender === 'object' && 'address' in sender ? sender.address : null

interface Budget {
  key: string
  bytes: number
  which: Sql
  refuse(): never
}

function budgetsOf(sender: Sender): Budget[] {
  if (sender === 'mail') return []
  if ('owner' in sender)
    return [
      {
        key: `user ${sender.owner}`,
        bytes: PERSON_BYTES,
        which: sql`owner = ${sender.owner}`,
        refuse: () => refuse('too large', { params: { max: '2 GB' } }),
      },
    ]
  return [
    {
      key: 'public',
      bytes: PUBLIC_BYTES,
      which: sql`owner is null and claimed_at is null`,
      refuse: () => refuse('no space'),
    },
    {
      key: `address ${sender.address}`,
      bytes: ADDRESS_BYTES,
      which: sql`address = ${sender.address} and owner is null and claimed_at is null`,
      refuse: () => refuse('too many', { params: { wait: AGAIN_SECONDS } }),
    },
  ]
}

/** Bytes that come in right now, by budget, on this server: no table knows them yet. */
const underWay = new Map<string, number>()

/** Of files that come at once some may be refused at their end, and make room for others: so many bytes more may be under way. */
const AT_ONCE_BYTES = 512 * MEGABYTE

/** Lets bytes of one file pass until a budget is used up; `end` when it is stored or given up. What is exact is `refuseAboveBudget`. */
export async function meter(db: Db, sender: Sender): Promise<{ count(bytes: number): void; end(): void }> {
  const budgets = await Promise.all(
    budgetsOf(sender).map(async (budget) => ({ ...budget, used: await usedOf(db, budget) })),
  )
  let own = 0
  const add = (key: string, bytes: number) => {
    const all = (underWay.get(key) ?? 0) + bytes
    if (all > 0) underWay.set(key, all)
    else underWay.delete(key)
    return all
  }
  return {
    count(bytes) {
      own += bytes
      const full = budgets.filter(
        ({ key, used, bytes: most }) => used + add(key, bytes) > most + AT_ONCE_BYTES || used + own > most,
      )
      full[0]?.refuse()
    },
    end() {
      for (const { key } of budgets) add(key, -own)
      own = 0
    },
  }
}

/** Refuses a file that would go beyond a budget; held until the transaction ends, in which its row is written. */
export async function refuseAboveBudget(tx: Tx, sender: Sender, bytes: number): Promise<void> {
  for (const budget of budgetsOf(sender)) {
    await sql`select pg_advisory_xact_lock(hashtext('files'), hashtext(${budget.key}))`.execute(tx)
    if ((await usedOf(tx, budget)) + bytes > budget.bytes) budget.refuse()
  }
}

async function usedOf(db: Db | Tx, { which }: Budget): Promise<number> {
  const used = await row(
    db,
    { bytes: 'number' },
    sql`select coalesce(sum(bytes), 0)::bigint as bytes from stored_files where ${which}`,
  )
  return used?.bytes ?? 0
}
