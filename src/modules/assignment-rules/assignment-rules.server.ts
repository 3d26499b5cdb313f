import { nextOf } from '#server/resource/judging.ts'
import { serve } from '#server/resource/routes.ts'
import type { Columns } from '#server/resource/statements.ts'
import { pack } from '../../shared/message.ts'
import { refuseFields } from '../../shared/refusals.ts'
import { assignmentRules } from './assignment-rules.ts'

export default serve(assignmentRules, {
  before: {
    create: (columns) => sound(columns, {}),
    update: (columns, old) => sound(columns, old),
  },
  judge: (columns, about) => wrongIn(nextOf(columns, about)),
})

/** One that would do nothing is refused. */
function sound(columns: Columns, old: Columns): Columns {
  refuseFields(wrongIn({ ...old, ...columns }))
  return columns
}

function wrongIn({ department, person_by, person, priority, reply }: Columns): Record<string, string> {
  if (person_by === 'fixed') return person ? {} : { person: pack('{{field}} is required', { field: 'Assignee' }) }
  return department || priority || reply ? {} : { department: pack('Please choose department') }
}
