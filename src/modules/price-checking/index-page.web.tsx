import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { date } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import { isDay } from '../../shared/time/days.ts'
import { useSearchParams } from '../../web/app/location.ts'
import { FieldInput } from '../../web/fields/input.tsx'
import { useSession } from '../../web/session.ts'
import figures from '../../web/ui/figures-card.module.css'
import { Page } from '../../web/ui/page.tsx'
import { Empty, Failed, SkeletonLines } from '../../web/ui/states.tsx'
import { IndexTable } from './index-table.web.tsx'
import css from './price-checking.module.css'
import { priceChecking } from './price-checking.ts'
import { indexOf, lastDays } from './price-index.web.ts'

const FROM = date('From')
const TO = date('To')
const DAYS = 365

/** The index against every competitor in a period, with its months. */
export default function PriceIndex() {
  const { time_zone } = useSession()
  const [search] = useSearchParams()
  const usual = lastDays(DAYS, time_zone)
  const period = { from: search.get('from') ?? usual.from, to: search.get('to') ?? usual.to }
  const found = useQuery({ ...indexOf(period), placeholderData: keepPreviousData })
  const lines = found.data?.data ?? []
  return (
    <Page title={t('Price index')} crumbs={[{ label: t(priceChecking.label), to: '/price-checking' }]}>
      <div className={figures.card}>
        <div className={css.pair}>
          <Day name="from" field={FROM} value={period.from} />
          <Day name="to" field={TO} value={period.to} />
        </div>
        <p className={figures.quiet}>
          {t(
            '100 is equal, more means that ours is dearer: the geometric mean of the ratios of all products seen at both, each at its last check. It stands on 10 products at least.',
          )}
        </p>
        {found.isPending ? <SkeletonLines lines={5} /> : null}
        {found.isError && !found.data ? <Failed error={found.error} retry={() => void found.refetch()} /> : null}
        {found.data && lines.length === 0 ? <Empty title={t('No prices of competitors in this period')} /> : null}
        {lines.length > 0 ? <IndexTable lines={lines} period={period} hasTrend /> : null}
      </div>
    </Page>
  )
}

/** What is no day yet stands in the field and asks for nothing. */
function Day({ name, field, value }: { name: 'from' | 'to'; field: typeof FROM; value: string }) {
  const [, change] = useSearchParams()
  const [typed, setTyped] = useState<unknown>(null)
  const choose = (next: unknown) => {
    const isAsked = next === null || (typeof next === 'string' && isDay(next))
    setTyped(isAsked ? null : next)
    if (isAsked) change({ [name]: typeof next === 'string' ? next : '' })
  }
  return <FieldInput name={name} field={field} value={typed ?? value} onChange={choose} />
}
