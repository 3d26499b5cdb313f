import { sql } from 'kysely'
import type { AppContext } from './app-context.ts'
import { row } from './db/db.ts'

/** What the chain is called on its papers: as it is set up, else as its head office. */
export async function chainName({ config, db }: Pick<AppContext, 'config' | 'db'>): Promise<string> {
  if (config.chainName) return config.chainName
  const found = await row(
    db,
    { name: 'string' },
    sql`select name from stores where is_head_office and deleted_at is null order by id limit 1`,
  )
  return found?.name ?? ''
}
