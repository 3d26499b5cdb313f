import type { CounterOptions, Grain, Rollup } from '../../shared/definition/counter-options.ts'
import type { Definition } from '../../shared/resource.ts'
import { cubesOf, measuresIn } from './statistics-shape.ts'

/** What is counted, and by what. */
export interface Counts extends Pick<CounterOptions, 'on' | 'trash' | 'by' | 'daily' | 'cubes'> {
  /** Fields counted by year too, as they have very many values. */
  yearly: readonly string[]
  /** The stored field every count is split by; of a plain register live and trash alone are told apart. */
  state: string | null
  /** The column of the counts that tells these apart. */
  split: 'state' | 'life'
  /** How records were handled, where that is counted too. */
  work: CounterOptions | null
}

/** A table of counts by a period and some fields; together with what is not folded yet it is exact. */
export interface RollupTable extends Rollup {
  table: string
  split: Counts['split']
}

const known = new WeakMap<Definition, Counts>()

export function counterOptionsOf(definition: Definition): Counts {
  const counts = known.get(definition) ?? countsOf(definition)
  known.set(definition, counts)
  return counts
}

function countsOf(definition: Definition): Counts {
  const { name, counters } = definition
  if (!counters) throw new Error(`${name} has no counters`)
  return 'on' in counters
    ? { ...counters, yearly: [], split: 'state', work: counters }
    : plainCounts(definition, counters)
}

/** The tally of a resource whose records are worked on. */
export function workOf(definition: Definition): CounterOptions {
  const { work } = counterOptionsOf(definition)
  if (!work) throw new Error(`${definition.name} counts its records, not how they were handled`)
  return work
}

/** SQL over the row `r`: whether a deadline was missed, as far as the row alone tells, without the clock. */
export const lateSql = ({ due, breached, finished }: CounterOptions): string =>
  `r.${breached} is not null or r.${due} < r.${finished}`

/** What counts have beside the fields they are by; a word of SQL would need quotes everywhere. */
const COLUMNS = [
  'n',
  'dim',
  'key',
  'grain',
  'start',
  'life',
  'day',
  'group',
  'order',
  'user',
  'end',
  'from',
  'to',
  'and',
  'who',
]

/** A register is counted by the day that orders its list, or else by the day of entry: each field alone, and all together by month. */
function plainCounts(definition: Definition, counters: readonly string[]): Counts {
  const { fields, sort, ownership, statistics } = definition
  const order = sort.replace(/^-/, '')
  const isDay = fields[order]?.kind === 'date' && fields[order].required === true
  const also = counters.filter((name) => name === ownership.store)
  const maps = statistics?.maps?.flatMap(({ rows, columns }) => [rows, columns]) ?? []
  const together = [...new Set([...counters, ...maps])]
  const alone = statistics?.alone ?? []
  const taken = [...together, ...alone].find((name) => COLUMNS.includes(name))
  if (taken)
    throw new Error(
      `${definition.name} cannot be counted by a field called ${taken}: counts have a column of that name`,
    )
  return {
    on: statistics?.on ?? (isDay ? order : 'created_at'),
    state: null,
    split: 'life',
    trash: 'trash',
    by: [...together, ...alone],
    daily: together,
    yearly: alone,
    cubes: statistics
      ? cubesOf(definition, counters)
      : counters.length > 1
        ? [{ grain: 'month', by: counters, also }]
        : [],
    work: null,
  }
}

/** What is added up in every count. */
export const measuresOf = (definition: Definition): readonly string[] =>
  counterOptionsOf(definition).work
    ? ['n', 'late', 'wait_sum', 'wait_n']
    : ['n', ...measuresIn(definition).map(({ name }) => name)]

/** The type of a measure: sums of money and whole numbers stay whole. */
export const typeOf = (definition: Definition, measure: string): 'bigint' | 'numeric' =>
  measuresIn(definition).find(({ name }) => name === measure)?.type ?? 'bigint'

/** Whether the day a record counts on is stored as a day, or as a moment of one. */
export const isDated = (definition: Definition): boolean =>
  definition.fields[counterOptionsOf(definition).on]?.kind === 'date'

export const rollupsOf = (definition: Definition): RollupTable[] =>
  counterOptionsOf(definition).cubes.map((cube, at) => ({
    ...cube,
    table: `${definition.table}_rollup_${at + 1}`,
    split: counterOptionsOf(definition).split,
  }))

/** Whether a record has several values of a field: it counts under each, or under none. */
export const isMany = ({ fields }: Definition, name: string): boolean => fields[name]?.kind === 'refs'

/** The fields a change carries to the counts, those with one value and those with several. */
export function carried(definition: Definition): { single: string[]; many: string[] } {
  const { by, cubes } = counterOptionsOf(definition)
  const names = [...new Set([...by, ...cubes.flatMap((cube) => cube.by)])]
  return {
    single: names.filter((name) => !isMany(definition, name)),
    many: names.filter((name) => isMany(definition, name)),
  }
}

/** One field of the tally at one grain; 'all' stands for none. */
export interface Single {
  dim: string
  grain: Grain | 'year' | 'ever'
}
export const singlesOf = (definition: Definition): Single[] => {
  const { by, daily, yearly } = counterOptionsOf(definition)
  return ['all', ...by].flatMap((dim) => {
    const grains: Single['grain'][] = yearly.includes(dim) ? ['ever', 'year', 'month'] : ['ever', 'month']
    return [...grains, ...(dim === 'all' || daily.includes(dim) ? (['day'] as const) : [])].map((grain) => ({
      dim,
      grain,
    }))
  })
}

export const counterKeysOf = (definition: Definition): string[] => [
  'dim',
  'key',
  'grain',
  'start',
  counterOptionsOf(definition).split,
]
export const TIMES_KEYS = ['kind', 'grain', 'start', 'step'] as const
export const keysOf = (cube: RollupTable): string[] => ['start', ...cube.by, cube.split]
