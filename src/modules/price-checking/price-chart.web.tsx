import { useElementSize } from '@mantine/hooks'
import { formatDay, formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { scaleOf } from '../../web/screens/statistics/scale.ts'
import figures from '../../web/ui/figures-card.module.css'
import type { PricePoint, ProductPrices } from './figures.ts'

const NARROWEST = 300
const HEIGHT = 260
const [TOP, RIGHT, BOTTOM, LEFT] = [12, 12, 26, 64]
const COLOURS = ['var(--ok)', 'var(--warn)', 'var(--violet)', 'var(--bad)', 'var(--info)']
const SMALL = { fontSize: 12, fill: 'var(--text-3)' }

/** A price stays as it was until it is seen to be another: ours in steps, those of competitors as dots that a thin line joins. */
export function PriceChart({ points, promotions }: ProductPrices) {
  const { ref, width: room } = useElementSize()
  const width = Math.max(NARROWEST, room)
  const days = points.map(({ day }) => Date.parse(day))
  const [first, last] = [Math.min(...days), Math.max(...days)]
  const prices = [...points.map(({ price }) => price), ...promotions.map(({ price }) => price)]
  const { low, high, ticks } = scaleOf(Math.min(...prices), Math.max(...prices), true)
  const x = (day: string) => LEFT + ((width - LEFT - RIGHT) * (Date.parse(day) - first)) / Math.max(1, last - first)
  const y = (price: number) => TOP + ((HEIGHT - TOP - BOTTOM) * (high - price)) / (high - low)
  const ours = points.filter(({ competitor }) => competitor === null)
  const others = [...Map.groupBy(points, ({ competitor }) => competitor)].flatMap(([name, of]) =>
    name === null ? [] : [{ name, of }],
  )
  const colour = (at: number) => COLOURS[at % COLOURS.length]
  return (
    <>
      <ul className={figures.key}>
        <Key colour="var(--accent)" label={t('Ours')} />
        {others.map(({ name }, at) => (
          <Key key={name} colour={colour(at)} label={name} />
        ))}
        {promotions.length > 0 ? (
          <Key colour="var(--accent-soft, var(--line-strong))" label={t('On promotion')} />
        ) : null}
      </ul>
      <div ref={ref}>
        <svg width={width} height={HEIGHT} className={figures.drawn} aria-hidden="true">
          {promotions.map(({ id, from, to }) => (
            <rect
              key={id}
              x={Math.max(LEFT, x(from))}
              width={Math.max(2, Math.min(width - RIGHT, x(to)) - Math.max(LEFT, x(from)))}
              y={TOP}
              height={HEIGHT - TOP - BOTTOM}
              fill="var(--accent)"
              opacity={0.12}
            />
          ))}
          {ticks.map((tick) => (
            <g key={tick}>
              <line x1={LEFT} x2={width - RIGHT} y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
              <text x={LEFT - 6} y={y(tick)} dy="0.35em" textAnchor="end" {...SMALL}>
                {formatNumber(tick, currentLanguage())}
              </text>
            </g>
          ))}
          {[points[0], points.at(-1)].map((point, at) =>
            point ? (
              <text
                key={String(at)}
                x={at === 0 ? LEFT : width - RIGHT}
                y={HEIGHT - 8}
                textAnchor={at === 0 ? 'start' : 'end'}
                {...SMALL}
              >
                {formatDay(point.day)}
              </text>
            ) : null,
          )}
          <path d={stepsOf(ours, x, y)} fill="none" stroke="var(--accent)" strokeWidth={2.5} />
          {others.map(({ name, of }, at) => (
            <g key={name}>
              <polyline
                points={of.map(({ day, price }) => `${x(day)},${y(price)}`).join(' ')}
                fill="none"
                stroke={colour(at)}
                strokeWidth={1}
              />
              {of.map(({ day, price }) => (
                <circle key={day} cx={x(day)} cy={y(price)} r={3.5} fill={colour(at)}>
                  <title>{`${name}, ${formatDay(day)}: ${formatNumber(price, currentLanguage())}`}</title>
                </circle>
              ))}
            </g>
          ))}
        </svg>
      </div>
    </>
  )
}

function stepsOf(points: readonly PricePoint[], x: (day: string) => number, y: (price: number) => number): string {
  return points.map(({ day, price }, at) => (at === 0 ? `M${x(day)},${y(price)}` : `H${x(day)}V${y(price)}`)).join('')
}

const Key = ({ colour, label }: { colour: string | undefined; label: string }) => (
  <li>
    <i style={{ background: colour }} />
    {label}
  </li>
)
