import { Button, SegmentedControl } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import type { Page as ListPage } from '../../shared/api.ts'
import { formatDay, formatMoney } from '../../shared/format.ts'
import { type Language, t, tIn } from '../../shared/language.ts'
import { languageWord } from '../../shared/language-word.ts'
import { get, type Query } from '../../web/api.ts'
import { useSearchParams } from '../../web/app/location.ts'
import { loadLanguage } from '../../web/catalogs.ts'
import type { AnyRow } from '../../web/screens/module.ts'
import { Barcode } from '../../web/ui/codes/barcode.tsx'
import { Page } from '../../web/ui/page.tsx'
import { Empty, Failed, SkeletonPage } from '../../web/ui/states.tsx'
import css from './labels.module.css'
import { productPromotions } from './product-promotions.ts'

/** Labels a sheet of A4 holds, by columns and rows. */
const SIZES = {
  small: { label: 'Small, 24 a sheet', perSheet: 24 },
  medium: { label: 'Medium, 8 a sheet', perSheet: 8 },
  large: { label: 'Large, 2 a sheet', perSheet: 2 },
} as const
type Size = keyof typeof SIZES
const sizes = Object.keys(SIZES) as Size[] // its own keys
const SECOND = ['en', 'ko'] as const satisfies readonly Language[]
/** Sheets that somebody prints in one go. */
const MOST = 500

/** Shelf labels of the promotions that the address names, as they will lie on the sheets. */
export default function Labels() {
  const [params] = useSearchParams()
  const [size, setSize] = useState<Size>('medium')
  const [second, setSecond] = useState<(typeof SECOND)[number]>('en')
  const query: Query = { sort: 'product_name' }
  for (const name of new Set(params.keys())) if (name !== 'lang') query[name] = params.getAll(name)
  const found = useQuery({
    queryKey: [productPromotions.wire, 'labels', query],
    queryFn: () => get<ListPage<AnyRow>>(productPromotions.wire, { ...query, perpage: MOST }),
  })
  // The words of both languages, whatever the screen's.
  const words = useQuery({
    queryKey: ['languages', second],
    queryFn: () => Promise.all([loadLanguage('vi'), loadLanguage(second)]).then(() => true),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const rows = words.data ? (found.data?.data ?? []) : []
  const sheets = sheetsOf(rows, SIZES[size].perSheet)
  if (found.isPending) return <SkeletonPage />
  return (
    <Page
      title={t('Shelf labels')}
      crumbs={[{ label: t(productPromotions.label), to: '/product-promotions' }]}
      actions={
        <>
          <SegmentedControl
            className={css.sizes}
            aria-label={t('Size of the labels')}
            value={size}
            onChange={(value) => setSize(sizes.find((one) => one === value) ?? 'medium')}
            data={sizes.map((value) => ({ value, label: t(SIZES[value].label) }))}
          />
          <SegmentedControl
            aria-label={t('Second language')}
            value={second}
            onChange={(value) => setSecond(SECOND.find((one) => one === value) ?? 'en')}
            data={SECOND.map((value) => ({ value, label: languageWord(value) }))}
          />
          <Button
            leftSection={<IconPrinter size={18} aria-hidden="true" />}
            disabled={rows.length === 0}
            onClick={() => window.print()}
          >
            {t('Print')}
          </Button>
        </>
      }
    >
      {found.isError ? <Failed error={found.error} retry={() => void found.refetch()} /> : null}
      {found.data && rows.length === 0 ? <Empty title={t('Nothing matches these filters.')} /> : null}
      {found.data && found.data.total > rows.length ? (
        <p role="status">{t('The first {{n}} are printed; narrow the list for the others.', { n: rows.length })}</p>
      ) : null}
      <div className={css.preview} data-size={size}>
        {sheets.map((labels) => (
          <Sheet key={labels[0]?.id} labels={labels} second={second} />
        ))}
      </div>
      {createPortal(
        <div className={css.print} data-size={size}>
          {sheets.map((labels) => (
            <Sheet key={labels[0]?.id} labels={labels} second={second} />
          ))}
        </div>,
        document.body,
      )}
    </Page>
  )
}

const sheetsOf = (rows: readonly AnyRow[], perSheet: number): AnyRow[][] =>
  Array.from({ length: Math.ceil(rows.length / perSheet) }, (_, at) => rows.slice(at * perSheet, (at + 1) * perSheet))

const Sheet = ({ labels, second }: { labels: readonly AnyRow[]; second: Language }) => (
  <section className={css.sheet}>
    {labels.map((row) => (
      <Label key={row.id} row={row} second={second} />
    ))}
  </section>
)

const dong = (value: unknown): string => formatMoney(Number(value), 'vi')

/** The words are on paper, for whoever passes: Vietnamese first, whatever the screen's language. */
function Label({ row, second }: { row: AnyRow; second: Language }) {
  const both = (text: string) => (
    <>
      <span lang="vi">{tIn('vi', text)}</span> · <span lang={second}>{tIn(second, text)}</span>
    </>
  )
  const saving = Number(row.price) - Number(row.promotion_price)
  return (
    <article className={css.label}>
      <h2>{String(row.product_name)}</h2>
      <p className={css.now}>
        <small>{both('Promotion price')}</small>
        <strong>{dong(row.promotion_price)}</strong>
      </p>
      <p className={css.was}>
        <small>{both('Price')}</small> <s>{dong(row.price)}</s>
      </p>
      <p className={css.saving}>
        <small>{both('You save')}</small> <b>{dong(saving)}</b>
      </p>
      <p className={css.days}>
        {formatDay(String(row.starts_on))} – {formatDay(String(row.ends_on))}
      </p>
      {typeof row.barcode === 'string' ? <Barcode code={row.barcode} className={css.barcode} /> : null}
    </article>
  )
}
