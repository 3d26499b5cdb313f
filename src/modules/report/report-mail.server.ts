import { FIGURE_WORDS, OF_WHICH_OVERDUE } from '../../shared/complaints/figures.ts'
import { formatNumber, formatPercent } from '../../shared/format.ts'
import { type Language, tIn } from '../../shared/language.ts'
import { spanWords } from '../../shared/time/spans.ts'
import type { ReportKind } from './kinds.ts'
import type { ReportWish } from './parse-query.server.ts'
import { HEADS, openIn, type Report, type ReportLine, wordsIn } from './report.ts'

export interface ReportMail {
  subject: string
  text: string
  html: string
}
interface Writer {
  language: Language
  /** Who set the report up. */
  owner: string
  /** Where the product is reached; without it the mail has no link. */
  publicUrl: string | undefined
  /** The page on which the reader ends these mails. */
  endingPage: string
}

/** As many lines as a mail shows; the workbook has all. */
const MOST_LINES = 15

/** The figures of a report as a mail: what came in, how it stands, the lines with most, and the way to the report itself. */
export function reportMailOf(
  report: Report,
  { kind, filters }: ReportWish,
  { language, owner, publicUrl, endingPage }: Writer,
): ReportMail {
  const say = (text: string, params?: Record<string, string | number>) => tIn(language, text, params)
  const subject = `${say('Complaints')} · ${say(kind.label)} · ${spanWords(report.period)}`
  const house = publicUrl?.replace(/\/$/, '')
  const address = house && `${house}${addressOf(report, filters)}`
  const ending = house && `${house}${endingPage}`
  const figures = figuresOf(report, kind, language)
  const { head, lines } = linesOf(report, kind, language)
  const foot = say('{{name}} set up this report. The workbook with all figures is attached.', { name: owner })
  return {
    subject,
    text: [
      subject,
      figures.map(([name, value]) => `${name}: ${value}`).join('\n'),
      `${head}\n${lines.map((cells) => `- ${cells.join(' · ')}`).join('\n')}`,
      ...(address ? [`${say('Open the report')}: ${address}`] : []),
      foot,
      ...(ending ? [`${say('Stop these e-mails')}: ${ending}`] : []),
    ].join('\n\n'),
    html: [
      `<h2 style="font-size:18px;margin:0 0 12px">${clean(subject)}</h2>`,
      tableOf(figures),
      `<h3 style="font-size:15px;margin:20px 0 6px">${clean(head)}</h3>`,
      tableOf(lines),
      ...(address
        ? [`<p style="margin:20px 0"><a href="${clean(address)}">${clean(say('Open the report'))}</a></p>`]
        : []),
      `<p style="color:#5f6a79;font-size:13px">${clean(foot)}${ending ? ` <a href="${clean(ending)}">${clean(say('Stop these e-mails'))}</a>` : ''}</p>`,
    ].join('\n'),
  }
}

function figuresOf({ totals, narrowed }: Report, kind: ReportKind, language: Language): string[][] {
  const say = (text: string) => tIn(language, text)
  const count = (n: number) => formatNumber(n, language)
  const judged = totals.on_time + totals.late
  return [
    ...narrowed,
    [say(wordsIn(kind).n.label), count(totals.n) + changed(totals, language)],
    ...(kind.status
      ? []
      : [
          [
            say(FIGURE_WORDS.open.label),
            `${count(openIn(totals))}, ${tIn(language, OF_WHICH_OVERDUE, { n: count(totals.parts.overdue) })}`,
          ],
        ]),
    [say(wordsIn(kind).onTime.label), judged === 0 ? '–' : formatPercent((totals.on_time / judged) * 100, language, 1)],
  ]
}

/** The lines with most; of a report over time, those of its columns or its months. */
function linesOf(report: Report, kind: ReportWish['kind'], language: Language): { head: string; lines: string[][] } {
  const by = 'columns' in kind ? kind.columns : kind.rows
  const lines = (report.columns ?? report.rows).filter(({ n, before }) => n > 0 || before).slice(0, MOST_LINES)
  const named = (line: ReportLine) => (by === 'month' ? `${line.key.slice(5)}/${line.key.slice(0, 4)}` : line.label)
  return {
    head: tIn(language, HEADS[by]),
    lines: lines.map((line) => [named(line), formatNumber(line.n, language) + changed(line, language)]),
  }
}

function changed({ n, before }: Pick<ReportLine, 'n' | 'before'>, language: Language): string {
  if (!before) return ''
  const change = ((n - before) / before) * 100
  return ` (${change > 0 ? '+' : ''}${formatPercent(change, language, 1)})`
}

/** The address of the very report, its period written out. */
function addressOf({ report, period, compare }: Report, filters: ReportWish['filters']): string {
  const asked: [string, string][] = [
    report === 'by-year'
      ? ['year', period.from.slice(0, 4)]
      : report === 'by-month' || report === 'by-tag'
        ? ['month', period.from.slice(0, 7)]
        : ['period', `${period.from}..${period.to}`],
    ...(compare === 'previous' ? [] : [['compare', compare] satisfies [string, string]]),
    ...Object.entries(filters).flatMap(([name, values]) =>
      values.map((value): [string, string] => [name, String(value ?? 'none')]),
    ),
  ]
  return `/report/${report}?${new URLSearchParams(asked)}`
}

const tableOf = (lines: readonly (readonly string[])[]): string =>
  `<table style="border-collapse:collapse">${lines
    .map(
      ([name = '', value = '']) =>
        `<tr><td style="padding:4px 24px 4px 0;border-bottom:1px solid #e3e6eb">${clean(name)}</td><td style="padding:4px 0;border-bottom:1px solid #e3e6eb;text-align:right"><b>${clean(value)}</b></td></tr>`,
    )
    .join('')}</table>`

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const clean = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign)
