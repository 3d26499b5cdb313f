import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type Sheet, type SheetColumn, type SheetRow, workbook } from '#server/sheets/sheets.ts'
import { FIGURE_WORDS } from '../../shared/complaints/figures.ts'
import { type Language, tIn } from '../../shared/language.ts'
import { harmless, numberCell, type SheetCell, textCell } from '../../shared/sheet.ts'
import { spanWords } from '../../shared/time/spans.ts'
import { normalizeText } from '../../shared/vietnam/vietnam.ts'
import type { ReportKind } from './kinds.ts'
import type { ReportWish } from './parse-query.server.ts'
import { type FigureSet, HEADS, partsIn, type Report, type ReportLine, wordsIn } from './report.ts'

/** A report as a workbook: its figures, those of its columns, and what it is of. */
export function workbookOf(
  report: Report,
  kind: ReportWish['kind'],
  facts: readonly (readonly [string, string])[],
  language: Language,
): Readable {
  const say = (text: string) => tIn(language, text)
  const sheets: Sheet[] = [
    {
      name: say(kind.label),
      columns: columnsOf(report, kind, kind.rows, say),
      batches: [[...report.rows, totalsOf(report, say)].map((line) => rowOf(report, kind, kind.rows, line))],
    },
  ]
  if ('columns' in kind && report.columns) {
    const total = totalsOf(report, say)
    sheets.unshift({
      name: say(HEADS[kind.columns]),
      columns: columnsOf(report, kind, kind.columns, say),
      batches: [[...report.columns, total].map((line) => rowOf(report, kind, kind.columns, line))],
    })
    sheets.push(matrixOf(report, report.columns, say))
  }
  sheets.push({
    name: say('About this report'),
    columns: [
      { label: say('Item'), width: 28 },
      { label: say('Value'), width: 60 },
    ],
    batches: [facts.map(([what, value]) => [textCell(what), textCell(value)])],
  })
  return Readable.from(workbook(sheets), { objectMode: false })
}

export const workbookBytes = (...given: Parameters<typeof workbookOf>): Promise<Buffer> => buffer(workbookOf(...given))

/** The report, and its days, e.g. `theo-cua-hang-2026-10-01-2026-10-31.xlsx`. */
export function workbookName({ period }: Report, kind: ReportWish['kind'], language: Language): string {
  const words = normalizeText(`${tIn(language, 'Complaints')} ${tIn(language, kind.label)}`).normalize('NFC')
  return `${words.replace(/[^\p{L}\p{N}]+/gu, '-')}-${period.from}-${period.to}.xlsx`
}

type Say = (text: string) => string
type WorkbookLine = FigureSet & Pick<ReportLine, 'key' | 'label' | 'share'>

const totalsOf = ({ totals }: Report, say: Say): WorkbookLine => ({
  ...totals,
  key: '',
  label: say('Total'),
  share: totals.n > 0 ? 1 : 0,
})

/** Months and days stand against whole ones, all else against as much of the period before as has gone of this one. */
function columnsOf({ before, compared }: Report, kind: ReportKind, by: keyof typeof HEADS, say: Say): SheetColumn[] {
  const against = by === 'month' || by === 'day' ? before : compared
  return [
    { label: say(HEADS[by]), width: 30 },
    { label: say(wordsIn(kind).n.label) },
    { label: say(FIGURE_WORDS.portion.label) },
    ...(against ? [{ label: spanWords(against) }, { label: say('Difference') }] : []),
    ...partsIn(kind).map(({ label }) => ({ label: say(label) })),
    { label: say(FIGURE_WORDS.in_time.label) },
    { label: say(FIGURE_WORDS.late.label) },
    { label: `${say(FIGURE_WORDS.reply_mean.label)} (${say('minutes')})` },
  ]
}

function rowOf({ before }: Report, kind: ReportKind, by: keyof typeof HEADS, line: WorkbookLine): SheetRow {
  const change = line.before ? (line.n - line.before) / line.before : null
  return [
    headOf(by, line),
    numberCell(line.n),
    numberCell(line.share, 'percent'),
    ...(before ? [numberCell(line.before), numberCell(change, 'percent')] : []),
    ...partsIn(kind).map(({ part }) => numberCell(line.parts[part])),
    numberCell(line.on_time),
    numberCell(line.late),
    numberCell(line.wait_minutes === null ? null : Math.round(line.wait_minutes)),
  ]
}

/** Each day with the number of every column. */
const matrixOf = (report: Report, columns: readonly ReportLine[], say: Say): Sheet => ({
  name: say('Day by day'),
  columns: [
    { label: say('Day') },
    { label: say('Total') },
    ...columns.map(({ label }) => ({ label: harmless(label) })),
  ],
  batches: [
    report.rows.map((row) => [
      headOf('day', row),
      numberCell(row.n),
      ...columns.map(({ key }) => numberCell(row.by?.[key] ?? 0)),
    ]),
  ],
})

/** Days are dates; a month is written as people say it. */
function headOf(by: keyof typeof HEADS, { key, label }: Pick<ReportLine, 'key' | 'label'>): SheetCell {
  if (key && by === 'day') return { type: 'date', at: key, hasTime: false }
  return textCell(key && by === 'month' ? `${key.slice(5)}/${key.slice(0, 4)}` : label)
}
