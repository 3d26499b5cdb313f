import { Button } from '@mantine/core'
import { IconArrowsSort } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Named } from '../../shared/fields.ts'
import { date, ref } from '../../shared/fields.ts'
import { formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { isDay } from '../../shared/time/days.ts'
import type { Act } from '../../web/acts/act.ts'
import { withAskedAt } from '../../web/acts/use-arrived.ts'
import { get } from '../../web/api.ts'
import { useSearchParams } from '../../web/app/location.ts'
import { FieldInput } from '../../web/fields/input.tsx'
import { givenOf } from '../../web/fields/values.ts'
import { alreadyBy, type Outcome } from '../../web/scan/outcome.ts'
import { ScanField } from '../../web/scan/scan-field.tsx'
import { useMay, useSession } from '../../web/session.ts'
import { Page } from '../../web/ui/page.tsx'
import { sayFailure } from '../../web/ui/snackbar.tsx'
import { Empty, Failed, SkeletonLines } from '../../web/ui/states.tsx'
import { Arrange } from './arrange.web.tsx'
import css from './day.module.css'
import { deliveryFlow } from './flow.ts'
import { DELIVERY_STATES, goodsDelivery } from './goods-delivery.ts'
import { readLabel } from './label.ts'
import { cashAt, isLeft, type Stop } from './stop.ts'
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
    queryFn: () =>
      withAskedAt(() => get<{ shipper: Named | null; day: string; data: Stop[] }>('goods-delivery/day', query)),
  })
  const { shipper = null, day = '', data = [], askedAt = 0 } = found.data ?? {}
  // What is no day yet stands in the field and asks for nothing.
  const [typedDay, setTypedDay] = useState<unknown>(null)
  const chooseDay = (value: unknown) => {
    const isAsked = value === null || (typeof value === 'string' && isDay(value))
    setTypedDay(isAsked ? null : value)
    // A code whose first letter landed in the field leaves the day as it was.
    if (isAsked && value !== day) change({ day: typeof value === 'string' ? value : '' })
  }
  // Who brings goods sees the own stops of today, and looks at another day once in a while.
  const isOwn = !may('shippers', 'read')
  const choice = (
    <div className={css.choice}>
      {isOwn ? null : (
        <FieldInput
          name="shipper"
          field={SHIPPER}
          value={shipper ?? query.shipper}
          onChange={(value) => change({ shipper: String(givenOf(SHIPPER, value) ?? '') })}
        />
      )}
      <FieldInput name="day" field={DAY} value={typedDay ?? (day || query.day)} onChange={chooseDay} />
    </div>
  )
  return (
    <Page
      title={shipper ? t('Stops of {{name}}', { name: shipper.name }) : t("Shipper's day")}
      crumbs={[{ label: t(goodsDelivery.label), to: '/goods-delivery' }]}
    >
      {isOwn ? null : choice}
      {found.isPending ? <SkeletonLines lines={8} /> : null}
      {found.isError && !found.data ? <Failed error={found.error} retry={() => void found.refetch()} /> : null}
      {found.data && !shipper ? (
        <Empty
          title={
            isOwn
              ? t('Your account is not linked to a shipper. Please ask your store manager to set “Sign-in account”.')
              : t('Choose a shipper to see the stops')
          }
        />
      ) : null}
      {shipper && data.length === 0 ? <Empty title={t('No stops on this day')} /> : null}
      {shipper && data.length > 0 ? (
        <Stops shipper={shipper} stops={data} askedAt={askedAt} key={`${shipper.id} ${day}`} />
      ) : null}
      {isOwn ? choice : null}
    </Page>
  )
}

interface StopsProps {
  shipper: Named
  stops: readonly Stop[]
  /** When the server was asked for them, by this device's clock. */
  askedAt: number
}

