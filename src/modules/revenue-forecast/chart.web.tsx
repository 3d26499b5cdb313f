import { useElementSize } from '@mantine/hooks'
import { formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import figures from '../../web/ui/figures-card.module.css'
import { ScrollBox } from '../../web/ui/scroll-box.tsx'
import type { MonthSums, Summary } from './summary.ts'

const HEIGHT = 300
const NARROWEST = 300
/** px of a month, from which its year has room beside it. */
const ROOMY = 56
const [TOP, RIGHT, BOTTOM, LEFT] = [14, 12, 28, 72]
const TICKS = 4
const MILLION = 1_000_000
const SMALL = { fontSize: 12, fill: 'var(--text-3)' }

/** Sold as bars; target, forecast and baseline as marks across them, which invent nothing between the months. */
export function Chart({ told: { months, today, year } }: { told: Summary }) {
  const most = Math.max(1, ...months.flatMap((one) => [one.target, one.forecast, one.actual, one.baseline]))
  const high = niceAbove(most)
  const { ref, width: room } = useElementSize()
  const width = Math.max(NARROWEST, room)
  const slot = (width - LEFT - RIGHT) / 12
  const y = (value: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / high)
  const present = Number(today.slice(0, 4)) === year ? Number(today.slice(5, 7)) : 0
  return (
    <section className={figures.card} aria-labelledby="by-month">
      <header className={figures.head}>
        <h2 id="by-month">{t('By month')}</h2>
        <span className={figures.quiet}>{t('million đồng')}</span>
      </header>
      <ul className={figures.key}>
        <li>
          <i style={{ background: 'var(--accent)', height: 12 }} />
          {t('Actual')}
        </li>
        <li>
          <i style={{ background: 'var(--text)' }} />
          {t('Target')}
        </li>
        <li>
          <i style={{ background: 'var(--warn)' }} />
          {t('Forecast')}
        </li>
        <li>
          <i style={{ background: 'var(--violet)' }} />
          {t('Baseline')}
        </li>
      </ul>
      <div ref={ref}>
        <svg width={width} height={HEIGHT} className={figures.drawn} aria-hidden="true">
          {Array.from({ length: TICKS + 1 }, (_, at) => (high * at) / TICKS).map((tick) => (
            <g key={tick}>
              <line
                x1={LEFT}
                x2={width - RIGHT}
                y1={y(tick)}
                y2={y(tick)}
                stroke={tick === 0 ? 'var(--line-strong)' : 'var(--line)'}
              />
              <text x={LEFT - 6} y={y(tick)} dy="0.35em" textAnchor="end" {...SMALL}>
                {millions(tick)}
              </text>
            </g>
          ))}
          {months.map((one) => {
            const left = LEFT + slot * (one.month - 1)
            return (
              <g key={one.month}>
                <title>{saidOf(one)}</title>
                {one.has_actual ? (
                  <rect
                    x={left + slot * 0.22}
                    width={slot * 0.56}
                    y={y(one.actual)}
                    height={Math.max(0, y(0) - y(one.actual))}
                    fill="var(--accent)"
                    opacity={one.month === present ? 0.55 : 1}
                  />
                ) : null}
                <Mark from={left} width={slot} at={y(one.target)} colour="var(--text)" isShown={one.target > 0} />
                <Mark from={left} width={slot} at={y(one.forecast)} colour="var(--warn)" isShown={one.forecast > 0} />
                <Mark from={left} width={slot} at={y(one.baseline)} colour="var(--violet)" isShown={one.has_baseline} />
                <text x={left + slot / 2} y={HEIGHT - 9} textAnchor="middle" {...SMALL}>
                  {slot < ROOMY ? one.month : `${one.month}/${year}`}
                </text>
              </g>
            )
          })}
        </svg>
      </div>
      <details>
        <summary>{t('Show as table')}</summary>
        <Table months={months} year={year} />
      </details>
    </section>
  )
}

const Mark = ({
  from,
  width,
  at,
  colour,
  isShown,
}: {
  from: number
  width: number
  at: number
  colour: string
  isShown: boolean
}) =>
  isShown ? (
    <line x1={from + width * 0.1} x2={from + width * 0.9} y1={at} y2={at} stroke={colour} strokeWidth={2.5} />
  ) : null

function Table({ months, year }: Pick<Summary, 'months' | 'year'>) {
  return (
    <ScrollBox label={t('By month')}>
      <table className={figures.table}>
        <thead>
          <tr>
            <th scope="col">{t('Month')}</th>
            {[t('Target'), t('Forecast'), t('Baseline'), t('Actual')].map((head) => (
              <th key={head} scope="col" data-figure>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map((one) => (
            <tr key={one.month}>
              <th scope="row">{`${one.month}/${year}`}</th>
              <td data-figure>{money(one.target)}</td>
              <td data-figure>{money(one.forecast)}</td>
              <td data-figure>{one.has_baseline ? money(one.baseline) : ''}</td>
              <td data-figure>{one.has_actual ? money(one.actual) : ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

const saidOf = (one: MonthSums): string =>
  [
    `${one.month}`,
    `${t('Target')}: ${money(one.target)}`,
    `${t('Forecast')}: ${money(one.forecast)}`,
    ...(one.has_baseline ? [`${t('Baseline')}: ${money(one.baseline)}`] : []),
    ...(one.has_actual ? [`${t('Actual')}: ${money(one.actual)}`] : []),
  ].join(' · ')

const money = (value: number) => formatNumber(value, currentLanguage())
const millions = (value: number) => formatNumber(value / MILLION, currentLanguage(), 1)

/** A round number a little above. */
function niceAbove(value: number): number {
  const step = 10 ** Math.floor(Math.log10(value))
  return [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10].map((one) => one * step).find((one) => one >= value) ?? value
}
