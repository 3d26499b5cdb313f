import { choice } from '../fields.ts'
import { currentLanguage, type Language, tIn } from '../language.ts'
import { spell } from '../time/spell.ts'
import { HOUR_MS } from '../time/units.ts'

/** How what waits in a register (its `pendingFilter`) stands in what waits for a person: `list.waiting` of a definition. */
export interface Waiting<Name = string> {
  /** Its clocks, the gravest first: where several have run out, that one counts; else the nearest that still runs. */
  clocks?: readonly WaitingClock<Name>[]
  /** How a record stands, where that has words of its own. */
  words?: (row: Readonly<Record<string, unknown>>, now: number, language: Language) => WaitingWords | null
  /** The moment since when it waits, where no clock runs; that of its making unless said. */
  since?: Name
  /** What a line says beside its title; the store and the customer unless said. */
  says?: readonly Name[]
  /** The filters by which its list shows the same, where those of `pendingFilter` are none of its own. */
  list?: Readonly<Record<string, readonly string[]>>
  /** The filters of the module's own by which its list shows what waits for the reader, where no field says whose a record is. */
  mine?: Readonly<Record<string, readonly string[]>>
}

/** Whose of a register are shown, as a filter of its list; see `mine`. */
export const WHOSE_RECORDS = choice('Whose', [{ value: 'mine', label: 'Mine' }])

export interface WaitingClock<Name = string> {
  /** A moment, or a day that is over with its last minute. */
  by: Name
  /** SQL over the row `r`: of which rows it runs; of all that wait unless said. */
  where?: string
}

export interface WaitingWords {
  tone: 'calm' | 'soon' | 'late' | 'paused'
  words: string
}

/** The order of a list whose records have clocks: what is past one by the gravest and how long, then by the nearest that still runs. */
export const WORST_FIRST = 'worst'

/** How one record waits, as the server answers it. */
export interface Waits {
  /** Which of its clocks counts; null where none runs. */
  clock: number | null
  /** The moment that clock counts to; else since when it waits. */
  at: string
}

/** Records of one register that wait, the worst first. */
export interface WaitingRegister<Row> {
  /** Its name. */
  module: string
  /** How many there are: the number that the menu shows, and the length of the list it leads to. */
  count: number
  /** Of these the ones that wait for the asker, and not for somebody else. */
  mine: number
  lines: (Waits & { row: Row })[]
}

/** The last quarter of the time counts as soon, and its last four hours, but no more than half of it. */
const SOON_SHARE = 0.25
const SOON_MS = 4 * HOUR_MS
const SOON_MOST = 0.5

/** Whether so little is left of the whole time that it wants to be done next; both in ms. */
export const isSoon = (left: number, whole: number): boolean =>
  left < Math.max(whole * SOON_SHARE, Math.min(SOON_MS, whole * SOON_MOST))

export const LEFT = '{{time}} left'
export const LATE = '{{time}} late'

/**
 * How a record waits, in a word and a colour.
 * @param now milliseconds of the epoch
 */
export function waitingWords(
  waiting: Waiting | undefined,
  { clock, at }: Waits,
  row: Readonly<Record<string, unknown>> & { created_at: string },
  now: number,
  language: Language = currentLanguage(),
): WaitingWords {
  const own = waiting?.words?.(row, now, language)
  if (own) return own
  const until = Date.parse(at)
  const say = (key: string, ms: number) => tIn(language, key, { time: spell(Math.max(0, ms), language) })
  if (clock === null) return { tone: 'calm', words: say('for {{time}}', now - until) }
  if (until < now) return { tone: 'late', words: say(LATE, now - until) }
  const tone = isSoon(until - now, until - Date.parse(row.created_at)) ? 'soon' : 'calm'
  return { tone, words: say(LEFT, until - now) }
}
