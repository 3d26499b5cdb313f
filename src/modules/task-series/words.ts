import { formatDay } from '../../shared/format.ts'
import { type Language, tIn } from '../../shared/language.ts'
import { WEEKDAYS } from '../../shared/time/weekdays.ts'
import type { DaysLeftOut } from './days-left-out.ts'
import { LAST_DATE, type Nth, type Repetition, WORKWEEK } from './repetition.ts'

const NTH_WORDS: Readonly<Record<Nth, string>> = {
  1: 'the first',
  2: 'the second',
  3: 'the third',
  4: 'the fourth',
  [-1]: 'the last',
}

/** 'every weekday but Tết', 'the first Monday of every month': a repetition as people say it. */
export function repetitionWords(repetition: Repetition, leftOut: DaysLeftOut, language: Language): string {
  const say = (key: string, params?: Record<string, string | number>) => tIn(language, key, params)
  return [
    rhythm(repetition, say),
    leftOut === 'tet' && say('but Tết'),
    leftOut === 'off' && say('but days off'),
    repetition.ends && 'until' in repetition.ends && say('until {{day}}', { day: formatDay(repetition.ends.until) }),
    repetition.ends && 'count' in repetition.ends && say('{{n}} times', { n: repetition.ends.count }),
  ]
    .filter(Boolean)
    .join(', ')
}

type Say = (key: string, params?: Record<string, string | number>) => string

function rhythm(repetition: Repetition, say: Say): string {
  const n = repetition.interval
  if (repetition.every === 'day') return n === 1 ? say('every day') : say('every {{n}} days', { n })
  if (repetition.every === 'week') {
    const { weekdays } = repetition
    if (n === 1 && weekdays.length === 7) return say('every day')
    if (n === 1 && weekdays.join() === WORKWEEK.join()) return say('every weekday')
    const days = weekdays.map((weekday) => say(WEEKDAYS[weekday - 1] ?? '')).join(', ')
    return n === 1 ? say('every week on {{days}}', { days }) : say('every {{n}} weeks on {{days}}', { n, days })
  }
  if (repetition.every === 'year') {
    const day = `${pad(repetition.date)}/${pad(repetition.month)}`
    return n === 1 ? say('every year on {{day}}', { day }) : say('every {{n}} years on {{day}}', { n, day })
  }
  const when = monthDayWords(repetition.on, say)
  return n === 1 ? say('every month: {{when}}', { when }) : say('every {{n}} months: {{when}}', { n, when })
}

function monthDayWords(on: Extract<Repetition, { every: 'month' }>['on'], say: Say): string {
  if ('nth' in on)
    return say('{{nth}} {{weekday}}', {
      nth: say(NTH_WORDS[on.nth]),
      weekday: say(WEEKDAYS[on.weekday - 1] ?? ''),
    })
  if (on.date === LAST_DATE) return say('the last day')
  return on.date > 28
    ? say('day {{n}}, or the last of a shorter month', { n: on.date })
    : say('day {{n}} of it', { n: on.date })
}

const pad = (n: number) => String(n).padStart(2, '0')
