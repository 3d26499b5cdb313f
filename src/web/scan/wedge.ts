import { beginsCitizenCard } from '../../shared/vietnam/citizen-card.ts'

/**
 * A hand scanner types: nothing but its pace tells it from a hand. This judges keys alone, and touches no page, so that it can be tried
 * with recorded ones.
 */
export type Key = Pick<
  KeyboardEvent,
  'key' | 'code' | 'timeStamp' | 'repeat' | 'isComposing' | 'ctrlKey' | 'altKey' | 'metaKey'
>

export interface Verdict {
  /**
   * What becomes of the key: `passed` is the page's; so is `begun`, which may be part of a code; `held` is kept from the page, as no hand
   * is so quick; `ended` closes a code and is kept from it too.
   */
  is: 'passed' | 'begun' | 'held' | 'ended'
  /** The code that has ended. */
  code?: string
  /** What was held and is no code after all: the page gets it back, before this key. */
  back?: string
}

export interface Wedge {
  take(key: Key): Verdict
  /** How many keys of what may be a code the page has got; 1: this is the first. */
  landed(): number
  /** What was held and has not ended in time. */
  giveBack(now: number): string
}

/** Longest time between two keys of a scanner, ms: wireless ones send several at once, and then none for a while. */
const GAP_MOST = 90
/** Longest time between its keys on average: the quickest hands reach 60 for a word. */
const PACE_MOST = 40
/** Its Enter or Tab comes at once, and a second one may follow it. */
const END_MOST = 120
/** No code in use is shorter, and no hand types so many at this pace. */
const LEAST = 4

export function wedge(): Wedge {
  let typed = ''
  /** The same as the keyboard has it, for the page. */
  let raw: string[] = []
  let landed = 0
  let first = 0
  let last = 0
  let endedAt = Number.NEGATIVE_INFINITY

  const pace = () => (last - first) / Math.max(1, typed.length - 1)
  /** Forgets what was typed so far; answers what of it the page lacks. */
  const drop = (): Pick<Verdict, 'back'> => {
    const back = raw.slice(landed).join('')
    typed = ''
    raw = []
    landed = 0
    return back ? { back } : {}
  }
  const pass = (): Verdict => ({ is: 'passed', ...drop() })
  const begin = (char: string, key: string, at: number): Verdict => {
    const verdict: Verdict = { is: 'begun', ...drop() }
    typed = char
    raw = [key]
    landed = 1
    first = at
    last = at
    return verdict
  }
  const end = (at: number): Verdict => {
    if (typed === '' && isWithin(END_MOST, at - endedAt)) return { is: 'held' }
    if (typed.length < LEAST || pace() > PACE_MOST || !isWithin(END_MOST, at - last)) return pass()
    const code = typed
    landed = raw.length
    drop()
    endedAt = at
    return { is: 'ended', code }
  }
  return {
    take(key) {
      if (key.key === 'Shift' || key.key === 'CapsLock') return { is: 'passed' }
      if (key.repeat || key.isComposing || key.ctrlKey || key.altKey || key.metaKey) return pass()
      const at = key.timeStamp
      if (key.key === 'Enter' || key.key === 'Tab') return end(at)
      const char = charOf(key, beginsCitizenCard(typed))
      if (char === null || (char === ' ' && typed === '')) return pass()
      if (typed === '' || !isWithin(GAP_MOST, at - last)) return begin(char, key.key, at)
      typed += char
      raw.push(key.key)
      last = at
      const isHeld = landed < typed.length - 1 || (typed.length >= LEAST && pace() <= PACE_MOST)
      if (isHeld) return { is: 'held' }
      landed += 1
      return { is: 'begun' }
    },
    landed: () => landed,
    giveBack: (now) => (typed === '' || now - last <= END_MOST ? '' : (drop().back ?? '')),
  }
}

/** Keys of one device come in the order of their times: one from before the last came from elsewhere, e.g. from a hand. */
const isWithin = (most: number, gap: number): boolean => gap >= 0 && gap <= most

/**
 * The character of a key, as codes have them. On the Vietnamese layout the row of digits writes letters: a scanner means the digit that
 * stands on the key. What an input method writes by itself has no key, and is none.
 * @param isNamed the code has names in it: nothing but a scanner has come so far
 */
function charOf({ key, code }: Key, isNamed: boolean): string | null {
  if (/^[ -~]$/.test(key) || (isNamed && /^[\p{L}\p{M}\p{N}\p{P}]$/u.test(key))) return key
  return /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1] ?? null
}
