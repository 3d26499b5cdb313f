import type { ReactNode } from 'react'
import { Link } from '../../ui/link.tsx'
import css from './statistics.module.css'

/* What charts are drawn of. */

export const SMALL = { fontSize: 12, fontFamily: 'var(--font)' }
/** px of a letter, for what fits; letters of Korean are as wide as they are high. */
const LETTER = 6.6
const WIDE_LETTER = 12.5
export const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (letter >= '\u3000' ? WIDE_LETTER : LETTER), 0)
export const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(widthOf))

export const Block = ({
  x,
  width,
  from,
  to,
  fill,
}: {
  x: number
  width: number
  from: number
  to: number
  fill: string
}) => <rect x={x} y={Math.min(from, to)} width={width} height={Math.abs(from - to)} fill={fill} />

/** What the pointer shows; keyboards go by the table. */
export const Linked = ({ to, title, children }: { to: string | undefined; title: string; children: ReactNode }) => {
  const inside = (
    <>
      <title>{title}</title>
      {children}
    </>
  )
  return to ? (
    <Link to={to} tabIndex={-1} className={css.block}>
      {inside}
    </Link>
  ) : (
    <g>{inside}</g>
  )
}

export const Halo = ({
  x,
  y,
  anchor,
  children,
}: {
  x: number
  y: number
  anchor: 'start' | 'middle'
  children: string
}) => (
  <text
    x={x}
    y={y}
    textAnchor={anchor}
    fill="var(--text)"
    stroke="var(--surface)"
    strokeWidth={3}
    paintOrder="stroke"
    fontWeight={500}
    {...SMALL}
  >
    {children}
  </text>
)

export function Name({
  name,
  x,
  y,
  room,
  isEnd,
}: {
  name: string
  x: number
  y: number
  room: number
  isEnd: boolean
}) {
  return (
    <text
      x={x}
      y={y}
      dy="0.35em"
      textAnchor={isEnd ? 'end' : 'start'}
      fill="var(--text)"
      fontSize={13}
      fontFamily="var(--font)"
    >
      {cut(name, room)}
    </text>
  )
}

/** As much of a name as there is room for. */
export function cut(name: string, room: number): string {
  if (widthOf(name) <= room) return name
  const letters = [...name]
  while (letters.length > 1 && widthOf(letters.join('')) + LETTER > room) letters.pop()
  return `${letters.join('').trimEnd()}…`
}
