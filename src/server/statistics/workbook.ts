import { Readable } from 'node:stream'
import type { FigureUnit } from '../../shared/definition/statistics-options.ts'
import { formatMoment } from '../../shared/format.ts'
import { type Language, tIn } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import { numberCell, type SheetCell, textCell } from '../../shared/sheet.ts'
import {
  isCalendar,
  type Statistics,
  type StatisticsLine,
  type StatisticsTotals,
  statisticsIn,
  unitOf,
} from '../../shared/statistics.ts'
import { spanWords } from '../../shared/time/spans.ts'
import { normalizeText } from '../../shared/vietnam/vietnam.ts'
import { type Sheet, type SheetColumn, type SheetRow, workbook } from '../sheets/sheets.ts'

interface Reader {
  /** With whose rights it was made. */
  name: string
  language: Language
  timeZone: string
}

/** Statistics as a workbook: the figures as the page shows them, and what they are of. */
export function workbookOf(definition: Definition, statistics: Statistics, reader: Reader): Readable {
  const say = (text: string) => tIn(reader.language, text)
  const total = { ...statistics.totals, key: '', label: say('Total') }
  const columns = [
    { label: headOf(definition, statistics.by, say), width: 30 },
    ...shown(definition).flatMap(({ label }): SheetColumn[] => [
      { label: say(label) },
      ...(statistics.compared ? [{ label: `${say(label)} (${say('before')})` }] : []),
    ]),
  ]
  const facts: [string, string][] = [
    [say('Statistics'), say(definition.label)],
    [say('Period'), spanWords(statistics.period)],
    ...(statistics.compared ? [[say('Compared with'), spanWords(statistics.compared)] satisfies [string, string]] : []),
    ...statistics.narrowed,
    [say('Seen with the permissions of'), reader.name],
    [say('As of'), formatMoment(new Date(), reader.timeZone)],
  ]
  const sheets: Sheet[] = [
    ...(statistics.cells
      ? mapSheets(definition, statistics, statistics.cells, say)
      : [
          {
            name: say('Statistics'),
            columns,
            batches: [[...statistics.rows, total].map((line) => rowOf(definition, statistics, line))],
          },
        ]),
    {
      name: say('About this report'),
      columns: [
        { label: say('Item'), width: 28 },
        { label: say('Value'), width: 60 },
      ],
      batches: [facts.map(([what, value]) => [textCell(what), textCell(value)])],
    },
  ]
  return Readable.from(workbook(sheets), { objectMode: false })
}

/** The register, what its rows are, and its days. */
export function workbookName(definition: Definition, { by, period }: Statistics, language: Language): string {
  const say = (words: string) => tIn(language, words)
  const words = normalizeText(`${say(definition.label)} ${headOf(definition, by, say)}`).normalize('NFC')
  return `${words.replace(/[^\p{L}\p{N}]+/gu, '-')}-${period.from}-${period.to}.xlsx`
}

/** What rows are called. */
const headOf = ({ fields }: Definition, by: string, say: (text: string) => string): string =>
  say(by === 'month' ? 'Month' : by === 'day' ? 'Day' : (fields[by]?.label ?? by))

/** Of a map a sheet for each figure that adds up. */
function mapSheets(
  definition: Definition,
  { by }: Statistics,
  cells: NonNullable<Statistics['cells']>,
  say: (text: string) => string,
): Sheet[] {
  const { maps = [], figures } = statisticsIn(definition)
  const columns = maps.find(({ rows }) => rows === by)?.columns ?? by
  const sides = (name: string) => definition.fields[name]?.of ?? []
  return shown(definition)
    .filter(({ key }) => ['count', 'sum'].some((kind) => kind in (figures[key] ?? {})))
    .map(({ key, label, unit }): Sheet => {
      const found = new Map(cells.map((cell) => [`${cell.key} ${cell.and}`, cell.values[key] ?? 0]))
      return {
        name: say(label),
        columns: [
          { label: headOf(definition, by, say), width: 20 },
          ...sides(columns).map((one) => ({ label: say(one.label) })),
        ],
        batches: [
          sides(by).map((row) => [
            textCell(say(row.label)),
            ...sides(columns).map((one) => numberCell(found.get(`${row.value} ${one.value}`) ?? 0, FORMATS[unit])),
          ]),
        ],
      }
    })
}

const shown = (definition: Definition) =>
  Object.entries(statisticsIn(definition).figures)
    .filter(([, { isHidden }]) => !isHidden)
    .map(([key, figure]) => ({ key, label: figure.label, unit: unitOf(definition, figure) }))

function rowOf(
  definition: Definition,
  statistics: Statistics,
  line: StatisticsTotals & Pick<StatisticsLine, 'key' | 'label'>,
): SheetRow {
  return [
    headCell(statistics.by, line),
    ...shown(definition).flatMap(({ key, unit }) => [
      numberCell(line.values[key] ?? null, FORMATS[unit]),
      ...(statistics.compared ? [numberCell(line.before?.[key] ?? null, FORMATS[unit])] : []),
    ]),
  ]
}

/** Days are dates; a month is written as people say it. */
function headCell(by: string, { key, label }: Pick<StatisticsLine, 'key' | 'label'>): SheetCell {
  if (key && by === 'day') return { type: 'date', at: key, hasTime: false }
  return textCell(key && isCalendar(by) ? `${key.slice(5)}/${key.slice(0, 4)}` : label)
}

const FORMATS: Record<FigureUnit, 'whole' | 'decimal' | 'percent'> = {
  whole: 'whole',
  money: 'whole',
  decimal: 'decimal',
  percent: 'percent',
  points: 'decimal',
  score: 'decimal',
  hours: 'decimal',
  minutes: 'whole',
  days: 'whole',
}
