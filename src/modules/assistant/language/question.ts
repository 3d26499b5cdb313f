import { type Field, type Fields, isFiltered, shownAs } from '../../../shared/fields.ts'
import type { Definition } from '../../../shared/resource.ts'
import { datedBy } from '../../../shared/statistics.ts'
import type { Period } from './periods.ts'

/** What is asked of a register; nothing in it says what the asker may see. */
export interface Question {
  module: string
  does: Does
  /** As its list's address names them: field to any of these values. */
  filters: Record<string, string[]>
  /** The day or moment that the period is about, and the period; null for all time. */
  on: string
  period: Period | null
  /** What it is held against. */
  against: Period | null
  /** The field it is told by. */
  by: string | null
  /** Of so many; the fewest first where `isLeast`. */
  most: number | null
  isLeast: boolean
  /** The number that is added up or averaged. */
  of: string | null
  order: 'oldest' | 'newest'
}
export const DOES = ['count', 'list', 'compare', 'rank', 'by', 'share', 'sum', 'mean'] as const
export type Does = (typeof DOES)[number]

/** The field of a definition by which its records belong to a record of another module; the one that its lists show first. */
export function pointingField(definition: Definition, target: string): string | null {
  const counted = countersOf(definition)
  const found = Object.entries(definition.fields)
    .filter(([, { kind, to }]) => to === target && (kind === 'ref' || kind === 'refs'))
    .map(([name, field]) => ({
      name,
      rank:
        (definition.ownership.store === name ? -8 : 0) -
        (counted.includes(name) ? 4 : 0) -
        (definition.list.includes(name) ? 2 : 0) -
        (isFiltered(field) ? 1 : 0),
    }))
    .toSorted((a, b) => a.rank - b.rank)
  return found[0]?.name ?? null
}

export const countersOf = ({ counters }: Definition): readonly string[] =>
  !counters ? [] : 'on' in counters ? counters.by : counters

/** The ways to put fields into groups. */
export const isGrouping = (field: Field | undefined): boolean =>
  field !== undefined && ['choice', 'ref', 'refs', 'flag'].includes(shownAs(field))

const NUMBERS = ['money', 'count', 'decimal', 'percentage']
export const isNumber = (field: Field | undefined): boolean => field !== undefined && NUMBERS.includes(shownAs(field))

/** The day or moment by which a step to a state is dated, as `completed_at` dates `completed`; null where lists do not narrow it. */
export function datedStep(definition: Definition, filters: Question['filters']): { on: string; field: string } | null {
  for (const [field, values] of Object.entries(filters)) {
    const [value] = values
    if (values.length !== 1 || !value || shownAs(definition.fields[field] ?? NO_FIELD) !== 'choice') continue
    const on = [`${value}_at`, `${value}_on`].find((name) => isRanged(definition.fields, name))
    if (on && on !== datedBy(definition)) return { on, field }
  }
  return null
}

/** The state of which a day or moment dates the step, as a filter: `completed` for `completed_at`. */
export function stateDatedBy(definition: Definition, on: string): Question['filters'] | null {
  for (const [field, options] of Object.entries(definition.fields))
    for (const { value } of options.of ?? []) {
      const filter = { [field]: [value] }
      if (isFiltered(options) && datedStep(definition, filter)?.on === on) return filter
    }
  return null
}

const NO_FIELD: Field = { kind: 'text', label: '' }
export const isDated = (field: Field | undefined): boolean =>
  field !== undefined && ['date', 'moment'].includes(shownAs(field))
/** Whether lists are narrowed by the days of a field. */
export const isRanged = (fields: Fields, name: string): boolean => {
  const field = fields[name]
  return field !== undefined && isDated(field) && isFiltered(field)
}
