import type { Definition } from '../../shared/resource.ts'
import { type TriggerFunction, triggerFunction } from '../db/trigger-function.ts'
import { changeColumns, changesOf, gathered } from './deltas.ts'
import { countingOf, tablesOf } from './rollups.ts'
import {
  carried,
  counterKeysOf,
  counterOptionsOf,
  keysOf,
  measuresOf,
  type RollupTable,
  rollupsOf,
  TIMES_KEYS,
  typeOf,
} from './shape.ts'

const TIME_TYPES: Record<string, string> = {
  wait_step: 'integer',
  done_day: 'date',
  done_step: 'integer',
  rating: 'integer',
}
const KEY = 'text collate "C" not null'

/** Everything a tally needs in the database, for the migration that introduces it. */
export function counterTables(definition: Definition): string {
  const { table } = definition
  const trigger = (name: string, event: string, over: string, does: string) =>
    `create trigger counters_${name} after ${event} on ${table}${over} for each statement execute function ${table}_${does}();`
  return [
    ...counterTablesOf(definition).map(({ create }) => create),
    ...counterFunctions(definition).map(({ create }) => create),
    trigger('insert', 'insert', ' referencing new table as added', 'inserted'),
    trigger('delete', 'delete', ' referencing old table as gone', 'deleted'),
    trigger('update', 'update', ' referencing new table as added old table as gone', 'updated'),
    trigger('truncate', 'truncate', '', 'truncated'),
    '-- What is there already.',
    ...countingOf(definition).map((statement) => `${statement};`),
    '',
  ].join('\n')
}

/** Makes every count anew from the rows, within a migration that changes what is counted. */
export const recountSql = (definition: Definition): string =>
  [
    `truncate ${tablesOf(definition).join(', ')}`,
    // Of an earlier migration, where both are made in one transaction.
    `drop table if exists ${definition.table}_counted`,
    ...countingOf(definition),
  ]
    .map((statement) => `${statement};`)
    .join('\n')

/** The tables, each with its columns in order and the SQL that makes it. */
export function counterTablesOf(definition: Definition): { name: string; columns: string[]; create: string }[] {
  const { table } = definition
  const { single, many } = carried(definition)
  const delta = changeColumns(definition)
  const measures = measuresOf(definition)
  const counted = countedColumns(definition)
  const { split, work } = counterOptionsOf(definition)
  const keys = counterKeysOf(definition)
  const typed = (name: string) =>
    single.includes(name) || name === split
      ? `${name} ${KEY}`
      : many.includes(name)
        ? `${name} bigint[] not null`
        : name in TIME_TYPES
          ? `${name} ${TIME_TYPES[name]}`
          : `${name} ${name === 'day' ? 'date' : typeOf(definition, name)} not null`
  const times = {
    name: `${table}_times`,
    columns: [...TIMES_KEYS, ...measures],
    create: `create table ${table}_times (kind text not null, grain text not null, start date not null, step integer not null, ${counted},
  primary key (${TIMES_KEYS.join(', ')})) with (fillfactor = 90);`,
  }
  return [
    {
      name: `${table}_counters`,
      columns: [...keys, ...measures],
      create: `create table ${table}_counters (dim text not null, key ${KEY}, grain text not null, start date not null, ${split} ${KEY}, ${counted},
  primary key (${keys.join(', ')})) with (fillfactor = 90);
create index ${table}_counters_time on ${table}_counters (dim, grain, start);`,
    },
    {
      name: `${table}_delta`,
      columns: delta,
      create: `create table ${table}_delta (${delta.map(typed).join(', ')}) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create index ${table}_delta_day on ${table}_delta (day);`,
    },
    ...(work ? [times] : []),
    ...rollupsOf(definition).map((cube) => ({
      name: cube.table,
      columns: [...keysOf(cube), ...measures],
      create: cubeTable(cube, counted),
    })),
  ]
}

const countedColumns = (definition: Definition): string =>
  measuresOf(definition)
    .map((name) => `${name} ${typeOf(definition, name)} not null`)
    .join(', ')

function cubeTable(cube: RollupTable, counted: string): string {
  const { table, by, split, also = [], apart } = cube
  const within = (name: string) =>
    apart && apart.of !== name
      ? `(${name}, start, ${apart.of}, ${split}) include (${apart.sums.join(', ')})`
      : `(${name}, start)`
  return [
    `create table ${table} (start date not null, ${by.map((name) => `${name} ${KEY}`).join(', ')}, ${split} ${KEY}, ${counted},
  primary key (${keysOf(cube).join(', ')})) with (fillfactor = 90);`,
    ...also.map((name) => `create index ${table}_${name} on ${table} ${within(name)};`),
  ].join('\n')
}

/** What the triggers run. A change is appended, as updating one total's row would queue all writers; what cancels out is not. */
export function counterFunctions(definition: Definition): TriggerFunction[] {
  const { table } = definition
  const [added, gone] = [changesOf(definition, 'added'), changesOf(definition, 'gone', '-')]
  const columns = changeColumns(definition)
  const measures = measuresOf(definition)
  const inOrder = [...columns.filter((name) => !measures.includes(name)), ...measures].join(', ')
  const append = `insert into ${table}_delta (${columns.join(', ')})`
  const appendFew = (changes: string) => `insert into ${table}_delta (${inOrder})\n    ${gathered(definition, changes)}`
  // Rows with times of their own are hardly ever alike.
  const appendAll = (changes: string) =>
    counterOptionsOf(definition).work ? `${append} ${changes}` : appendFew(changes)
  const made = (does: string, work: string) => triggerFunction(`${table}_${does}`, work)
  return [
    made('inserted', appendAll(added)),
    made('deleted', appendAll(gone)),
    made('updated', appendFew(`${added} union all ${gone}`)),
    made('truncated', `truncate ${tablesOf(definition).join(', ')}`),
  ]
}
