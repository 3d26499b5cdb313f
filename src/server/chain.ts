import { sql } from 'kysely'
import { type ChainDetails, NO_DETAILS } from '../shared/chain.ts'
import type { AppContext } from './app-context.ts'
import { type Db, row, type Tx } from './db/db.ts'

export const DETAILS = {
  name: 'string?',
  legal_name: 'string?',
  address: 'string?',
  tax_code: 'string?',
  phone: 'string?',
  email: 'string?',
  logo: 'string?',
} as const

interface Asking {
  config: Pick<AppContext['config'], 'chainName'>
  db: Db | Tx
}

/** As an administrator keeps it; its name, before somebody did, as the server was started. */
export async function chainOf({ config, db }: Asking): Promise<ChainDetails> {
  const kept = await row(
    db,
    DETAILS,
    sql`select name, legal_name, registered_address as address, tax_code, phone, email, logo from chain_details where id = 1`,
  )
  return { ...(kept ?? NO_DETAILS), name: kept?.name ?? config.chainName ?? null }
}

/** For papers, which are never without a name: else that of the head office. */
export async function chainOnPaper(asking: Asking): Promise<ChainDetails & { name: string }> {
  const chain = await chainOf(asking)
  return { ...chain, name: chain.name ?? (await headOffice(asking.db)) }
}

async function headOffice(db: Db | Tx): Promise<string> {
  const found = await row(
    db,
    { name: 'string' },
    sql`select name from stores where is_head_office and deleted_at is null order by id limit 1`,
  )
  return found?.name ?? ''
}

/** What stands below a mail: who it is from, as far as somebody said. */
export const chainFoot = ({ legal_name, address, phone, email }: ChainDetails): string =>
  [legal_name, address, [phone, email].filter(Boolean).join(' · ')].filter(Boolean).join('\n')
