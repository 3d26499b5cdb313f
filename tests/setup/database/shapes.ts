import { type Described, mismatchOf } from '../../../scripts/sql/shape-types.ts'
import { observed } from '../../../src/server/db/shape.ts'

interface Answer {
  rows: unknown[]
  fields: Described[]
}

const isAnswer = (result: unknown): result is Answer =>
  typeof result === 'object' && result !== null && 'rows' in result && Array.isArray(result.rows) && 'fields' in result

/** What PostgreSQL said of the columns of rows that are still to be read. */
const fieldsOf = new WeakMap<object, Answer['fields']>()

/** Every statement that runs in a test gives the columns that its shape says. */
observed.by = {
  answered(result) {
    if (isAnswer(result)) fieldsOf.set(result.rows, result.fields)
  },
  read(shape, rows) {
    const fields = fieldsOf.get(rows)
    const mismatch = fields && mismatchOf(shape, fields)
    if (mismatch) throw new Error(mismatch)
  },
}
