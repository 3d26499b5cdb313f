import { useQuery } from '@tanstack/react-query'
import { formatMoment, formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { ChoiceMark } from '../../web/fields/cell.tsx'
import { isNamed, nameOf } from '../../web/fields/values.ts'
import type { AnyRow } from '../../web/screens/module.ts'
import { pageOf } from '../../web/screens/records.ts'
import type { PartProps } from '../../web/screens/view/parts-in.tsx'
import { useMay, useSession } from '../../web/session.ts'
import figures from '../../web/ui/figures-card.module.css'
import { Link } from '../../web/ui/link.tsx'
import { ScrollBox } from '../../web/ui/scroll-box.tsx'
import { ticketTypes } from '../ticket-types/ticket-types.ts'
import { AskStores } from './ask.web.tsx'
import css from './price-checking.module.css'
import { priceChecking } from './price-checking.ts'

const MOST = 200

/** In a complaint of a wrong price: which stores were asked to check it, and what each of them found. */
export default function AskedStores({ row }: PartProps) {
  const may = useMay()
  const found = useQuery({
    ...pageOf(priceChecking, { complaint: row?.id ?? 0, perpage: MOST, sort: 'store' }),
    enabled: row !== null,
  })
  const checks = found.data?.data ?? []
  const mayAsk = found.isSuccess && checks.length === 0 && may(priceChecking.permission, 'add')
  const types = useQuery({ ...pageOf(ticketTypes, { sign: 'price', perpage: MOST }), enabled: mayAsk })
  const type = row?.feedback_type
  const isOfPrice = isNamed(type) && types.data?.data.some(({ id }) => id === type.id)
  if (!row || (checks.length === 0 && !(mayAsk && isOfPrice))) return null
  return (
    <section className={figures.card} aria-labelledby="asked-stores">
      <header className={figures.head}>
        <h2 id="asked-stores">{t('Price on the shelves')}</h2>
        <AskStores about={{ complaint: row.id }} label={t('Have every store check')} />
      </header>
      {checks.length > 0 ? (
        [...Map.groupBy(checks, (check) => String(check.product_name))].map(([product, of]) => (
          <Answers key={product} product={product} checks={of} />
        ))
      ) : (
        <p className={figures.quiet}>{t('If a price is wrong in one store, it may be in others.')}</p>
      )}
    </section>
  )
}

function Answers({ product, checks }: { product: string; checks: readonly AnyRow[] }) {
  const { time_zone, role } = useSession()
  const answered = checks.filter(({ status }) => status !== 'to_check')
  return (
    <>
      <p>
        <strong>{product}</strong>{' '}
        <span className={figures.quiet}>
          {role.scope !== 'store'
            ? t('{{n}} of {{all}} stores have answered', { n: answered.length, all: checks.length })
            : answered.length === checks.length
              ? t('Your store has answered')
              : t('Your store has not answered yet')}
        </span>
      </p>
      <ScrollBox label={product}>
        <table className={figures.table}>
          <thead>
            <tr>
              <th scope="col">{t('Store')}</th>
              <th scope="col">{t('Status')}</th>
              <th scope="col" data-figure>
                {t('Price on the shelf')}
              </th>
              <th scope="col">{t('Answered')}</th>
            </tr>
          </thead>
          <tbody>
            {checks.map((check) => (
              <tr key={check.id}>
                <th scope="row">
                  <Link to={`/price-checking/view/${check.id}`}>{nameOf(check.store)}</Link>
                </th>
                <td>
                  <ChoiceMark field={priceChecking.fields.status} value={String(check.status)} />
                </td>
                <td data-figure>
                  {priceOf(check)}
                  {typeof check.till_price === 'number' && check.till_price !== check.shelf_price ? (
                    <div className={figures.quiet}>
                      {t('Price at the till')}: {formatNumber(check.till_price, currentLanguage())}
                    </div>
                  ) : null}
                </td>
                <td>{whenOf(check, time_zone)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </>
  )
}

/** What the shelf says; whose price is right need not write it again. */
function priceOf({ status, shelf_price, our_price }: AnyRow): string {
  const price = shelf_price ?? (status === 'right' ? our_price : null)
  return typeof price === 'number' ? formatNumber(price, currentLanguage()) : ''
}

function whenOf(check: AnyRow, zone: string) {
  const at = check.fixed_at ?? check.checked_at
  if (typeof at === 'string') return formatMoment(at, zone)
  if (typeof check.due_at !== 'string') return ''
  const due = formatMoment(check.due_at, zone)
  if (!check.is_late) return <span className={figures.quiet}>{t('by {{time}}', { time: due })}</span>
  return (
    <span className={css.late}>
      {check.reminded_at ? t('Late since {{time}}, reminded', { time: due }) : t('Late since {{time}}', { time: due })}
    </span>
  )
}
