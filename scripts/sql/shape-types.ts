import type { ColumnKind, Shape } from '../../src/server/db/shape.ts'

/** A column as PostgreSQL describes it. */
export interface Described {
  name: string
  dataTypeID: number
}

/** The types of PostgreSQL, by their oid, whose values the driver reads as such a kind. */
const TYPES: Record<ColumnKind, readonly number[]> = {
  number: [20, 21, 23, 26, 700, 701, 1700],
  string: [18, 19, 25, 28, 705, 1042, 1043, 1082, 1083, 2205, 2206, 2950, 3220, 5069],
  boolean: [16],
  'number[]': [1005, 1007, 1016, 1021, 1022, 1231],
  'string[]': [1002, 1003, 1009, 1014, 1015],
  date: [1114, 1184],
  buffer: [17],
  json: [114, 3802],
}

/** What a shape says otherwise than PostgreSQL; null where they agree. A statement may give more columns than its shape names. */
export function mismatchOf(shape: Shape, columns: readonly Described[]): string | null {
  for (const [name, column] of Object.entries(shape)) {
    const kind = kindOf(column)
    const found = columns.find((one) => one.name === name)
    if (!found) return `The shape of a row names ${name}, which its statement does not give`
    if (!TYPES[kind].includes(found.dataTypeID))
      return `The shape of a row says that ${name} is ${kind}; PostgreSQL gives type ${found.dataTypeID}`
  }
  return null
}

const kindOf = (column: Shape[string]): ColumnKind =>
  typeof column === 'object' ? column.kind : (column.replace('?', '') as ColumnKind) // the names of kinds have none of their own
