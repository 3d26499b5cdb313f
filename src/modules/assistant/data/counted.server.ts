import { formatDay, formatNumber } from '../../../shared/format.ts'
import { tIn } from '../../../shared/language.ts'
import type { FigureRow } from '../reply.ts'
import { type About, type Answer, linkTo, rowsLink } from './about.server.ts'
import { countIn, examplesIn, ORDERED_MOST, sumIn } from './counting.server.ts'
import { numberWords, understoodAs } from './words.server.ts'

const EXAMPLES = 3
const LISTED = 10

/** How many there are, with the first of them. */
export async function counted(about: About): Promise<Answer> {
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
    links: [rowsLink(about)],
    suggestions: [],
  }
}

/** The sum or the mean of a field. */
export async function summed(about: About): Promise<Answer> {
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
    links: [rowsLink(about)],
    suggestions: [],
  }
}