function Stops({ shipper, stops, askedAt }: StopsProps) {
  const may = useMay()
  const { time_zone } = useSession()
  const [foundStop, setFoundStop] = useState<number | null>(null)
  const [correcting, setCorrecting] = useState<{ id: number; act: Act } | null>(null)
  const { shown, take, drop, arrange, arranged } = useStopActs(shipper, askedAt, (id, act) =>
    setCorrecting({ id, act }),
  )
  const [isArranging, setArranging] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  const { inOrder, setOrder } = useOrder(stops, arranged)
  const all = inOrder(stops).map(shown)
  const left = all.filter(isLeft).length
  const mayBring = may('goods-delivery', deliveryFlow.steps.out.needs)
  const ready = all.filter(({ status }) => status === 'registered')
  const onScan = (code: string): Outcome => {
    const stop = stopOf(all, code)
    setFoundStop(stop?.id ?? null)
    if (!stop) return { state: 'unknown', message: t('Not among these stops.') }
    const named = nameOf(stop, readLabel(code)?.package ?? null)
    return isLeft(stop) || !stop.ended_at
      ? { state: 'done', message: named }
      : alreadyBy(shipper.name, stop.ended_at, time_zone, named)
  }
  // What cannot go out says so on its card, when it is pressed there.
  const startAll = () => Promise.allSettled(ready.map((stop) => take(stop, 'out')))
  return (
    <>
      <ScanField onScan={onScan} label={t('Scan a label, or type a receipt number')} inputMode="text" />
      <div className={css.head}>
        <div className={css.count}>
          <p role="status">{t('{{left}} of {{all}} stops to go', { left, all: all.length })}</p>
          <Cash stops={all} />
        </div>
        {mayBring && left > 1 ? (
          <Button
            variant="default"
            // It stays for the focus, which comes back to it.
            display={isArranging ? 'none' : undefined}
            leftSection={<IconArrowsSort size={16} aria-hidden="true" />}
            onClick={() => setArranging(true)}
          >
            {t('Change the order')}
          </Button>
        ) : null}
        {ready.length > 1 && mayBring ? (
          <Button
            onClick={() => {
              // The button goes: the way on is the first stop.
              list.current?.querySelector('li')?.focus({ preventScroll: true })
              void startAll()
            }}
          >
            {t('Send out all {{n}}', { n: ready.length })}
          </Button>
        ) : null}
      </div>
      {isArranging ? (
        <Arrange
          stops={all}
          onChange={setOrder}
          onEnd={() => {
            setArranging(false)
            void arrange(all.map(({ id }) => id)).catch(sayFailure)
          }}
        />
      ) : null}
      <ol ref={list} className={css.stops} hidden={isArranging}>
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

/** What is still to be collected at the doors, and what was. */
function Cash({ stops }: { stops: readonly ShownStop[] }) {
  const sum = (some: readonly ShownStop[]) =>
    formatNumber(
      some.reduce((all, one) => all + cashAt(one), 0),
      currentLanguage(),
    )
  if (stops.every((stop) => cashAt(stop) === 0)) return null
  return (
    <p>
      {t('Cash to collect: {{left}} đồng, collected: {{got}} đồng', {
        left: sum(stops.filter(isLeft)),
        got: sum(stops.filter(({ status }) => status === 'delivered')),
      })}
    </p>
  )
}

/**
 * The order that the stops are shown in: the one they came in, or were given here. What is brought meanwhile keeps its place, so that
 * nothing moves under the finger.
 */
function useOrder(stops: readonly Stop[], arranged: readonly number[] | null) {
  const [order, setOrder] = useState<readonly number[]>(() => stops.map(({ id }) => id))
  // What was arranged before the page was opened anew, and is not on the server yet.
  const [taken, setTaken] = useState<readonly number[] | null>(null)
  if (arranged && !taken) {
    setTaken(arranged)
    setOrder(arranged)
  }
  const placeOf = ({ id }: Stop) => (order.includes(id) ? order.indexOf(id) : order.length)
  return { inOrder: (some: readonly Stop[]) => some.toSorted((a, b) => placeOf(a) - placeOf(b)), setOrder }
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
