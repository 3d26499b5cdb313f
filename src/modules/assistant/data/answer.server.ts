import { formatDay, formatNumber } from '../../../shared/format.ts'
import { tIn } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { comparable, spanBefore, spanWords } from '../../../shared/time/spans.ts'
import type { Period } from '../language/periods.ts'
import type { Question } from '../language/question.ts'
import type { Figure, FigureRow, Reply, ReplyLink } from '../reply.ts'
import {
  type Asker,
  countIn,
  examplesIn,
  type Group,
  groupsIn,
  ORDERED_MOST,
  queryOf,
  sumIn,
  sumsIn,
} from './counting.server.ts'
import { listLink } from './links.ts'
import { maySeeAll, seenIds } from './rights.server.ts'
import { filterWords, keyNames, numberWords, percentWords, periodWords, understoodAs } from './words.server.ts'

export type Answer = Pick<Reply, 'text' | 'understood' | 'figure' | 'links' | 'suggestions'>

const EXAMPLES = 3
const LISTED = 10
const BARS = 8
const RANKED = 5

/**
 * The answer to a question, of what the asker may see and no more; null where it asks for what is not theirs.
 * @param than the question before, where only the period is another one: the answer is held against it
 * @throws Refusal where something of it is no filter of the register's list
 */
export async function answerTo(
  asker: Asker,
  definition: Definition,
  question: Question,
  than: Question | null = null,
): Promise<Answer | null> {
  if (!(await maySeeAll(asker, definition, queryOf(definition, question, question.period)))) return null
  const about = { asker, definition, question }
  switch (question.does) {
    case 'compare':
      return compared(about)
    case 'rank':
    case 'by':
      return split(about)
    case 'share':
      return question.by ? split(about) : shared(about)
    case 'sum':
    case 'mean':
      return question.by ? split(about) : summed(about)
    default: {
      const answer = await counted(about)
      return than ? { ...answer, text: `${answer.text}${await heldAgainst(about, than)}` } : answer
    }
  }
}

/** How it stands against the same question of another period. */
async function heldAgainst({ asker, definition, question }: About, than: Question): Promise<string> {
  const { language } = asker.actor
  const isSame = than.module === question.module && JSON.stringify(than.filters) === JSON.stringify(question.filters)
  const [now, before] = [question.period, than.period]
  if (!isSame || !now || !before || (now.from === before.from && now.to === before.to)) return ''
  const [a, b] = await Promise.all([
    countIn(asker, definition, question, now),
    countIn(asker, definition, than, before),
  ])
  const shown = (n: number) => formatNumber(n, language)
  return `\n${changeWords(a, b, `${periodWords(before, language)}: ${shown(b)}`, { shown, language })}`
}

interface About {
  asker: Asker
  definition: Definition
  question: Question
}

const linkTo = ({ definition, question }: About, period = question.period): string =>
  listLink(definition, question, period)

async function rowsLink(about: About, period = about.question.period, label?: string): Promise<ReplyLink> {
  const { language } = about.asker.actor
  return { label: label ?? tIn(language, 'Show the list'), path: linkTo(about, period) }
}

async function counted(about: About): Promise<Answer> {
  const { asker, definition, question } = about
  const { language } = asker.actor
  const n = await countIn(asker, definition, question, question.period)
  const understood = await understoodAs(asker, definition, question)
  const isList = question.does === 'list'
  const wantsExamples = n > 0 && n <= ORDERED_MOST && (isList || Object.keys(question.filters).length > 0)
  const examples = wantsExamples
    ? await examplesIn(asker, definition, question, {
        period: question.period,
        most: isList ? (question.most ?? LISTED) : EXAMPLES,
      })
    : []
  const told = examples.map(({ called, title, at }) => [called, title, at && formatDay(at)].filter(Boolean).join(' – '))
  const lead = tIn(language, question.order === 'newest' ? 'The newest: {{list}}' : 'The oldest: {{list}}', {
    list: told.slice(0, EXAMPLES).join('; '),
  })
  const rows = examples.map(
    ({ id, called, title, at }): FigureRow => ({
      label: [called, title].filter(Boolean).join(' – '),
      value: null,
      shown: at ? formatDay(at) : '',
      link: `/${definition.name}/view/${id}`,
    }),
  )
  const number = formatNumber(n, language)
  return {
    text: `${understood}: ${number}.${told.length > 0 ? `\n${lead}.` : ''}`,
    understood,
    figure:
      rows.length > 0
        ? { kind: 'list', label: tIn(language, definition.label), rows }
        : {
            kind: 'number',
            label: understood,
            rows: [{ label: understood, value: n, shown: number, link: linkTo(about) }],
          },
    links: [await rowsLink(about)],
    suggestions: [],
  }
}

