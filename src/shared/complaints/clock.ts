import { isSoon, LATE, LEFT } from '../definition/waiting.ts'
import { currentLanguage, type Language, tIn } from '../language.ts'
import { spell } from '../time/spell.ts'

/** What of a complaint its clock is read from; moments as the API gives them. */
export interface Clocked {
  state: string | null
  created_at: string
  /** Until when the customer gets a first reply, and when somebody began; the chain's own deadline; that of the law. */
  handle_due_at: string | null
  handle_date: string | null
  due_at: string | null
  law_due_at: string | null
  /** Since when it waits for the customer: no clock runs. */
  paused_at: string | null
  completed_at: string | null
  is_breached: boolean | null
  merged_into: string | null
}

export type ClockTone = 'calm' | 'soon' | 'late' | 'paused'
export interface Clock {
  tone: ClockTone
  words: string
  /** The moment it counts to, or from. */
  at: string
}

/** The clocks of an open complaint, the gravest first: where several have run out, that one speaks. */
export const RUNNING = [
  { by: 'law_due_at', where: 'r.paused_at is null', left: '{{time}} left by law', late: '{{time}} late by law' },
  { by: 'due_at', left: LEFT, late: LATE },
  {
    by: 'handle_due_at',
    where: "r.paused_at is null and r.state = 'new' and r.handle_date is null",
    left: 'first reply in {{time}}',
    late: 'first reply {{time}} late',
  },
] as const
type Running = (typeof RUNNING)[number]['by']

/**
 * How a complaint stands against its deadlines, in one word and colour: of those that have run out the gravest (the law's, then its own,
 * then the first reply), else the nearest that still runs. Lists, cards, boards, headers, notifications and papers say this and nothing
 * else. Null where it has no deadline, or none that matters any more.
 * @param now milliseconds of the epoch
 */
export function clockOf(row: Clocked, now: number, language: Language = currentLanguage()): Clock | null {
  if (row.state === 'deleted' || (row.merged_into && !row.is_breached)) return null
  const say = (key: string, ms?: number) => tIn(language, key, ms === undefined ? {} : { time: spell(ms, language) })
  if (row.state === 'completed' || row.state === 'closed') return doneClock(row, say)
  if (row.paused_at && !row.due_at) return { tone: 'paused', words: say('Waiting for the customer'), at: row.paused_at }
  const clocks = RUNNING.flatMap((one) => {
    const at = momentOf(row, one.by)
    return at === null ? [] : [{ ...one, at, until: Date.parse(at) }]
  })
  const late = clocks.find(({ until }) => until < now)
  if (late) return { tone: 'late', words: say(late.late, now - late.until), at: late.at }
  // Of two at the same moment the graver one speaks.
  const [nearest] = clocks.toSorted((a, b) => a.until - b.until)
  if (!nearest) return null
  const left = nearest.until - now
  const whole = nearest.until - Date.parse(row.created_at)
  return { tone: isSoon(left, whole) ? 'soon' : 'calm', words: say(nearest.left, left), at: nearest.at }
}

/** Until when a clock runs; null while it does not: what its `where` says to the database. */
function momentOf(row: Clocked, clock: Running): string | null {
  if (clock === 'due_at') return row.due_at
  if (row.paused_at) return null
  if (clock === 'law_due_at') return row.law_due_at
  return row.state === 'new' && !row.handle_date ? row.handle_due_at : null
}

function doneClock(row: Clocked, say: (key: string, ms?: number) => string): Clock | null {
  const { due_at, completed_at } = row
  if (!due_at) return null
  const over = completed_at ? Date.parse(completed_at) - Date.parse(due_at) : 0
  if (over > 0) return { tone: 'late', words: say('{{time}} late', over), at: due_at }
  return row.is_breached
    ? { tone: 'late', words: say('Was late'), at: due_at }
    : { tone: 'calm', words: say('On time'), at: due_at }
}
