/** The geometry of a wheel: pure numbers, so that it can be judged without a page. Angles are degrees clockwise from the top. */

import { PARTS_PER_CENT, WHOLE } from '../../shared/draws/parts.ts'

/** What a part of a wheel stands for: a gift's id, or no gift. */
export type Part = number | 'none'

export interface Share {
  part: Part
  /** Per cent. */
  chance: number
}

export interface Sector extends Share {
  from: number
  to: number
}

const FULL = 360
/** Narrower ones could not bear a word. */
export const LEAST_DEGREES = 15
/** So much of a sector's width at each side is too close to its neighbour for the pointer to stop at. */
const EDGE = 0.12

/**
 * Sectors as wide as their chances, in their order. Those that would be too narrow to be read get the least width, and the others what is
 * left, in proportion. What has no chance has no sector.
 */
export function sectorsOf(shares: readonly Share[]): Sector[] {
  const shown = shares.filter(({ chance }) => chance > 0)
  const least = Math.min(LEAST_DEGREES, FULL / Math.max(1, shown.length))
  const narrow = new Set<Share>()
  const widthOf = (share: Share): number => (narrow.has(share) ? least : (share.chance / sum) * left)
  let sum = 0
  let left = 0
  let isSettled = false
  while (!isSettled) {
    sum = shown.reduce((total, share) => total + (narrow.has(share) ? 0 : share.chance), 0)
    left = FULL - narrow.size * least
    const further = shown.filter((share) => !narrow.has(share) && widthOf(share) < least - 1e-9)
    for (const share of further) narrow.add(share)
    isSettled = further.length === 0
  }
  let at = 0
  return shown.map((share, index) => {
    const from = at
    at = index === shown.length - 1 ? FULL : at + widthOf(share)
    return { ...share, from, to: at }
  })
}

/**
 * Where on the wheel the pointer stops for what a draw gave: within the sector of what was given, as far along as the number lies among
 * those of its part. Where another gift stands in for the one that was drawn, the number still says how far along.
 */
export function stopOf(sectors: readonly Sector[], given: Part, slot: number): number {
  const drawn = sectorOfSlot(sectors, slot)
  const sector = sectors.find(({ part }) => part === given) ?? drawn?.sector
  if (!sector) return 0
  const along = drawn?.sector === sector ? drawn.along : slot / WHOLE
  return sector.from + (EDGE + along * (1 - 2 * EDGE)) * (sector.to - sector.from)
}

function sectorOfSlot(sectors: readonly Sector[], slot: number): { sector: Sector; along: number } | null {
  let from = 0
  for (const [at, sector] of sectors.entries()) {
    const wide = at === sectors.length - 1 ? WHOLE - from : Math.round(sector.chance * PARTS_PER_CENT)
    if (slot < from + wide) return { sector, along: (slot - from) / wide }
    from += wide
  }
  return null
}

/** How far a wheel is turned, in all, to bring `stop` under the pointer: on from where it is, by so many whole turns at least. */
export function turnTo(stop: number, turned: number, turns: number): number {
  const wanted = (FULL - (stop % FULL)) % FULL
  const now = ((turned % FULL) + FULL) % FULL
  return turned + turns * FULL + ((wanted - now + FULL) % FULL)
}

/** The outline of a sector of a circle around 0 0. */
export function outlineOf({ from, to }: Pick<Sector, 'from' | 'to'>, radius: number): string {
  if (to - from >= FULL - 1e-6)
    return `M0 ${-radius}A${radius} ${radius} 0 1 1 0 ${radius}A${radius} ${radius} 0 1 1 0 ${-radius}Z`
  const [x1, y1] = pointAt(from, radius)
  const [x2, y2] = pointAt(to, radius)
  return `M0 0L${x1} ${y1}A${radius} ${radius} 0 ${to - from > FULL / 2 ? 1 : 0} 1 ${x2} ${y2}Z`
}

export function pointAt(angle: number, radius: number): [number, number] {
  const turned = (angle * Math.PI) / 180
  return [rounded(Math.sin(turned) * radius), rounded(-Math.cos(turned) * radius)]
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000

/** Black or white, whichever can be read on a colour (`#rrggbb`): one of them always has a contrast above 4.5. */
export const inkOn = (colour: string): '#000' | '#fff' => (luminanceOf(colour) > 0.179 ? '#000' : '#fff')

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
