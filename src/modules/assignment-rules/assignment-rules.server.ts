import { soundBy } from '#server/resource/judging.ts'
import { serve } from '#server/resource/routes.ts'
import type { Columns } from '#server/resource/statements.ts'
import { pack } from '../../shared/message.ts'
import { assignmentRules } from './assignment-rules.ts'

export default serve(assignmentRules, soundBy(wrongIn))

/** One that would do nothing is refused. */
function wrongIn({ department, person_by, person, priority, reply }: Columns): Record<string, string> {
  if (person_by === 'fixed') return person ? {} : { person: pack('{{field}} is required', { field: 'Assignee' }) }
  return department || priority || reply ? {} : { department: pack('Please choose department') }
}
