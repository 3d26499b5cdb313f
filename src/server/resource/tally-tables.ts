import type { Definition } from '../../shared/resource.ts'
import { type TriggerFunction, triggerFunction } from '../db/trigger-function.ts'
import { tablesOf } from './tally-derived.ts'
import {
  type CubeTable,
  carried,
  changeColumns,
  changesOf,
  cubesOf,
  isAny,
  keysOf,
  MEASURES,
  sums,
  TALLY_KEYS,
  TIMES_KEYS,
} from './tally-shape.ts'

const MEASURE_COLUMNS = 'n bigint not null, late bigint not null, wait_sum bigint not null, wait_n bigint not null'
const TIME_TYPES: Record<string, string> = {
  wait_step: 'integer',
  done_day: 'date',
  done_step: 'integer',
  rating: 'integer',
}
const KEY = 'text collate "C" not null'

/** Everything a tally needs in the database, for the migration that introduces it. */
export function tallyTables(definition: Definition): string {
  const { table } = definition
  const trigger = (name: string, event: string, over: string, does: string) =>
    `create trigger tally_${name} after ${event} on ${table}${over} for each statement execute function ${table}_${does}();`
  return [
    ...tallyTablesOf(definition).map(({ create }) => create),
    ...tallyFunctions(definition).map(({ create }) => create),
    trigger('insert', 'insert', ' referencing new table as added', 'inserted'),
    trigger('delete', 'delete', ' referencing old table as gone', 'deleted'),
    trigger('update', 'update', ' referencing new table as added old table as gone', 'updated'),
    trigger('truncate', 'truncate', '', 'truncated'),
    '',
  ].join('\n')
}

/** The tables, each with its columns in order and the SQL that makes it. */
export function tallyTablesOf(definition: Definition): { name: string; columns: string[]; create: string }[] {
  const { table } = definition
  const { single, many } = carried(definition)
  const delta = changeColumns(definition)
  const typed = (name: string) =>
    single.includes(name) || name === 'state'
      ? `${name} ${KEY}`
      : many.includes(name)
        ? `${name} bigint[] not null`
        : name in TIME_TYPES
          ? `${name} ${TIME_TYPES[name]}`
          : `${name} ${name === 'day' ? 'date' : 'bigint'} not null`
  return [
    {
      name: `${table}_tally`,
      columns: [...TALLY_KEYS, ...MEASURES],
      create: `create table ${table}_tally (dim text not null, key ${KEY}, grain text not null, start date not null, state ${KEY}, ${MEASURE_COLUMNS},
  primary key (${TALLY_KEYS.join(', ')})) with (fillfactor = 90);`,
    },
    {
      name: `${table}_delta`,
      columns: delta,
      create: `create table ${table}_delta (${delta.map(typed).join(', ')}) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);`,
    },
    {
      name: `${table}_times`,
      columns: [...TIMES_KEYS, ...MEASURES],
      create: `create table ${table}_times (kind text not null, grain text not null, start date not null, step integer not null, ${MEASURE_COLUMNS},
  primary key (${TIMES_KEYS.join(', ')})) with (fillfactor = 90);`,
    },
    ...cubesOf(definition).map((cube) => ({
      name: cube.table,
      columns: [...keysOf(cube), ...MEASURES],
      create: cubeTable(cube),
    })),
  ]
}

function cubeTable(cube: CubeTable): string {
  const { table, by, also = [] } = cube
  return [
    `create table ${table} (start date not null, ${by.map((name) => `${name} ${KEY}`).join(', ')}, state ${KEY}, ${MEASURE_COLUMNS},
  primary key (${keysOf(cube).join(', ')})) with (fillfactor = 90);`,
    ...also.map((name) => `create index ${table}_${name} on ${table} (${name}, start);`),
  ].join('\n')
}

/** What the triggers run. A change is appended, as updating one total's row would queue all writers; what cancels out is not. */
export function tallyFunctions(definition: Definition): TriggerFunction[] {
  const { table } = definition
  const columns = changeColumns(definition)
  const keys = columns.filter((name) => !MEASURES.some((measure) => measure === name))
  const inOrder = [...keys, ...MEASURES].join(', ')
  const keysOfD = keys.map((name) => `d.${name}`).join(', ')
  const made = (does: string, work: string) => triggerFunction(`${table}_${does}`, work)
  const append = `insert into ${table}_delta (${columns.join(', ')})`
  return [
    made('inserted', `${append} ${changesOf(definition, 'added')}`),
    made('deleted', `${append} ${changesOf(definition, 'gone', '-')}`),
    made(
      'updated',
      `insert into ${table}_delta (${inOrder})
    select ${keysOfD}, ${sums('d')} from (${changesOf(definition, 'added')} union all ${changesOf(definition, 'gone', '-')}) d
    group by ${keysOfD} having ${isAny('d')}`,
    ),
    made('truncated', `truncate ${tablesOf(definition).join(', ')}`),
  ]
}
