import { Block, Halo, Linked, Name, SMALL, widest, widthOf } from './drawn.tsx'
import { ends, type Scale, scaleOf } from './scale.ts'
import css from './statistics.module.css'

/*
 * Charts of one figure each, to scale from zero, with their numbers beside; what was before is a paler bar behind or below. Whoever
 * does not see them finds the same in the table. Plain SVG, so that a bar is a link and a picture can be drawn of them.
 */

export interface Point {
  key: string
  label: string
  /** For an axis. */
  short: string
  value: number | null
  before: number | null
  /** The list behind it. */
  to?: string | undefined
  /** A colour of the tokens; that of all unless said. */
  fill?: string | undefined
  /** What it is made of, one beside the other; together they are its value. */
  parts?: readonly Part[] | undefined
}

export interface Part {
  key: string
  label: string
  value: number
  fill: string
  to?: string | undefined
}

export interface ChartProps {
  points: readonly Point[]
  /** px */
  width: number
  /** There are no halves of what it counts. */
  isWhole: boolean
  /** A value in full, and in little room. */
  said: (value: number) => string
  short: (value: number) => string
  /** The value at the far end of the scale, e.g. of shares the whole; a round number above all unless said. */
  full?: number | undefined
}

/** px of columns. */
export const COLUMNS_HEIGHT = 300
const TOP = 22
const BOTTOM = 26
const LEFT = 48

/** Columns beside each other, for what has an order: days, months, ranges of a number. */
export function ColumnChart({
  points,
  width,
  isWhole,
  said,
  short,
  full,
  height = COLUMNS_HEIGHT,
}: ChartProps & { height?: number }) {
  const { low, high, ticks } = fromZero(points, isWhole, full)
  const plot = height - TOP - BOTTOM
  const y = (value: number) => TOP + (plot * (high - value)) / (high - low)
  const slot = (width - LEFT - 8) / points.length
  const band = Math.min(slot * 0.82, 64)
  const isNumbered = points.every(({ value }) => value === null || widthOf(short(value)) < slot)
  const every = Math.max(1, Math.ceil((widest(points.map((point) => point.short)) + 8) / slot))
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} className={css.drawn} aria-hidden="true">
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={LEFT}
            x2={width - 8}
            y1={y(tick)}
            y2={y(tick)}
            stroke={tick === 0 ? 'var(--line-strong)' : 'var(--line)'}
          />
          <text x={LEFT - 6} y={y(tick)} dy="0.35em" textAnchor="end" fill="var(--text-3)" {...SMALL}>
            {short(tick)}
          </text>
        </g>
      ))}
      {points.map((point, at) => {
        const middle = LEFT + slot * (at + 0.5)
        const { value, before } = point
        return (
          <g key={point.key}>
            {before === null ? null : (
              <Block x={middle - band / 2} width={band} from={y(0)} to={y(before)} fill="var(--line-strong)" />
            )}
            {value === null ? null : (
              <Linked to={point.to} title={`${point.label}: ${said(value)}`}>
                <Block
                  x={middle - band * 0.34}
                  width={band * 0.68}
                  from={y(0)}
                  to={y(value)}
                  fill={point.fill ?? 'var(--accent)'}
                />
              </Linked>
            )}
            {isNumbered && value ? (
              <Halo x={middle} y={y(value) + (value < 0 ? 14 : -6)} anchor="middle">
                {short(value)}
              </Halo>
            ) : null}
            {at % every === 0 ? (
              <text x={middle} y={height - 8} textAnchor="middle" fill="var(--text-3)" {...SMALL}>
                {point.short}
              </text>
            ) : null}
          </g>
        )
      })}
    </svg>
  )
}

const BESIDE_FROM = 640
const NAME = 220
const BAR = 16

/** Lying bars with their names and numbers, one below the other; a thin one below each is what was before. */
export function BarChart({ points, width, isWhole, said, full }: ChartProps) {
  const isBeside = width >= BESIDE_FROM
  const hasBefore = points.some(({ before }) => before !== null)
  const band = (isBeside ? 30 : 48) + (hasBefore ? 6 : 0)
  const height = points.length * band + 8
  const left = isBeside ? NAME : 4
  const right = 12 + widest(points.map(({ value }) => said(value ?? 0)))
  const { low, high } = full === undefined ? fromZero(points, isWhole) : { low: 0, high: Math.max(full, 1) }
  const x = (value: number) => left + ((width - left - right) * (value - low)) / (high - low)
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} className={css.drawn} aria-hidden="true">
      <line x1={x(0)} x2={x(0)} y1={0} y2={height} stroke="var(--line-strong)" />
      {points.map(({ key, label, value, before, to, fill = 'var(--accent)', parts }, at) => {
        const top = at * band + (isBeside ? 8 : 24)
        const end = x(value ?? 0)
        return (
          <g key={key}>
            <Name
              name={label}
              x={isBeside ? left - 10 : 4}
              y={isBeside ? top + BAR / 2 : top - 10}
              room={isBeside ? NAME - 12 : width - 8}
              isEnd={isBeside}
            />
            {parts ? (
              <Stack parts={parts} {...{ x, label, said }} y={top} />
            ) : (
              <Linked to={to} title={`${label}: ${said(value ?? 0)}`}>
                <rect x={Math.min(x(0), end)} y={top} width={Math.abs(end - x(0))} height={BAR} fill={fill} />
              </Linked>
            )}
            {before === null ? null : (
              <rect
                x={Math.min(x(0), x(before))}
                y={top + BAR + 2}
                width={Math.abs(x(before) - x(0))}
                height={4}
                fill="var(--line-strong)"
              />
            )}
            {value === null ? null : (
              <Halo x={Math.max(end, x(0)) + 6} y={top + BAR / 2 + 4} anchor="start">
                {said(value)}
              </Halo>
            )}
          </g>
        )
      })}
    </svg>
  )
}

