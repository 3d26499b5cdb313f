import type { ReactNode, RefObject } from 'react'
import type { EventReport } from '../../shared/draws/report.ts'
import { formatDay, formatNumber, formatPercent } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import { DAY_MS } from '../../shared/time/units.ts'
import { BarChart, ColumnChart, type Point } from '../screens/statistics/charts.tsx'
import css from '../screens/statistics/statistics.module.css'
import own from './given-charts.module.css'
import { GIVEN, onDay, rowsLink } from './links.ts'

const percent = (value: number) => formatPercent(value, currentLanguage(), 1)
const said = (value: number) => formatNumber(value, currentLanguage(), value < 10 ? 1 : 0)
/** The edges of a card. */
const PADDING = 34
const MOST_BARS = 20
const HALF_FROM = 1000

interface Props {
  told: EventReport
  logs: Definition
  width: number
  /** Where the picture is taken from. */
  place: RefObject<HTMLDivElement | null>
}

/** What was given as bars to scale, and beside each what was planned. Whoever does not see them finds the same in the tables. */
export function GivenCharts({ told: { event, gifts, days, stores }, logs, width, place }: Props) {
  const isHalf = width >= HALF_FROM
  const room = (isHalf ? (width - 16) / 2 : width) - PADDING
  const given = (narrowed: Record<string, string>) => rowsLink(logs, event.id, { ...narrowed, state: GIVEN })
  const shared = { isWhole: true, said, short: said }
  const gone = goneOf(event)
  return (
    <>
      <Card
        title={t('Won against planned')}
        marks={[t('Won, of the stock'), t('Days gone, of the event')]}
        place={place}
      >
        <BarChart
          isWhole={false}
          said={percent}
          short={percent}
          width={width - PADDING}
          points={gifts.map((gift) => ({
            key: String(gift.id),
            label: gift.name,
            short: gift.name,
            value: gift.planned > 0 ? (100 * gift.given) / gift.planned : 0,
            before: gone,
            to: given({ gift: String(gift.id) }),
          }))}
        />
      </Card>
      <div className={isHalf ? own.halves : css.parts}>
        <Card title={t('By day')} note={t('Planned: the stock spread evenly over the days of the event')}>
          <ColumnChart
            {...shared}
            width={room}
            points={days.map(({ day, given: n, planned }) => ({
              key: day,
              label: formatDay(day),
              short: formatDay(day).slice(0, 5),
              value: n,
              before: planned,
              to: given(onDay(day)),
            }))}
          />
        </Card>
        <Card title={t('By store')} note={t('Planned: what is named for the store, else an even part of the stock')}>
          <BarChart
            {...shared}
            width={room}
            points={stores
              .toSorted((a, b) => b.given - a.given)
              .slice(0, MOST_BARS)
              .map((store) => pointOf(store, given({ store: String(store.id) })))}
          />
          {stores.length > MOST_BARS ? (
            <p className={css.note}>{t('The chart shows {{n}} lines; the table has all', { n: MOST_BARS })}</p>
          ) : null}
        </Card>
      </div>
    </>
  )
}

/** How much of the event's time has gone, per cent. */
function goneOf({ from, to, standing }: EventReport['event']): number {
  if (standing === 'ended') return 100
  const part = (Date.now() - Date.parse(from)) / (Date.parse(to) + DAY_MS - Date.parse(from))
  return Math.min(100, Math.max(0, part * 100))
}

const pointOf = (one: { id: number; name: string; given: number; planned: number }, to: string): Point => ({
  key: String(one.id),
  label: one.name,
  short: one.name,
  value: one.given,
  before: one.planned,
  to,
})

interface CardProps {
  title: string
  note?: string
  /** What the bars are, and the thin ones beside them. */
  marks?: readonly [string, string]
  place?: RefObject<HTMLDivElement | null>
  children: ReactNode
}

const Card = ({ title, note, marks = [t('Gifts won'), t('Plan')], place, children }: CardProps) => (
  <section className={css.card} aria-label={title}>
    <header className={css.cardHead}>
      <h2>{title}</h2>
      {note ? <small>{note}</small> : null}
    </header>
    <ul className={css.legend} aria-hidden="true">
      <li>
        <i style={{ background: 'var(--accent)' }} />
        {marks[0]}
      </li>
      <li>
        <i style={{ background: 'var(--line-strong)' }} />
        {marks[1]}
      </li>
    </ul>
    <div ref={place} className={css.chart}>
      {children}
    </div>
  </section>
)
