import { Button } from '@mantine/core'
import { IconCheck, IconMapPin, IconPhone, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isDay } from '../../shared/days.ts'
import type { Named } from '../../shared/fields.ts'
import { date, ref } from '../../shared/fields.ts'
import { formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { get } from '../../web/api.ts'
import { useSearchParams } from '../../web/app/location.ts'
import { addressLine, ChoiceMark, spacedPhone } from '../../web/fields/cell.tsx'
import { FieldInput } from '../../web/fields/input.tsx'
import { givenOf } from '../../web/fields/values.ts'
import type { AnyRow } from '../../web/screens/module.ts'
import { move } from '../../web/screens/view/flow-buttons.tsx'
import { useMay } from '../../web/session.ts'
import { Link } from '../../web/ui/link.tsx'
import { Page } from '../../web/ui/page.tsx'
import { Empty, Failed, SkeletonLines } from '../../web/ui/states.tsx'
import css from './day.module.css'
import { deliveryFlow } from './flow.ts'
import { goodsDelivery } from './goods-delivery.ts'
import type { Stop } from './stop.ts'

const SHIPPER = ref('Shipper', 'shippers')
const DAY = date('Day')

/** A shipper's stops of one day, for a phone in one hand: call, find the way, hand over, or say why not. */
export default function ShippersDay() {
  const may = useMay()
  const [search, change] = useSearchParams()
  const query = { shipper: search.get('shipper'), day: search.get('day') }
  const found = useQuery({
    // One of its lists: refetched with them when a delivery changes.
    queryKey: [goodsDelivery.wire, 'list', 'day', query],
    queryFn: () => get<{ shipper: Named | null; day: string; data: Stop[] }>('goods-delivery/day', query),
  })
  // What is no day yet stands in the field and asks for nothing.
  const [typedDay, setTypedDay] = useState<unknown>(null)
  const chooseDay = (value: unknown) => {
    const isAsked = value === null || (typeof value === 'string' && isDay(value))
    setTypedDay(isAsked ? null : value)
    if (isAsked) change({ day: typeof value === 'string' ? value : '' })
  }
  const { shipper, day = '', data = [] } = found.data ?? {}
  const left = data.filter((stop) => stop.status === 'out' || stop.status === 'registered').length
  return (
    <Page
      title={shipper ? t('Stops of {{name}}', { name: shipper.name }) : t("Shipper's day")}
      crumbs={[{ label: t(goodsDelivery.label), to: '/goods-delivery' }]}
    >
      <div className={css.choice}>
        {may('shippers', 'read') ? (
          <FieldInput
            name="shipper"
            field={SHIPPER}
            value={shipper ?? null}
            onChange={(value) => change({ shipper: String(givenOf(SHIPPER, value) ?? '') })}
          />
        ) : null}
        <FieldInput name="day" field={DAY} value={typedDay ?? (day || null)} onChange={chooseDay} />
      </div>
      {found.isPending ? <SkeletonLines lines={8} /> : null}
      {found.isError ? <Failed error={found.error} retry={() => void found.refetch()} /> : null}
      {found.data && !shipper ? (
        <Empty
          title={
            may('shippers', 'read')
              ? t('Choose a shipper to see the stops')
              : t('Your account is not linked to a shipper. Please ask your store manager to set “Sign-in account”.')
          }
        />
      ) : null}
      {shipper && data.length === 0 ? <Empty title={t('No stops on this day')} /> : null}
      {shipper && data.length > 0 ? (
        <p className={css.count} role="status">
          {t('{{left}} of {{all}} stops to go', { left, all: data.length })}
        </p>
      ) : null}
      <ol className={css.stops}>
        {data.map((stop) => (
          <StopCard key={stop.id} stop={stop} shipper={shipper ?? null} onMoved={() => found.refetch()} />
        ))}
      </ol>
    </Page>
  )
}

function wayOf(distance: number, isEstimate: boolean): string {
  const km = formatNumber(distance, currentLanguage(), 1)
  return isEstimate ? t('about {{km}} km', { km }) : `${km} km`
}

const ICON = { size: 18, 'aria-hidden': true } as const

interface StopProps {
  stop: Stop
  shipper: Named | null
  onMoved: () => Promise<unknown>
}

function StopCard({ stop, shipper, onMoved }: StopProps) {
  const may = useMay()
  const [isBusy, setBusy] = useState(false)
  const place = addressLine(stop.to_address)
  const { out, delivered, failed } = deliveryFlow.steps
  const take = async (name: 'out' | 'delivered' | 'failed') => {
    // A stop has what a step reads of a record: its id, version and title, and who goes out with it is known here.
    const row = { ...stop, shipper } as unknown as AnyRow
    const { asks, ...step } = deliveryFlow.steps[name]
    const isTold = name === 'out' && shipper !== null
    const given = isTold ? { shipper: shipper.id } : {}
    // A dialog says itself that it is at work.
    setBusy(isTold)
    if (await move(goodsDelivery, row, name, isTold ? step : { ...step, asks }, given)) await onMoved()
    setBusy(false)
  }
  const isLeft = stop.status === 'out' || stop.status === 'registered'
  return (
    <li className={css.stop} data-done={!isLeft || undefined}>
      <header>
        <Link to={`/goods-delivery/view/${stop.id}`}>{stop.receipt_no}</Link>
        <ChoiceMark field={goodsDelivery.fields.status} value={stop.status} />
      </header>
      <p className={css.who}>{stop.customer_name}</p>
      <p>{place}</p>
      <p className={css.small}>
        {[
          t('{{n}} packages', { n: stop.packages }),
          ...(stop.fee ? [t('Fee: {{fee}} đồng', { fee: formatNumber(stop.fee, currentLanguage()) })] : []),
          ...(stop.distance === null ? [] : [wayOf(stop.distance, stop.is_estimate)]),
        ].join(' · ')}
      </p>
      {stop.notes ? <p className={css.note}>{stop.notes}</p> : null}
      {stop.failure_reason ? <p className={css.note}>{stop.failure_reason}</p> : null}
      {isLeft ? (
        <div className={css.acts}>
          <Button component="a" href={`tel:${stop.phone}`} variant="default" leftSection={<IconPhone {...ICON} />}>
            <span className="visually-hidden">{t('Call')} </span>
            {spacedPhone(stop.phone)}
          </Button>
          <Button
            component="a"
            href={`https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(place)}`}
            target="_blank"
            rel="noopener noreferrer"
            variant="default"
            leftSection={<IconMapPin {...ICON} />}
          >
            {t('Navigate')}
          </Button>
          {may('goods-delivery', out.needs) && stop.status === 'registered' ? (
            <Button className={css.wide} loading={isBusy} onClick={() => void take('out')}>
              {t(out.label)}
            </Button>
          ) : null}
          {may('goods-delivery', delivered.needs) && stop.status === 'out' ? (
            <>
              <Button leftSection={<IconCheck {...ICON} />} onClick={() => void take('delivered')}>
                {t(delivered.label)}
              </Button>
              <Button variant="default" leftSection={<IconX {...ICON} />} onClick={() => void take('failed')}>
                {t(failed.label)}
              </Button>
            </>
          ) : null}
        </div>
      ) : null}
    </li>
  )
}
