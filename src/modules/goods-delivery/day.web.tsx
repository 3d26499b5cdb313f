import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Named } from '../../shared/fields.ts'
import { date, ref } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import { isDay } from '../../shared/time/days.ts'
import type { Act } from '../../web/acts/act.ts'
import { get } from '../../web/api.ts'
import { useSearchParams } from '../../web/app/location.ts'
import { FieldInput } from '../../web/fields/input.tsx'
import { givenOf } from '../../web/fields/values.ts'
import { alreadyBy, type Outcome } from '../../web/scan/outcome.ts'
import { ScanField } from '../../web/scan/scan-field.tsx'
import { useMay, useSession } from '../../web/session.ts'
import { Page } from '../../web/ui/page.tsx'
import { Empty, Failed, SkeletonLines } from '../../web/ui/states.tsx'
import css from './day.module.css'
import { deliveryFlow } from './flow.ts'
import { DELIVERY_STATES, goodsDelivery } from './goods-delivery.ts'
import { readLabel } from './label.ts'
import type { Stop } from './stop.ts'
import { type ShownStop, useStopActs } from './stop-acts.web.ts'
import { StopCard } from './stop-card.web.tsx'

const SHIPPER = ref('Shipper', 'shippers')
const DAY = date('Day')

/** A shipper's stops of one day, for a phone in one hand: scan the label, call, find the way, hand over, or say why not. */
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
  const { shipper = null, day = '', data = [] } = found.data ?? {}
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
            value={shipper}
            onChange={(value) => change({ shipper: String(givenOf(SHIPPER, value) ?? '') })}
          />
        ) : null}
        <FieldInput name="day" field={DAY} value={typedDay ?? (day || null)} onChange={chooseDay} />
      </div>
      {found.isPending ? <SkeletonLines lines={8} /> : null}
      {found.isError && !found.data ? <Failed error={found.error} retry={() => void found.refetch()} /> : null}
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
      {shipper && data.length > 0 ? <Stops shipper={shipper} stops={data} /> : null}
    </Page>
  )
}

function Stops({ shipper, stops }: { shipper: Named; stops: readonly Stop[] }) {
  const may = useMay()
  const { time_zone } = useSession()
  const [foundStop, setFoundStop] = useState<number | null>(null)
  const [correcting, setCorrecting] = useState<{ id: number; act: Act } | null>(null)
  const { shown, take, drop } = useStopActs(shipper, (id, act) => setCorrecting({ id, act }))
  const all = stops.map(shown)
  const left = all.filter(({ status }) => status === 'out' || status === 'registered').length
  const ready = all.filter(({ status }) => status === 'registered')
  const onScan = (code: string): Outcome => {
    const stop = stopOf(all, code)
    setFoundStop(stop?.id ?? null)
    if (!stop) return { state: 'unknown', message: t('Not among these stops.') }
    const named = nameOf(stop, readLabel(code)?.package ?? null)
    const isLeft = stop.status === 'out' || stop.status === 'registered'
    return isLeft || !stop.ended_at
      ? { state: 'done', message: named }
      : alreadyBy(shipper.name, stop.ended_at, time_zone, named)
  }
  // What cannot go out says so on its card, when it is pressed there.
  const startAll = () => Promise.allSettled(ready.map((stop) => take(stop, 'out')))
  return (
    <>
      <ScanField onScan={onScan} label={t('Scan a label, or type a receipt number')} inputMode="text" />
      <div className={css.head}>
        <p className={css.count} role="status">
          {t('{{left}} of {{all}} stops to go', { left, all: all.length })}
        </p>
        {ready.length > 1 && may('goods-delivery', deliveryFlow.steps.out.needs) ? (
          <Button onClick={() => void startAll()}>{t('Send out all {{n}}', { n: ready.length })}</Button>
        ) : null}
      </div>
      <ol className={css.stops}>
        {all.map((stop) => (
          <StopCard
            key={stop.id}
            stop={stop}
            isFound={stop.id === foundStop}
            correcting={correcting?.id === stop.id ? correcting.act : null}
            take={async (...step) => {
              await take(...step)
              setCorrecting(null)
            }}
            drop={drop}
          />
        ))}
      </ol>
    </>
  )
}

/** The stop of a label, or of a receipt's number as it is typed. */
function stopOf(stops: readonly ShownStop[], code: string): ShownStop | undefined {
  const label = readLabel(code)
  const typed = code.toUpperCase()
  return stops.find((stop) => (label ? stop.id === label.id : stop.receipt_no.toUpperCase() === typed))
}

function nameOf(stop: ShownStop, at: number | null): string {
  const state = DELIVERY_STATES.find(({ value }) => value === stop.status)?.label ?? ''
  const box = at ? [t('Package {{at}} of {{of}}', { at, of: stop.packages })] : []
  return [stop.receipt_no, ...box, stop.customer_name, t(state)].join(' · ')
}
