import { formatNumber } from '../../../shared/format.ts'
import { tIn } from '../../../shared/language.ts'
import type { Question } from '../language/question.ts'
import type { Figure, FigureRow } from '../reply.ts'
import { type About, type Answer, linkTo, rowsLink } from './about.server.ts'
import { countIn, type Group, groupsIn, sumsIn } from './counting.server.ts'
import { listLink } from './links.ts'
import { seenIds } from './rights.server.ts'
import { filterWords, keyNames, numberWords, percentWords, understoodAs } from './words.server.ts'

const EXAMPLES = 3
const BARS = 8
const RANKED = 5

/** By the values of a field, the most first. */
export async function split(about: About): Promise<Answer> {
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
    links: [rowsLink(about), ...told.slice(0, EXAMPLES).map(({ label, link = '' }) => ({ label, path: link }))],
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
export async function shared(about: About): Promise<Answer> {
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
    links: [rowsLink(about)],
    suggestions: [],
  }
}
