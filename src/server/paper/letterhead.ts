import { sql } from 'kysely'
import type { Address } from '../../shared/fields.ts'
import { type Language, tIn } from '../../shared/language.ts'
import { spacedPhone } from '../../shared/vietnam/vietnam.ts'
import type { AppContext } from '../app-context.ts'
import { chainOnPaper } from '../chain.ts'
import { type Db, row } from '../db/db.ts'
import { jsonOf, type RowOf } from '../db/shape.ts'
import { findFile } from '../files/files.ts'
import type { Located } from '../files/paths.ts'
import type { Block } from './blocks.ts'

const STORE = { code: 'string', name: 'string', phone: 'string?', address: jsonOf<Address | null>() } as const

/** Who gives a paper out. */
export interface Sender {
  chain: Awaited<ReturnType<typeof chainOnPaper>>
  store: RowOf<typeof STORE> | null
}

/** The logo's key among the pictures of a paper. */
export const LOGO = 'logo'

/** @param store the store that it comes from, whose address and phone stand beside the company's */
export async function senderOf(
  { config, db }: Pick<AppContext, 'config'> & { db: Db },
  store: number | null,
): Promise<Sender> {
  const [chain, found] = await Promise.all([
    chainOnPaper({ config, db }),
    store === null
      ? null
      : row(db, STORE, sql`select code, name, phone, address from stores where id = ${store} and deleted_at is null`),
  ])
  return { chain, store: found ?? null }
}

/** Where the logo's picture is; null where there is none. */
export const logoOf = async (db: Db, { chain }: Sender): Promise<Located | null> =>
  chain.logo === null ? null : ((await findFile(db, chain.logo)) ?? null)

/** The head of every paper that the server draws, as `src/web/paper/letterhead.tsx` has it for the browser's. */
export function letterheadOf({ chain, store }: Sender, language: Language): Block {
  const { name, legal_name, address, tax_code, phone, email, logo } = chain
  const company = [
    { text: legal_name ?? name, style: 'chain' },
    ...linesOf([
      address,
      tax_code && tIn(language, 'Tax code: {{code}}', { code: tax_code }),
      [phone && spacedPhone(phone), email].filter(Boolean).join(' · '),
    ]),
  ]
  const branch = store && [
    { text: `${store.code} · ${store.name}`, style: 'chain' },
    ...linesOf([
      store.address && addressLine(store.address),
      store.phone && tIn(language, 'Phone: {{phone}}', { phone: spacedPhone(store.phone) }),
    ]),
  ]
  const cells: [number | 'auto' | '*', Block][] = [
    ...(logo === null ? [] : ([[98, { image: LOGO, fit: [90, 40] }]] satisfies [number, Block][])),
    ['*', { stack: company }],
    ...(branch ? ([[190, { stack: branch }]] satisfies [number, Block][]) : []),
  ]
  return {
    table: { widths: cells.map(([width]) => width), body: [cells.map(([, cell]) => cell)] },
    layout: 'letterhead',
    margin: [0, 0, 0, 12],
  }
}

const linesOf = (lines: readonly (string | null)[]): Block[] =>
  lines.flatMap((text): Block[] => (text ? [{ text, style: 'sender' }] : []))

const addressLine = ({ line, ward, district, province }: Address): string =>
  [line, ward, district, province].filter(Boolean).join(', ')

/** Where people sign, from left to right. */
export const signaturesOf = (who: readonly string[], language: Language): Block => ({
  columns: who.map(
    (one): Block => ({
      stack: [
        { text: one, style: 'signer' },
        { text: tIn(language, '(signature and full name)'), style: 'signing' },
      ],
      width: '*',
      alignment: 'center',
    }),
  ),
  columnGap: 16,
  margin: [0, 24, 0, 72],
  unbreakable: true,
})
