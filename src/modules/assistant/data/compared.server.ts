import { isDeepStrictEqual } from 'node:util'
import { formatNumber } from '../../../shared/format.ts'
import { tIn } from '../../../shared/language.ts'
import { comparable, isAsLong, spanBefore, spanWords } from '../../../shared/time/spans.ts'
import type { Period } from '../language/periods.ts'
import type { Question } from '../language/question.ts'
import type { FigureRow } from '../reply.ts'
import { type About, type Answer, linkTo, rowsLink } from './about.server.ts'
import { type Asker, countIn, sumIn } from './counting.server.ts'
import { numberWords, percentWords, periodWords, understoodAs } from './words.server.ts'

/** Two periods against each other; of one that is not over yet, as much of the other. */
export async function compared(about: About): Promise<Answer> {
  const { asker, definition, question } = about
  const { language } = asker.actor
  const now = question.period ?? monthOf(asker.today)
  const before = question.against ?? periodBefore(now)
  const [later, second] = now.from >= before.from ? [now, before] : [before, now]
  const [first, same] = alike(later, second, asker.today)
  const cut = same.to !== second.to ? same : null
  const asked = { ...question, period: first }
  const value = (period: Period) =>
    question.of
      ? sumIn(asker, definition, asked, { period, of: question.of }).then(wanted(question))
      : countIn(asker, definition, asked, period)
  const [a, b, partly] = await Promise.all([value(first), value(second), cut && value(cut)])
  const understood = await understoodAs(asker, definition, asked, { hasPeriod: false })
  const field = question.of ? definition.fields[question.of] : undefined
  const shown = (n: number) => numberWords(n, field, language)
  const [words, wordsBefore] = [periodWords(first, language), periodWords(second, language)]
  const held = partly ?? b
  const heldWords = cut ? spanWords(cut) : wordsBefore
  const rows: FigureRow[] = [
    { label: words, value: a, shown: shown(a), link: linkTo(about, first) },
    ...(cut ? [{ label: heldWords, value: held, shown: shown(held), link: linkTo(about, cut) }] : []),
    { label: wordsBefore, value: b, shown: shown(b), link: linkTo(about, second) },
  ]
  const change = changeWords(a, held, heldWords, { shown, language })
  const wholly = cut ? ` ${wordsBefore}: ${shown(b)}.` : ''
  return {
    text: `${understood}. ${words}: ${shown(a)}. ${heldWords}: ${shown(held)}.${wholly}\n${change}`,
    understood: `${understood} · ${words} / ${wordsBefore}`,
    figure: { kind: 'bars', label: field ? tIn(language, field.label) : tIn(language, definition.label), rows },
    links: [rowsLink(about, first, words), rowsLink(about, second, wordsBefore)],
    suggestions: [],
  }
}

/** How it stands against the same question of another period. */
export async function heldAgainst({ asker, definition, question }: About, than: Question): Promise<string> {
  const { language } = asker.actor
  const whatOf = ({ module, filters, on }: Question) => ({ module, filters, on })
  const isSame = isDeepStrictEqual(whatOf(than), whatOf(question))
  const [asked, held] = [question.period, than.period]
  if (!isSame || !asked || !held || (asked.from === held.from && asked.to === held.to)) return ''
  const isLater = asked.from >= held.from
  // Of a day that is not over nobody can tell as much of another one.
  if (!isAsLong(asked, held) || (isLater ? asked : held).from === asker.today) return ''
  const [later, earlier] = alike(isLater ? asked : held, isLater ? held : asked, asker.today)
  const [now, before] = isLater ? [later, earlier] : [earlier, later]
  const [a, b] = await Promise.all([
    countIn(asker, definition, question, now),
    countIn(asker, definition, than, before),
  ])
  const part = now.to === asked.to ? '' : `${spanWords(now)}: ${formatNumber(a, language)}. `
  return `\n${part}${countWords(a, b, periodWords(before, language), language)}`
}

/** Of a period that is not over what has gone of it, and as much of the one before. */
function alike(later: Period, earlier: Period, today: string): [later: Period, earlier: Period] {
  const isRunning = later.from <= today && today < later.to
  const same = comparable(later, earlier, today)
  return [isRunning ? { ...later, to: today } : later, same.to === earlier.to ? earlier : { ...same, called: '' }]
}

const wanted =
  ({ does }: Question) =>
  ({ sum, mean }: { sum: number; mean: number | null }) =>
    does === 'mean' ? (mean ?? 0) : sum

const monthOf = (today: string): Period => ({
  from: `${today.slice(0, 8)}01`,
  to: new Date(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)), 0)).toISOString().slice(0, 10),
  called: 'month 0',
})

/** What a period is held against where nothing else is said: the one before of its kind. */
export function periodBefore(period: Period): Period {
  const [unit, shift] = period.called.split(' ')
  const called = ['day', 'week', 'month', 'quarter', 'year'].includes(unit ?? '') && shift === '0' ? `${unit} -1` : ''
  return { ...(spanBefore(period, unit === 'year' ? 'year' : 'previous') ?? period), called }
}

/** The same of records, which Korean counts by a word of their own. */
function countWords(now: number, before: number, than: string, language: Asker['actor']['language']): string {
  const says =
    now === before
      ? 'As many as {{than}}: {{before}}.'
      : now > before
        ? '{{n}} more than {{than}}: {{before}}{{percent}}.'
        : '{{n}} fewer than {{than}}: {{before}}{{percent}}.'
  return tIn(language, says, {
    n: formatNumber(Math.abs(now - before), language),
    than,
    before: formatNumber(before, language),
    percent: changePercent(now, before, language),
  })
}

const changePercent = (now: number, before: number, language: Asker['actor']['language']): string =>
  before === 0 ? '' : ` (${now > before ? '+' : '−'}${percentWords(Math.abs(now - before), before, language)})`

interface Saying {
  shown(n: number): string
  language: Asker['actor']['language']
}
function changeWords(now: number, before: number, than: string, { shown, language }: Saying): string {
  if (now === before) return tIn(language, 'As many as {{than}}.', { than })
  const percent = changePercent(now, before, language)
  const says = now > before ? '{{n}} more than {{than}}{{percent}}.' : '{{n}} fewer than {{than}}{{percent}}.'
  return tIn(language, says, { n: shown(Math.abs(now - before)), than, percent })
}
