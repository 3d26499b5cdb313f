import { serve } from '#server/resource/serve.ts'
import type { Columns } from '#server/resource/write.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { BODIES, cannedReplies } from './canned-replies.ts'
import { unknownVariables, VARIABLES } from './variables.ts'

/** A gap that nothing fills would reach a customer as it stands. */
function refuseUnknown(columns: Columns): Columns {
  const wrong = BODIES.flatMap((name): [string, string][] => {
    const [first] = unknownVariables(String(columns[name] ?? ''))
    return first === undefined
      ? []
      : [[name, pack('{{name}} is not a variable. Possible: {{names}}', { name: `{${first}}`, names: NAMES })]]
  })
  if (wrong.length > 0) refuse('invalid', { fields: Object.fromEntries(wrong) })
  return columns
}

const NAMES = VARIABLES.map(({ name }) => `{${name}}`).join(', ')

export default serve(cannedReplies, { before: { create: refuseUnknown, update: refuseUnknown } })