async function compared(about: About): Promise<Answer> {
  const { asker, definition, question } = about
  const { language } = asker.actor
  const now = question.period ?? monthOf(asker.today)
  const before = question.against ?? periodBefore(now)
  const [first, second] = now.from >= before.from ? [now, before] : [before, now]
  const asked = { ...question, period: first }
  const same = comparable(first, second, asker.today)
  const cut = same.to !== second.to ? same : null
  const value = (period: Period) =>
    question.of
      ? sumIn(asker, definition, asked, { period, of: question.of }).then(wanted(question))
      : countIn(asker, definition, asked, period)
  const [a, b, partly] = await Promise.all([value(first), value(second), cut && value({ ...cut, called: '' })])
  const understood = await understoodAs(asker, definition, asked, { hasPeriod: false })
  const field = question.of ? definition.fields[question.of] : undefined
  const shown = (n: number) => numberWords(n, field, language)
  const [words, wordsBefore] = [periodWords(first, language), periodWords(second, language)]
  const held = partly ?? b
  const heldWords = cut ? spanWords(cut) : wordsBefore
  const rows: FigureRow[] = [
    { label: words, value: a, shown: shown(a), link: linkTo(about, first) },
    ...(cut
      ? [{ label: heldWords, value: held, shown: shown(held), link: linkTo(about, { ...cut, called: '' }) }]
      : []),
    { label: wordsBefore, value: b, shown: shown(b), link: linkTo(about, second) },
  ]
  const change = changeWords(a, held, heldWords, { shown, language })
  const wholly = cut ? ` ${wordsBefore}: ${shown(b)}.` : ''
  return {
    text: `${understood}. ${words}: ${shown(a)}. ${heldWords}: ${shown(held)}.${wholly}\n${change}`,
    understood: `${understood} · ${words} / ${wordsBefore}`,
    figure: { kind: 'bars', label: field ? tIn(language, field.label) : tIn(language, definition.label), rows },
    links: [await rowsLink(about, first, words), await rowsLink(about, second, wordsBefore)],
    suggestions: [],
  }
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

interface Saying {
  shown(n: number): string
  language: Asker['actor']['language']
}
function changeWords(now: number, before: number, than: string, { shown, language }: Saying): string {
  if (now === before) return tIn(language, 'As many as {{than}}.', { than })
  const percent =
    before === 0 ? '' : ` (${now > before ? '+' : '−'}${percentWords(Math.abs(now - before), before, language)})`
  const says = now > before ? '{{n}} more than {{than}}{{percent}}.' : '{{n}} fewer than {{than}}{{percent}}.'
  return tIn(language, says, { n: shown(Math.abs(now - before)), than, percent })
}

async function split(about: About): Promise<Answer> {
  const { asker, definition, question } = about
  const { language } = asker.actor
  const by = question.by ?? ''
  const of = question.of
  const groups = await (of
    ? sumsIn(asker, definition, question, { period: question.period, of, by })
    : groupsIn(asker, definition, question, { period: question.period, by }))
  const known = groups.filter(({ key }) => question.does !== 'rank' || key !== '')
  const sorted = question.isLeast
    ? await withEmpty(about, known, by)
    : known.toSorted((a, b) => b.n - a.n || a.key.localeCompare(b.key))
  const total = groups.reduce((sum, { n }) => sum + n, 0)
  const shown = sorted.slice(
    0,
    question.does === 'rank' ? Math.max(question.most ?? RANKED, 1) : (question.most ?? BARS),
  )
  const names = await keyNames(
    asker,
    definition,
    by,
    shown.map(({ key }) => key),
  )
  const nameOf = (key: string) => names.get(key || 'none') ?? key
  const field = of ? definition.fields[of] : undefined
  const value = (n: number) => numberWords(n, field, language)
  const isShare = question.does === 'share'
  const rows = shown.map(
    ({ key, n }): FigureRow => ({
      label: nameOf(key),
      value: n,
      shown: isShare ? `${value(n)} (${percentWords(n, total, language)})` : value(n),
      link: listLink(
        definition,
        { ...question, filters: { ...question.filters, [by]: [key || 'none'] } },
        question.period,
      ),
    }),
  )
  const told = question.does === 'rank' ? rows.slice(0, question.most ?? 1) : rows
  const understood = `${await understoodAs(asker, definition, question)} · ${tIn(language, 'By {{field}}', { field: tIn(language, definition.fields[by]?.label ?? by) })}${field ? ` · ${tIn(language, field.label)}` : ''}`
  const list = told.map((row) => `${row.label}: ${row.shown}`).join('; ')
  const tie = question.does === 'rank' && told.length === 1 ? tiedWith(rows) : ''
  return {
    text:
      rows.length > 0
        ? `${understood}.\n${list}.${tie ? ` ${tIn(language, 'As many: {{list}}', { list: tie })}.` : ''}`
        : `${understood}: 0.`,
    understood,
    figure:
      rows.length > 0
        ? ({ kind: 'bars', label: tIn(language, field?.label ?? definition.label), rows } satisfies Figure)
        : null,
    links: [await rowsLink(about), ...told.slice(0, EXAMPLES).map(({ label, link = '' }) => ({ label, path: link }))],
    suggestions: [],
  }
}

const tiedWith = ([first, ...more]: readonly FigureRow[]): string =>
  more
    .filter(({ value }) => value === first?.value)
    .map(({ label }) => label)
    .join(', ')

/** The fewest first, those of the asker's that have none before all. */
async function withEmpty({ asker, definition }: About, groups: readonly Group[], by: string): Promise<Group[]> {
  const all = await seenIds(asker, definition.fields[by]?.to)
  const none = all.filter((id) => !groups.some(({ key }) => key === id)).map((key): Group => ({ key, n: 0 }))
  return [...none, ...groups].toSorted((a, b) => a.n - b.n || a.key.localeCompare(b.key))
}

/** How large a part those with the filters are of all without them. */
async function shared(about: About): Promise<Answer> {
  const { asker, definition, question } = about
  const { language } = asker.actor
  const named = Object.entries(question.filters)
  const places = named.filter(([name]) => definition.fields[name]?.to || name === 'id')
  // 'the share of overdue complaints in S05' is of all in S05; 'the share of S05' is of the whole chain.
  const values = named.filter(([name]) => !places.some(([place]) => place === name))
  const kept = values.length > 0 ? Object.fromEntries(places) : {}
  const whole: Question = { ...question, filters: kept }
  const [part, all] = await Promise.all([
    countIn(asker, definition, question, question.period),
    countIn(asker, definition, whole, question.period),
  ])
  const understood = await understoodAs(asker, definition, question)
  const [partWords, wholeWords] = [
    await filterWords(asker, definition, question),
    await understoodAs(asker, definition, whole),
  ]
  const shown = percentWords(part, all, language)
  return {
    text: `${understood}: ${shown} – ${tIn(language, '{{part}} of {{whole}}', { part: formatNumber(part, language), whole: formatNumber(all, language) })} (${wholeWords}).`,
    understood,
    figure: {
      kind: 'bars',
      label: tIn(language, definition.label),
      rows: [
        {
          label: partWords.join(', ') || understood,
          value: part,
          shown: `${formatNumber(part, language)} (${shown})`,
          link: linkTo(about),
        },
        {
          label: wholeWords,
          value: all,
          shown: formatNumber(all, language),
          link: linkTo({ ...about, question: whole }),
        },
      ],
    },
    links: [await rowsLink(about)],
    suggestions: [],
  }
}

async function summed(about: About): Promise<Answer> {
  const { asker, definition, question } = about
  const { language } = asker.actor
  const of = question.of ?? ''
  const field = definition.fields[of]
  const { sum, mean, n } = await sumIn(asker, definition, question, { period: question.period, of })
  const isMean = question.does === 'mean'
  const value = isMean ? (mean ?? 0) : sum
  const shown = isMean && mean === null ? '–' : numberWords(value, field, language)
  const said = tIn(language, isMean ? 'Mean of {{field}}' : 'Sum of {{field}}', {
    field: tIn(language, field?.label ?? of),
  })
  const understood = `${await understoodAs(asker, definition, question)} · ${said}`
  return {
    text: `${understood}: ${shown} (${tIn(language, 'of {{n}} records', { n: formatNumber(n, language) })}).`,
    understood,
    figure: { kind: 'number', label: said, rows: [{ label: said, value, shown, link: linkTo(about) }] },
    links: [await rowsLink(about)],
    suggestions: [],
  }
}
