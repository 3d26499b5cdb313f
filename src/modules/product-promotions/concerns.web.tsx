import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isWritable, type Named } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import { post } from '../../web/api.ts'
import { type Draft, givenAll } from '../../web/fields/values.ts'
import type { Form } from '../../web/screens/form/use-form.ts'
import { Link } from '../../web/ui/link.tsx'
import { daysOf, money } from './card.web.tsx'
import { productPromotions } from './product-promotions.ts'
import css from './promotions.module.css'

interface Concerns {
  /** Field to what asks for a reason. */
  concerns: Record<string, string>
  overlaps: {
    id: number
    product_name: string
    promotion_price: number
    starts_on: string
    ends_on: string
    stores: Named[]
  }[]
}

const TYPING_PAUSE_MS = 300
const ASKED = [
  'product',
  'product_name',
  'barcode',
  'price',
  'promotion_price',
  'starts_on',
  'ends_on',
  'stores',
  'active',
] as const

/** What of a promotion asks for a reason, and which others it overlaps: while it is typed, and where it is shown. */
export function ConcernNotes({ values, id }: { values: Draft; id?: number | undefined }) {
  const given = JSON.stringify(askedOf(values))
  const [asked] = useDebouncedValue(given, TYPING_PAUSE_MS)
  const body = JSON.parse(asked) as Record<string, unknown> // written above
  const isWhole = ['price', 'promotion_price', 'starts_on', 'ends_on', 'product_name'].every((name) => body[name])
  const { data } = useQuery({
    queryKey: [productPromotions.wire, 'concerns', id, asked],
    queryFn: () => post<Concerns>('product-promotions/concerns', { ...body, ...(id && { id }) }, { quiet: true }),
    enabled: isWhole,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const concerns = isWhole ? Object.values(data?.concerns ?? {}) : []
  if (!data || concerns.length === 0) return <div role="status" />
  return (
    <section role="status" className={css.notes} aria-label={t('Needs a reason')}>
      <h2>{t('Needs a reason')}</h2>
      <ul>
        {concerns.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {data.overlaps.map((one) => (
          <li key={one.id}>
            <Link to={`/product-promotions/view/${one.id}`} target="_blank">
              {one.product_name}
            </Link>
            {` · ${money(one.promotion_price)} · ${daysOf({ ...one })} · ${
              one.stores.length > 0 ? one.stores.map(({ name }) => name).join(', ') : t('All stores')
            }`}
          </li>
        ))}
      </ul>
    </section>
  )
}

export const FormConcerns = ({ form }: { form: Form }) => <ConcernNotes values={form.values} id={form.row?.id} />

function askedOf(values: Draft): Record<string, unknown> {
  const fields = Object.fromEntries(
    Object.entries(productPromotions.fields).filter(
      ([name, field]) => isWritable(field) && ASKED.some((one) => one === name),
    ),
  )
  const given = givenAll(fields, values)
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  )
}
