import { useEffect, useMemo, useRef, useState } from 'react'
import type { DeskEvent, DrawResult } from '../../shared/draws/desk.ts'
import { t } from '../../shared/language.ts'
import { inkOn, outlineOf, type Part, type Sector, sectorsOf, stopOf, turnTo } from './sectors.ts'
import css from './wheel.module.css'

const RADIUS = 100
const HUB = 17
const TURNS = 5
const TURN_MS = 4500
/** It is seen where it stands before anything else is. */
const REST_MS = 700
const LETTERS = 16
/** Wide enough for two lines near the hub. */
const TWO_LINES = 24

interface WheelProps {
  event: DeskEvent
  /** The draw that it shows. */
  result: DrawResult | null
  isTurning: boolean
  /** The wheel stands where the result is. */
  onStop: () => void
}

/** A wheel in the gifts' colours. It decides nothing: what it shows is written down before it turns. */
export function Wheel({ event, result, isTurning, onStop }: WheelProps) {
  const sectors = useMemo(() => wheelOf(event), [event])
  const turned = useTurned(sectors, result, isTurning, onStop)
  return (
    <div className={css.wheel} data-turning={isTurning || undefined}>
      <svg viewBox="-108 -112 216 220" role="img" aria-label={t('Wheel of {{event}}', { event: event.name })}>
        <circle className={css.rim} r={RADIUS + 5} />
        <g
          className={css.disc}
          style={{ transform: `rotate(${turned}deg)`, transitionDuration: isTurning ? `${TURN_MS}ms` : '0ms' }}
          data-angle={Math.round(turned % 360)}
        >
          {sectors.map((sector) => (
            <Slice key={sector.part} sector={sector} event={event} />
          ))}
        </g>
        <circle className={css.hub} r={HUB} />
        <path className={css.pointer} d="M-8 -111h16l-8 19z" />
      </svg>
    </div>
  )
}

function Slice({ sector, event }: { sector: Sector; event: DeskEvent }) {
  const gift = event.gifts.find(({ id }) => id === sector.part)
  const isOut = gift?.is_left === false
  const lines = linesOf(gift?.name ?? t('No gift'), sector.to - sector.from >= TWO_LINES ? 2 : 1)
  const plain = !gift || isOut
  return (
    <g data-part={sector.part} data-plain={plain || undefined} data-out={isOut || undefined}>
      <path className={css.sector} d={outlineOf(sector, RADIUS)} fill={plain ? undefined : gift.colour} />
      <text
        className={css.label}
        transform={`rotate(${(sector.from + sector.to) / 2 - 90})`}
        fill={plain ? undefined : inkOn(gift.colour)}
      >
        {lines.map((line, at) => (
          <tspan key={line} x={RADIUS - 5} y={(at - (lines.length - 1) / 2) * 8.4}>
            {line}
          </tspan>
        ))}
      </text>
    </g>
  )
}

function wheelOf({ gifts, rest }: DeskEvent): Sector[] {
  return sectorsOf([
    ...gifts.map(({ id, chance }) => ({ part: id as Part, chance })),
    { part: 'none' as const, chance: rest },
  ])
}

/** How far the wheel is turned: on and on in one direction, to the place of each result. */
function useTurned(sectors: readonly Sector[], result: DrawResult | null, isTurning: boolean, onStop: () => void) {
  const [turned, setTurned] = useState(0)
  const stopped = useRef(onStop)
  useEffect(() => {
    stopped.current = onStop
  })
  const stop = result && stopOf(sectors, result.gift?.id ?? 'none', result.slot)
  const shown = useRef<number>(undefined)
  useEffect(() => {
    if (!result || stop === null || shown.current === result.id) return
    shown.current = result.id
    setTurned((now) => turnTo(stop, now, isTurning ? TURNS : 0))
  }, [result, stop, isTurning])
  useEffect(() => {
    if (!isTurning) return
    const timer = window.setTimeout(() => stopped.current(), TURN_MS + REST_MS)
    return () => window.clearTimeout(timer)
  }, [isTurning])
  return turned
}

/** A name in so many lines, broken between words; what does not fit ends in an ellipsis. */
function linesOf(name: string, most: number): string[] {
  const lines = ['']
  for (const word of name.split(/\s+/)) {
    const line = lines.at(-1) ?? ''
    const longer = line ? `${line} ${word}` : word
    if (longer.length <= LETTERS || !line) lines[lines.length - 1] = longer
    else if (lines.length < most) lines.push(word)
    else {
      lines[lines.length - 1] = `${line}…`
      break
    }
  }
  return lines.map((line) => (line.length > LETTERS + 1 ? `${line.slice(0, LETTERS)}…` : line))
}
