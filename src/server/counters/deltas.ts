import type { CounterOptions, Grain } from '../../shared/definition/counter-options.ts'
import type { Definition } from '../../shared/resource.ts'
import {
  carried,
  counterOptionsOf,
  isDated,
  isMany,
  lateSql,
  measuresOf,
  type RollupTable,
  singlesOf,
  typeOf,
  workOf,
} from './shape.ts'
import { measuresIn, rowValue } from './statistics-shape.ts'

/** Rows of the resource as changes: what each adds to the counts, or with a minus takes away. Text keys; '' is without. */
export const changesOf = (definition: Definition, source: string, sign: '' | '-' = ''): string =>
  datesOf(definition)
    .map((on) => `${changeOn(definition, on, sign)} from ${source} r`)
    .join(' union all ')

/** The days that a row counts on: the one that dates it, and those on which measures of their own count. */
export function datesOf(definition: Definition): string[] {
  const { on, work } = counterOptionsOf(definition)
  return [...new Set([on, ...(work ? [] : measuresIn(definition).flatMap((measure) => measure.on ?? []))])]
}

/**
 * What a row `r` adds on one of the days it counts on, as the columns of a select. On any but the one that dates it, it has no number,
 * only what is measured by that day.
 */
export function changeOn(definition: Definition, on: string, sign: '' | '-' = ''): string {
  const { on: usual, state, split, trash, work } = counterOptionsOf(definition)
  const { single, many } = carried(definition)
  const columns = [
    `${on === usual ? `${sign}1` : '0'}::bigint as n`,
    `${dayOf(definition, `r.${on}`)} as day`,
    `case when r.deleted_at is null then ${state ? `r.${state}` : `'live'`} else '${trash}' end as ${split}`,
    ...single.map((name) => `coalesce(${rowValue(definition, name)}::text, '') as ${name}`),
    ...many.map((name) => `r.${name}`),
    ...(work
      ? workColumns(work, sign)
      : measuresIn(definition).map(
          (one) => `${(one.on ?? usual) === on ? `${sign}(${one.sql})` : '0'}::${one.type} as ${one.name}`,
        )),
  ]
  return `select ${columns.join(', ')}`
}

const workColumns = (work: CounterOptions, sign: '' | '-'): string[] => {
  const { on, wait, finished, rating } = work
  return [
    `time_step(r.${wait}) as wait_step`,
    `(r.${finished} at time zone chain_zone())::date as done_day`,
    `time_step(floor(extract(epoch from r.${finished} - r.${on}) / 60)::integer) as done_step`,
    `r.${rating} as rating`,
    `${sign}coalesce(${lateSql(work)}, false)::int::bigint as late`,
    `${sign}coalesce(r.${wait}, 0)::bigint as wait_sum`,
    `${sign}(r.${wait} is not null)::int::bigint as wait_n`,
  ]
}

/** The columns of a change, in the order of `changesOf`. */
export function changeColumns(definition: Definition): string[] {
  const { single, many } = carried(definition)
  const { split, work } = counterOptionsOf(definition)
  const [n = '', ...more] = measuresOf(definition)
  return [n, 'day', split, ...single, ...many, ...(work ? TIMES : []), ...more]
}
/** What a change carries of its times; null where it has none. */
const TIMES = ['wait_step', 'done_day', 'done_step', 'rating'] as const

/** Changes with those of the same keys added up; what cancels out is gone. */
export function gathered(definition: Definition, changes: string): string {
  const measures = measuresOf(definition)
  const keys = changeColumns(definition).filter((name) => !measures.includes(name))
  const ofD = keys.map((name) => `d.${name}`).join(', ')
  return `select ${ofD}, ${sums(definition, 'd')} from (${changes}) d
    group by ${ofD} having ${isAny(definition, 'd')}`
}

export const sums = (definition: Definition, alias: string): string =>
  measuresOf(definition)
    .map((name) => `sum(${alias}.${name})::${typeOf(definition, name)} as ${name}`)
    .join(', ')
export const isAny = (definition: Definition, alias: string): string =>
  measuresOf(definition)
    .map((name) => `sum(${alias}.${name}) <> 0`)
    .join(' or ')

/** One value per row: a record without any stands once under ''. */
const eachOf = (column: string): string =>
  `unnest(case when ${column} = '{}' then array[''] else ${column}::text[] end)`