interface StackProps {
  parts: readonly Part[]
  label: string
  x: (value: number) => number
  y: number
  said: ChartProps['said']
}

/** The parts of a bar, each as long as it counts, with a gap that tells them apart without colours. */
function Stack({ parts, label, x, y, said }: StackProps) {
  return ends(parts.map(({ value }) => value)).map(([from, to], at) => {
    const part = parts[at]
    return part && part.value > 0 ? (
      <Linked key={part.key} to={part.to} title={`${label}, ${part.label}: ${said(part.value)}`}>
        <rect x={x(from)} y={y} width={Math.max(x(to) - x(from) - 1, 1)} height={BAR} fill={part.fill} />
      </Linked>
    ) : null
  })
}

export interface Cell {
  row: number
  column: number
  value: number
  to: string | undefined
}
interface MapProps extends Pick<ChartProps, 'width' | 'said' | 'short'> {
  rows: readonly { label: string; short: string }[]
  columns: readonly { label: string; short: string }[]
  cells: readonly Cell[]
}

/** So that the numbers on it can be read, in dark as in light. */
const DARKEST = 0.56

/** Every pair of two fields, the darker the more; turned on a phone, where the long side goes down. */
export function HeatMap({ rows, columns, cells, width, said, short }: MapProps) {
  const isTurned = width < BESIDE_FROM && columns.length > rows.length
  const [down, across] = isTurned ? [columns, rows] : [rows, columns]
  const left = 12 + widest(down.map((one) => one.short))
  const size = (width - left - 4) / across.length
  const height = isTurned ? 22 : 30
  const total = 22 + down.length * height + 4
  const most = Math.max(...cells.map(({ value }) => value), 0)
  const isNumbered = widthOf(short(most)) + 4 < size
  return (
    <svg width={width} height={total} viewBox={`0 0 ${width} ${total}`} className={css.drawn} aria-hidden="true">
      {across.map((one, at) => (
        <text
          key={one.label}
          x={left + size * (at + 0.5)}
          y={14}
          textAnchor="middle"
          fill="var(--text-3)"
          {...SMALL}
          fontSize={size < 26 ? 10 : 12}
        >
          {size < 18 && at % 2 ? '' : one.short.replace(':00', '')}
        </text>
      ))}
      {down.map((one, at) => (
        <text
          key={one.label}
          x={left - 6}
          y={22 + height * (at + 0.5)}
          dy="0.35em"
          textAnchor="end"
          fill="var(--text)"
          {...SMALL}
        >
          {one.short}
        </text>
      ))}
      {cells.map(({ row, column, value, to }) => {
        const [line, place] = isTurned ? [column, row] : [row, column]
        const share = most > 0 ? Math.max(value, 0) / most : 0
        const box = { x: left + size * place + 1, y: 22 + height * line + 1 }
        const name = `${rows[row]?.label ?? ''} ${columns[column]?.label ?? ''}: ${said(value)}`
        return (
          <Linked key={`${row} ${column}`} to={to} title={name}>
            <rect
              {...box}
              width={size - 2}
              height={height - 2}
              fill="var(--accent)"
              fillOpacity={0.06 + DARKEST * share}
            />
            {isNumbered ? (
              <text
                x={box.x + size / 2 - 1}
                y={box.y + height / 2 - 1}
                dy="0.35em"
                textAnchor="middle"
                fill="var(--text)"
                {...SMALL}
              >
                {short(value)}
              </text>
            ) : null}
          </Linked>
        )
      })}
    </svg>
  )
}

/** From zero, or from the lowest where something is below it, to a round number above all. */
function fromZero(points: readonly Point[], isWhole: boolean, full = 0): Scale {
  const values = [full, ...points.flatMap(({ value, before }) => [value ?? 0, before ?? 0])]
  return scaleOf(Math.min(0, ...values), Math.max(0, ...values), isWhole)
}
