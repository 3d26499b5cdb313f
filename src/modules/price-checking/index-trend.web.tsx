import { formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import type { IndexLine } from './figures.ts'

const WIDTH = 160
const HEIGHT = 34
/** So far from 100 the line reaches at least, so that a tenth of a per cent is no mountain. */
const LEAST = 5

/** The index month by month around 100; months on too few products are left out. */
export function IndexTrend({ months }: Pick<IndexLine, 'months'>) {
  const known = months.flatMap(({ month, index }, at) => (index === null ? [] : [{ month, index, at }]))
  if (known.length < 2) return null
  const reach = Math.max(LEAST, ...known.map(({ index }) => Math.abs(index - 100)))
  const x = (at: number) => 4 + ((WIDTH - 8) * at) / Math.max(1, months.length - 1)
  const y = (index: number) => HEIGHT / 2 - ((index - 100) / reach) * (HEIGHT / 2 - 4)
  const said = known.map(
    ({ month, index }) => `${month.slice(5)}/${month.slice(0, 4)}: ${formatNumber(index, currentLanguage(), 1)}`,
  )
  return (
    <svg width={WIDTH} height={HEIGHT} role="img" aria-label={`${t('By month')}: ${said.join(', ')}`}>
      <line x1={0} x2={WIDTH} y1={y(100)} y2={y(100)} stroke="var(--line-strong)" strokeDasharray="3 3" />
      <polyline
        points={known.map(({ index, at }) => `${x(at)},${y(index)}`).join(' ')}
        fill="none"
        stroke="var(--accent)"
        strokeWidth={2}
      />
      {known.map(({ month, index, at }) => (
        <circle key={month} cx={x(at)} cy={y(index)} r={2.5} fill="var(--accent)" />
      ))}
    </svg>
  )
}
