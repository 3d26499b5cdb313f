import type { Cube, Definition, Grain, Tally } from '../../shared/resource.ts'

/** What is added up in every count. */
export const MEASURES = ['n', 'late', 'wait_sum', 'wait_n'] as const

/** A table of counts by a period and some fields; together with what is not folded yet it is exact. */
export interface CubeTable extends Cube {
  table: string
}

export const tallyOf = ({ name, tally }: Definition): Tally => {
  if (!tally) throw new Error(`${name} has no tally`)
  return tally
}

export const cubesOf = (definition: Definition): CubeTable[] =>
  tallyOf(definition).cubes.map((cube, at) => ({ ...cube, table: `${definition.table}_cube_${at + 1}` }))

/** Whether a record has several values of a field: it counts under each, or under none. */
export const isMany = ({ fields }: Definition, name: string): boolean => fields[name]?.kind === 'refs'

/** The fields a change carries to the counts, those with one value and those with several. */
export function carried(definition: Definition): { single: string[]; many: string[] } {
  const { by, cubes } = tallyOf(definition)
  const names = [...new Set([...by, ...cubes.flatMap((cube) => cube.by)])]
  return {
    single: names.filter((name) => !isMany(definition, name)),
    many: names.filter((name) => isMany(definition, name)),
  }
}

/** Rows of the resource as changes: what each adds to the counts, or with a minus takes away. Text keys; '' is without. */
export function changesOf(definition: Definition, source: string, sign: '' | '-' = ''): string {
  const { on, state, trash, late, wait, finished, rating } = tallyOf(definition)
  const { single, many } = carried(definition)
  const columns = [
    `${sign}1::bigint as n`,
    `(r.${on} at time zone chain_zone())::date as day`,
    `case when r.deleted_at is null then r.${state} else '${trash}' end as state`,
    ...single.map((name) => `coalesce(r.${name}::text, '') as ${name}`),
    ...many.map((name) => `r.${name}`),
    `time_step(r.${wait}) as wait_step`,
    `(r.${finished} at time zone chain_zone())::date as done_day`,
    `time_step(floor(extract(epoch from r.${finished} - r.${on}) / 60)::integer) as done_step`,
    `r.${rating} as rating`,
    `${sign}coalesce(${late}, false)::int::bigint as late`,
    `${sign}coalesce(r.${wait}, 0)::bigint as wait_sum`,
    `${sign}(r.${wait} is not null)::int::bigint as wait_n`,
  ]
  return `select ${columns.join(', ')} from ${source} r`
}

/** The columns of a change, in the order of `changesOf`. */
export function changeColumns(definition: Definition): string[] {
  const { single, many } = carried(definition)
  return ['n', 'day', 'state', ...single, ...many, ...TIMES, 'late', 'wait_sum', 'wait_n']
}
/** What a change carries of its times; null where it has none. */
export const TIMES = ['wait_step', 'done_day', 'done_step', 'rating'] as const

export const sums = (alias: string): string =>
  MEASURES.map((name) => `sum(${alias}.${name})::bigint as ${name}`).join(', ')
export const isAny = (alias: string): string => MEASURES.map((name) => `sum(${alias}.${name}) <> 0`).join(' or ')

/** One value per row: a record without any stands once under ''. */
export const eachOf = (column: string): string =>
  `unnest(case when ${column} = '{}' then array[''] else ${column}::text[] end)`

export const startOf = (grain: Grain | 'ever'): string =>
  grain === 'day' ? 'd.day' : grain === 'month' ? `date_trunc('month', d.day)::date` : `date '0001-01-01'`

/** One field of the tally at one grain; 'all' stands for none. */
export interface Single {
  dim: string
  grain: Grain | 'ever'
}
export const singlesOf = (definition: Definition): Single[] => {
  const { by, daily } = tallyOf(definition)
  return ['all', ...by].flatMap((dim) => {
    const grains: Single['grain'][] = ['ever', 'month']
    return [...grains, ...(dim === 'all' || daily.includes(dim) ? (['day'] as const) : [])].map((grain) => ({
      dim,
      grain,
    }))
  })
}

/**
 * What changes add to the counts of single fields: (dim, key, grain, start, state) and the measures.
 * @param isSplit whether the changes hold one value a row of every field already
 */
export function spreadOverTally(
  definition: Definition,
  changes: string,
  singles = singlesOf(definition),
  isSplit = false,
): string {
  const isApart = ({ dim }: Single) => !isSplit && isMany(definition, dim)
  const rowOf = ({ dim, grain }: Single, key: string) => `('${dim}', ${key}, '${grain}', ${startOf(grain)})`
  const values = singles
    .filter((one) => !isApart(one))
    .map((one) => rowOf(one, one.dim === 'all' ? `''` : `d.${one.dim}`))
  const apart = Map.groupBy(singles.filter(isApart), ({ dim }) => dim)
  const parts = [
    ...(values.length > 0 ? [`select * from (values ${values.join(', ')}) v(dim, key, grain, start)`] : []),
    ...[...apart].map(
      ([dim, each]) => `select v.* from ${eachOf(`d.${dim}`)} e(value),
        lateral (values ${each.map((one) => rowOf(one, 'e.value')).join(', ')}) v(dim, key, grain, start)`,
    ),
  ]
  return `select x.dim, x.key, x.grain, x.start, d.state, ${sums('d')}
    from ${changes} d, lateral (${parts.join(' union all ')}) x
    group by 1, 2, 3, 4, 5 having ${isAny('d')}`
}
export const TALLY_KEYS = ['dim', 'key', 'grain', 'start', 'state'] as const

/** What changes add to a cube: its keys and the measures. */
export function spreadOverCube(definition: Definition, cube: CubeTable, changes: string): string {
  const many = cube.by.filter((name) => isMany(definition, name))
  const keys = cube.by.map((name) => (many.includes(name) ? `of_${name} as ${name}` : `d.${name}`))
  const each = many.map((name) => `, lateral ${eachOf(`d.${name}`)} of_${name}`)
  const count = cube.by.length + 2
  return `select ${startOf(cube.grain)} as start, ${keys.join(', ')}, d.state, ${sums('d')}
    from ${changes} d${each.join('')} group by ${Array.from({ length: count }, (_, at) => at + 1).join(', ')} having ${isAny('d')}`
}
export const keysOf = (cube: CubeTable): string[] => ['start', ...cube.by, 'state']

/**
 * What changes add to the counts of times: (kind, grain, start, step) and the measures. `wait` stands on the day a record began, by
 * steps of the time until it was taken up; `done`, `rated` and `end` on the day it was done, by steps of the time that took, by what
 * the customer gave, and all together.
 */
export function spreadOverTimes(definition: Definition, changes: string): string {
  const both = (kind: string, day: string, step: string) => [
    `('${kind}', 'month', date_trunc('month', d.${day})::date, ${step})`,
    `('${kind}', 'day', d.${day}, ${step})`,
  ]
  const values = [
    ...both('wait', 'day', 'd.wait_step'),
    ...both('done', 'done_day', 'd.done_step'),
    ...both('rated', 'done_day', 'd.rating'),
    `('end', 'day', d.done_day, 0)`,
  ]
  return `select x.kind, x.grain, x.start, x.step, ${sums('d')}
    from ${changes} d, lateral (values ${values.join(', ')}) x(kind, grain, start, step)
    where d.state <> '${tallyOf(definition).trash}' and x.start is not null and x.step is not null
    group by 1, 2, 3, 4 having ${isAny('d')}`
}
export const TIMES_KEYS = ['kind', 'grain', 'start', 'step'] as const
