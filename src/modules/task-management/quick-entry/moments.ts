import { plusDays } from '../../../shared/time/spans.ts'
import { clock, type Found, type PartOfDay, USUAL } from './grammar.ts'

/** A day of the chain, and a time of it where one was said. */
export interface Wall {
  day: string
  time: string | null
}
/** A part of the line that was understood. */
export interface Taken<T> {
  kind: 'when' | 'person' | 'priority'
  from: number
  to: number
  value: T
}
export interface Moments {
  start: Wall | null
  end: Wall
  pieces: Taken<Found>[]
}
interface Now {
  /** `YYYY-MM-DD` and `HH:mm` in the chain. */
  today: string
  now: string
}

/** What was said of one moment. */
export interface Group {
  pieces: Taken<Found>[]
  from: number
  to: number
  /** Whether the words before say that it is the end of what began with the group before. */
  isJoined: boolean
}

/** A moment has one day and one time. */
export const fits = ({ pieces }: Group, { value }: Taken<Found>): boolean =>
  !pieces.some(
    ({ value: one }) =>
      (one.day && value.day) ||
      (isTimed(one) && isTimed(value)) ||
      (one.part && value.part && !isTimed(one) && !isTimed(value)),
  )

const isTimed = ({ time, hour }: Found): boolean => time !== undefined || hour !== undefined

export function combined(groups: readonly Group[], { today, now }: Now): Moments[] {
  const moments: Moments[] = []
  for (let at = 0; at < groups.length; at += 1) {
    const [group, next] = [groups[at], groups[at + 1]]
    if (!group) continue
    const read = merged(group.pieces)
    if (next?.isJoined && isRange(read, merged(next.pieces))) {
      const end = merged(next.pieces)
      const last = wallOf({ ...end, day: end.day ?? read.day }, today, now)
      const first = wallOf({ ...read, day: read.day ?? last?.day }, today, now)
      if (first && last) {
        const isTurned = `${first.day} ${first.time ?? ''}` > `${last.day} ${last.time ?? '24'}`
        moments.push({
          start: first,
          end: isTurned ? { ...last, day: plusDays(last.day, 7) } : last,
          pieces: [...group.pieces, ...next.pieces],
        })
        at += 1
        continue
      }
    }
    const wall = wallOf(read, today, now)
    if (wall) moments.push({ start: null, end: wall, pieces: group.pieces })
  }
  return apart(moments, groups, today, now)
}

/** 'Ngày mai kiểm kho lúc 9h': a day and a time that stand apart are one moment, if there is one of each. */
function apart(moments: Moments[], groups: readonly Group[], today: string, now: string): Moments[] {
  if (moments.length < 2 || moments.some(({ start }) => start)) return moments
  const all = groups.map(({ pieces }) => merged(pieces))
  const days = all.filter(({ day }) => day)
  const times = all.filter((one) => isTimed(one))
  if (days.length !== 1 || times.length !== 1 || all.length !== 2) return moments
  const pieces = groups.flatMap((group) => group.pieces)
  const wall = wallOf(merged(pieces), today, now)
  return wall ? [{ start: null, end: wall, pieces }] : moments
}

const isRange = (from: Found, to: Found): boolean =>
  (from.day !== undefined && to.day !== undefined) || (isTimed(from) && isTimed(to))

const merged = (pieces: readonly Taken<Found>[]): Found =>
  pieces.reduce<Found>((all, { value }) => Object.assign({}, value, all, { part: partOf(all, value) }), {})
/** The part of the day that stands at the hour counts before another. */
const partOf = (one: Found, other: Found): PartOfDay | undefined =>
  isTimed(other) ? (other.part ?? one.part) : (one.part ?? other.part)

/** A time without a day is today's, or tomorrow's where that is over. */
function wallOf({ day, time, hour, part }: Found, today: string, now: string): Wall | null {
  const at = time ?? (hour ? clock(hour, part) : part ? USUAL[part] : null)
  if (hour && at === null) return null
  if (day) return { day, time: at }
  if (at === null) return null
  return { day: at > now ? today : plusDays(today, 1), time: at }
}