const startOf = (grain: Grain): string => (grain === 'day' ? 'd.day' : monthOf('d.day'))

/** Of a timestamp without a zone: a bare day would be taken through the zone's rules and back. */
const monthOf = (day: string): string => `date_trunc('month', ${day}::timestamp)::date`

/** The same of a change `d` for the grain of the row `w`. */
const START_OF_W = `case w.grain when 'day' then d.day when 'month' then ${monthOf('d.day')} when 'year' then date_trunc('year', d.day::timestamp)::date else date '0001-01-01' end`

/** The day that a row counts on, in the chain's time zone. */
const dayOf = (definition: Definition, at: string): string =>
  isDated(definition) ? at : `(${at} at time zone chain_zone())::date`

/**
 * What changes add to the counts of single fields: (dim, key, grain, start, state) and the measures. Those of a day are added up
 * before they are counted by every grain: thousands of changes are of a few days.
 * @param isSplit whether the changes hold one value a row of every field already
 */
export function spreadOverTally(
  definition: Definition,
  changes: string,
  singles = singlesOf(definition),
  isSplit = false,
): string {
  const { split } = counterOptionsOf(definition)
  const dims = [...new Set(singles.map(({ dim }) => dim))]
  const apart = dims.filter((dim) => !isSplit && isMany(definition, dim))
  const values = dims
    .filter((dim) => !apart.includes(dim))
    .map((dim) => `('${dim}', ${dim === 'all' ? `''` : `d.${dim}`})`)
  const parts = [
    ...(values.length > 0 ? [`select * from (values ${values.join(', ')}) v(dim, key)`] : []),
    ...apart.map((dim) => `select '${dim}', e.value from ${eachOf(`d.${dim}`)} e(value)`),
  ]
  const daily = `select x.dim, x.key, d.day, d.${split}, ${sums(definition, 'd')}
    from ${changes} d, lateral (${parts.join(' union all ')}) x(dim, key) group by 1, 2, 3, 4`
  const grains = singles.map(({ dim, grain }) => `('${dim}', '${grain}')`)
  return `select d.dim, d.key, w.grain, ${START_OF_W} as start, d.${split}, ${sums(definition, 'd')}
    from (${daily}) d join (values ${grains.join(', ')}) w(dim, grain) using (dim)
    group by 1, 2, 3, 4, 5 having ${isAny(definition, 'd')}`
}

/** What changes add to a cube: its keys and the measures. */
export function spreadOverCube(definition: Definition, cube: RollupTable, changes: string): string {
  const many = cube.by.filter((name) => isMany(definition, name))
  const keys = cube.by.map((name) => (many.includes(name) ? `of_${name} as ${name}` : `d.${name}`))
  const each = many.map((name) => `, lateral ${eachOf(`d.${name}`)} of_${name}`)
  const count = cube.by.length + 2
  return `select ${startOf(cube.grain)} as start, ${keys.join(', ')}, d.${cube.split}, ${sums(definition, 'd')}
    from ${changes} d${each.join('')} group by ${Array.from({ length: count }, (_, at) => at + 1).join(', ')} having ${isAny(definition, 'd')}`
}

/**
 * What changes add to the counts of times: (kind, grain, start, step) and the measures. `wait` stands on the day a record began, by
 * steps of the time until it was taken up; `done`, `rated` and `end` on the day it was done, by steps of the time that took, by what
 * the customer gave, and all together. Most changes are of records that nobody has taken up yet, and are passed over at once.
 */
export function spreadOverTimes(definition: Definition, changes: string): string {
  const both = (kind: string, day: string, step: string) => [
    `('${kind}', 'month', ${monthOf(`d.${day}`)}, ${step})`,
    `('${kind}', 'day', d.${day}, ${step})`,
  ]
  const values = [
    ...both('wait', 'day', 'd.wait_step'),
    ...both('done', 'done_day', 'd.done_step'),
    ...both('rated', 'done_day', 'd.rating'),
    `('end', 'day', d.done_day, 0)`,
  ]
  return `select x.kind, x.grain, x.start, x.step, ${sums(definition, 'd')}
    from ${changes} d, lateral (values ${values.join(', ')}) x(kind, grain, start, step)
    where (d.wait_step is not null or d.done_day is not null) and d.state <> '${workOf(definition).trash}' and x.start is not null and x.step is not null
    group by 1, 2, 3, 4 having ${isAny(definition, 'd')}`
}
