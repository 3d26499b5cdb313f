import type { Grain } from '../../shared/definition/counter-options.ts'
import type { Definition } from '../../shared/resource.ts'
import {
  changesOf,
  gathered,
  spreadOverTally as spreadOverCounters,
  spreadOverCube as spreadOverRollup,
  spreadOverTimes,
} from './deltas.ts'
import {
  counterKeysOf,
  counterOptionsOf,
  isMany,
  keysOf,
  measuresOf,
  type RollupTable,
  rollupsOf,
  type Single,
  singlesOf,
  TIMES_KEYS,
} from './shape.ts'

/** A table of counts, or some fields of the tally, and what it can be made from. */
export interface Derived {
  table: string
  keys: readonly string[]
  /** Which of the table's rows, as a condition. */
  where: string
  /** Counts that are right before these are looked at and say the same in fewer rows; null for the rows themselves. */
  source: RollupTable | null
  spread(changes: string): string
}

/** Every derived table, in the order in which each can lean on the ones before it. */
export function derivedOf(definition: Definition): Derived[] {
  const inOrder = rollupsOf(definition).toSorted((a, b) => b.by.length - a.by.length || b.grain.length - a.grain.length)
  const made = inOrder.map((cube, at): Derived => {
    const isApart = cube.by.some((name) => isMany(definition, name))
    return {
      table: cube.table,
      keys: keysOf(cube),
      where: 'true',
      source: isApart ? null : smallest(definition, inOrder.slice(0, at), cube.by, cube.grain),
      spread: (changes) => spreadOverRollup(definition, cube, changes),
    }
  })
  const bySource = Map.groupBy(singlesOf(definition), ({ dim, grain }) =>
    smallest(definition, inOrder, dim === 'all' ? [] : [dim], grain === 'day' ? 'day' : 'month'),
  )
  return [
    ...made,
    ...[...bySource].map(([source, singles]) => tallyPart(definition, source, singles)),
    ...(counterOptionsOf(definition).work ? [timesPart(definition)] : []),
  ]
}

const timesPart = (definition: Definition): Derived => ({
  table: `${definition.table}_times`,
  keys: TIMES_KEYS,
  where: 'true',
  source: null,
  spread: (changes) => spreadOverTimes(definition, changes),
})

const tallyPart = (definition: Definition, source: RollupTable | null, singles: Single[]): Derived => ({
  table: `${definition.table}_counters`,
  keys: counterKeysOf(definition),
  where: `(dim, grain) in (${singles.map(({ dim, grain }) => `('${dim}', '${grain}')`).join(', ')})`,
  source,
  spread: (changes) => spreadOverCounters(definition, changes, singles, source !== null),
})

/** A cube as changes, and what is not folded into it yet. */
export function changesOfCube(definition: Definition, cube: RollupTable): string {
  const columns = [...cube.by, cube.split, ...measuresOf(definition)].join(', ')
  return `(select start as day, ${columns} from ${cube.table}
    union all select start, ${columns} from (${spreadOverRollup(definition, cube, `${definition.table}_delta`)}) s)`
}

/** All rows as changes; alike ones together where that makes them few. */
export function changesOfAll(definition: Definition): string {
  const changes = changesOf(definition, definition.table)
  return counterOptionsOf(definition).work ? changes : gathered(definition, changes)
}

/** The statements that make every count from the rows, within a transaction, into empty tables. */
export function countingOf(definition: Definition): string[] {
  const counted = `${definition.table}_counted`
  return [
    `create temp table ${counted} on commit drop as ${changesOfAll(definition)}`,
    ...derivedOf(definition).flatMap(({ table, keys, source, spread }) => {
      const columns = [...keys, ...measuresOf(definition)].join(', ')
      const changes = source ? changesOfCube(definition, source) : counted
      // By time, as they come later on: what is read of a period lies together.
      const order = keys.toSorted((a, b) => placeOf(a) - placeOf(b))
      return [`insert into ${table} (${columns}) ${spread(changes)} order by ${order.join(', ')}`, `analyze ${table}`]
    }),
  ]
}

const BY_TIME = ['dim', 'kind', 'grain', 'start']
const placeOf = (key: string): number => (BY_TIME.includes(key) ? BY_TIME.indexOf(key) : BY_TIME.length)

/** The cube of the fewest fields that knows these; days add up to months. */
function smallest(
  definition: Definition,
  cubes: RollupTable[],
  fields: readonly string[],
  grain: Grain,
): RollupTable | null {
  const known = cubes.filter(
    (cube) =>
      (cube.grain === grain || cube.grain === 'day') &&
      fields.every((name) => cube.by.includes(name)) &&
      cube.by.every((name) => !isMany(definition, name) || fields.includes(name)),
  )
  return known.toSorted((a, b) => b.grain.length - a.grain.length || a.by.length - b.by.length)[0] ?? null
}

export const tablesOf = (definition: Definition): string[] => [
  `${definition.table}_delta`,
  `${definition.table}_counters`,
  ...(counterOptionsOf(definition).work ? [`${definition.table}_times`] : []),
  ...counterOptionsOf(definition).cubes.map((_, at) => `${definition.table}_rollup_${at + 1}`),
]

/** What is not folded yet, as it would be added to a table. */
export function spreadOf(definition: Definition, table: string, changes: string): string {
  const cube = rollupsOf(definition).find((one) => one.table === table)
  if (cube) return spreadOverRollup(definition, cube, changes)
  return table.endsWith('_times') ? spreadOverTimes(definition, changes) : spreadOverCounters(definition, changes)
}
