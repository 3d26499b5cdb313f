import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ChainDetails } from '../../shared/chain.ts'
import type { Address } from '../../shared/fields.ts'
import { formatMoment } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import { spacedPhone } from '../../shared/vietnam/vietnam.ts'
import { get } from '../api.ts'
import { addressLine } from '../fields/cell.tsx'
import { useSession } from '../session.ts'
import { Barcode } from '../ui/codes/barcode.tsx'
import css from './letterhead.module.css'
import { usePageFoot } from './page-foot.ts'

export const LETTERHEAD = ['chain', 'letterhead']
/** Who gives a paper out: the chain, and the store where there is one. */
export const letterheadOf = (store?: number) => ({
  queryKey: [...LETTERHEAD, store ?? null],
  queryFn: () => get<Told>('chain/letterhead', store === undefined ? {} : { store }),
})

interface Told {
  chain: ChainDetails
  store: { code: string; name: string; phone: string | null; address: Address | null } | null
}

interface LetterheadProps {
  /** What the paper is: 'Refund slip'. */
  title: string
  /** Which one of its kind. */
  number?: string | undefined
  /** The same for a scanner, where somebody looks it up by that. */
  hasBarcode?: boolean
  /** The day or moment that it is about, as told. */
  at?: string | undefined
  /** The store that gives it out. */
  store?: number | undefined
  children?: ReactNode
}

/** The head of every paper of the house: who gives it out, what it is, and which one. Its pages are numbered, and say who printed them when. */
export function Letterhead({ title, number, hasBarcode = false, at, store, children }: LetterheadProps) {
  const { data } = useQuery(letterheadOf(store))
  return (
    <header className={css.head} aria-busy={!data}>
      <div className={css.sender}>
        {data?.chain.logo ? (
          <img className={css.logo} src={`/api/public/chain-logo?v=${encodeURIComponent(data.chain.logo)}`} alt="" />
        ) : null}
        {data ? <Chain {...data} /> : null}
        {data?.store ? <Store {...data.store} /> : null}
      </div>
      <div className={css.title}>
        <h2>{[title, number].filter(Boolean).join(' ')}</h2>
        {at ? <p>{at}</p> : null}
        {children}
        {hasBarcode && number ? <Barcode code={number} className={css.barcode} /> : null}
      </div>
      <Printed />
    </header>
  )
}

const Chain = ({ chain: { name, legal_name, address, tax_code, phone, email } }: Told) => (
  <div className={css.company}>
    <p className={css.name}>{legal_name ?? name}</p>
    {address ? <p>{address}</p> : null}
    {tax_code ? <p>{t('Tax code: {{code}}', { code: tax_code })}</p> : null}
    {phone || email ? <p>{[phone && spacedPhone(phone), email].filter(Boolean).join(' · ')}</p> : null}
  </div>
)

const Store = ({ code, name, phone, address }: NonNullable<Told['store']>) => (
  <div className={css.store}>
    <p className={css.name}>
      {code} · {name}
    </p>
    {address ? <p>{addressLine(address)}</p> : null}
    {phone ? <p>{t('Phone: {{phone}}', { phone: spacedPhone(phone) })}</p> : null}
  </div>
)

/** At the foot of every page where the browser can, else once in the paper. */
function Printed() {
  const { time_zone, user_name } = useSession()
  const said = () => t('Printed {{at}} by {{name}}', { at: formatMoment(new Date(), time_zone), name: user_name })
  return usePageFoot(said) ? null : <p className={css.printed}>{said()}</p>
}

/** Where people sign: what each is, and room for name and hand. */
export const Signatures = ({ of }: { of: readonly string[] }) => (
  <footer className={css.signatures}>
    {of.map((who) => (
      <div key={who}>
        <strong>{who}</strong>
        <small>{t('(signature and full name)')}</small>
      </div>
    ))}
  </footer>
)
