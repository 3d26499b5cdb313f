import { sql } from 'kysely'
import { rows, type Tx } from '#server/db/db.ts'
import { jsonOf } from '#server/db/shape.ts'
import { serve } from '#server/resource/routes.ts'
import type { Columns } from '#server/resource/statements.ts'
import { isWaiting, refuseRows } from '#server/sheets/sheets.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { BODIES, cannedReplies } from './canned-replies.ts'
import { unknownVariables, VARIABLES } from './variables.ts'

/** A gap that nothing fills would reach a customer as it stands. */
function unknownIn(columns: Columns): Record<string, string> | null {
  const wrong = BODIES.flatMap((name): [string, string][] => {
    const [first] = unknownVariables(String(columns[name] ?? ''))
    return first === undefined
      ? []
      : [[name, pack('{{name}} is not a variable. Possible: {{names}}', { name: `{${first}}`, names: NAMES })]]
  })
  return wrong.length > 0 ? Object.fromEntries(wrong) : null
}

function refuseUnknown(columns: Columns): Columns {
  const fields = unknownIn(columns)
  if (fields) refuse('invalid', { fields })
  return columns
}

const AT_ONCE = 500

/** The same of rows from a workbook. */
async function check(tx: Tx, id: number): Promise<void> {
  for (let after = 0; ; ) {
    const found = await rows(
      tx,
      { line: 'number', values: jsonOf<Columns>() },
      sql`select i.line, i."values" from import_rows i
        where i.import = ${id} and i.verdict <> 'bad' and ${isWaiting(id)} and i.line > ${after} order by i.line limit ${sql.lit(AT_ONCE)}`,
    )
    const wrong = found.flatMap(({ line, values }) => {
      const errors = unknownIn(values)
      return errors ? [{ line, errors }] : []
    })
    await refuseRows(tx, id, wrong)
    after = found.at(-1)?.line ?? after
    if (found.length < AT_ONCE) return
  }
}

const NAMES = VARIABLES.map(({ name }) => `{${name}}`).join(', ')

export default serve(cannedReplies, {
  before: { create: refuseUnknown, update: refuseUnknown },
  judge: (columns) => unknownIn(columns) ?? {},
  imports: { check },
})
