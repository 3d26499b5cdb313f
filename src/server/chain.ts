import { sql } from 'kysely'
import type { AppContext } from './app-context.ts'
import { type Db, row, type Tx } from './db/db.ts'

/** What the chain is, as papers, mails and public pages name it; null for what nobody said. */
export interface ChainDetails {
  name: string | null
  legal_name: string | null
  address: string | null
  tax_code: string | null
  phone: string | null
  email: string | null
  /** The id of its picture. */
  logo: string | null
}

/** As an administrator keeps it; before that the name it was started with, else that of its head office. */
export async function chainOf({
  config,
  db,
}: {
  config: Pick<AppContext['config'], 'chainName'>
  db: Db | Tx
}): Promise<ChainDetails> {
  const kept = await row(
    db,
    {
      name: 'string?',
      legal_name: 'string?',
      address: 'string?',
      tax_code: 'string?',
      phone: 'string?',
      email: 'string?',
      logo: 'string?',
      head_office: 'string?',
    },
    sql`select c.name, c.legal_name, c.address, c.tax_code, c.phone, c.email, c.logo,
          (select s.name from stores s where s.is_head_office and s.deleted_at is null order by s.id limit 1) as head_office
        from (select 1) one left join chain_details c on c.id = 1`,
  )
  const { head_office = null, ...details } = kept ?? { ...NOTHING, head_office: null }
  return { ...details, name: details.name ?? config.chainName ?? head_office }
}

const NOTHING: ChainDetails = {
  name: null,
  legal_name: null,
  address: null,
  tax_code: null,
  phone: null,
  email: null,
  logo: null,
}

/** What the chain is called. */
export const chainName = async (context: Pick<AppContext, 'config' | 'db'>): Promise<string> =>
  (await chainOf(context)).name ?? ''
