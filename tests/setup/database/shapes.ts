import type { ColumnKind, RowObserver } from '../../../src/server/db/shape.ts'
import { observed } from '../../../src/server/db/shape.ts'

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

interface Answer {
  rows: unknown[]
  fields: { name: string; dataTypeID: number }[]
}

const isAnswer = (result: unknown): result is Answer =>
  typeof result === 'object' && result !== null && 'rows' in result && Array.isArray(result.rows) && 'fields' in result

/** What PostgreSQL said of the columns of rows that are still to be read. */
const fieldsOf = new WeakMap<object, Answer['fields']>()

/** Every statement that runs in a test gives the columns that its shape says; more are no fault. */
const shapes: RowObserver = {
  answered(result) {
    if (isAnswer(result)) fieldsOf.set(result.rows, result.fields)
  },
  read(shape, rows) {
    const fields = fieldsOf.get(rows)
    if (!fields) return
    for (const [name, column] of Object.entries(shape)) {
      const kind = kindOf(column)
      const field = fields.find((one) => one.name === name)
      if (!field) throw new Error(`The shape of a row names ${name}, which its statement does not give`)
      if (!TYPES[kind].includes(field.dataTypeID))
        throw new Error(`The shape of a row says that ${name} is ${kind}; PostgreSQL gives type ${field.dataTypeID}`)
    }
  },
}

const kindOf = (column: RowColumn): ColumnKind =>
  typeof column === 'object' ? column.kind : (column.replace('?', '') as ColumnKind) // the names of kinds have none of their own

type RowColumn = Parameters<RowObserver['read']>[0][string]

observed.by = shapes
