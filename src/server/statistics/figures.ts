import type { Definition } from '../../shared/resource.ts'
import { type FigureValues, statisticsIn } from '../../shared/statistics.ts'
import { columnsOf } from '../counters/counters.ts'

/** What was read for one line: sums by column, and by figure how many different records, and what the module told. */
export interface Read {
  sums: Readonly<Record<string, number>>
  /** Null where it was not asked. */
  told: Readonly<Record<string, number | null>> | null
}
export const NOTHING: Read = { sums: {}, told: {} }

/** Every figure of a line. */
export function figuresFrom(definition: Definition, { sums, told }: Read): FigureValues {
  const { figures } = statisticsIn(definition)
  const values: Record<string, number | null> = {}
  const tell = (key: string): number | null => {
    if (key in values) return values[key] ?? null
    const figure = figures[key]
    if (!figure) throw new Error(`${definition.name} has no figure ${key}`)
    values[key] = null // a figure that stands on itself has no value
    const columns = columnsOf(key, figure)
    if (columns?.over) values[key] = sums[columns.over] ? Number(sums[columns.sum]) / Number(sums[columns.over]) : null
    else if (columns?.of || columns?.ended) values[key] = told && (told[key] ?? 0)
    else if (columns) values[key] = sums[columns.sum] ?? 0
    else if ('ratio' in figure) values[key] = divided(...both(figure.ratio))
    else if ('difference' in figure) values[key] = less(...both(figure.difference))
    else values[key] = told?.[key] ?? null
    return values[key] ?? null
  }
  const both = ([a, b]: readonly [string, string]): [number | null, number | null] => [tell(a), tell(b)]
  for (const key of Object.keys(figures)) tell(key)
  return values
}

const divided = (a: number | null, b: number | null) => (a === null || !b ? null : a / b)
const less = (a: number | null, b: number | null) => (a === null || b === null ? null : a - b)
