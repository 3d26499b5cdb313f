import { pack } from '../../shared/message.ts'

type Columns = Readonly<Record<string, unknown>>

const SELF_APPROVED = pack('A processor cannot approve')
const NOT_THEIRS = pack('Who works on it, or did, cannot choose another approver')
const WORKED = pack('Who works on it, or did, cannot approve')
const NEEDED = pack('It waits for approval: please name who decides')

export const ids = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : [])
export const idOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/**
 * Nobody approves their own work, by whichever way they become the approver; and whoever works on a task neither exchanges nor drops the
 * approver whom others gave it. What is wrong, by field.
 * @param now the task as it would be
 * @param old as it is; empty for a new one
 */
export function wrongApprover(now: Columns, old: Columns, actor: { id: number | null }): Record<string, string> {
  const approver = idOf(now.approver)
  const before = idOf(old.approver)
  const processors = ids(now.processors)
  const worked = ids(old.worked_by)
  if (approver !== null && processors.includes(approver))
    return before === approver ? { processors: SELF_APPROVED } : { approver: SELF_APPROVED }
  if (approver === before) return {}
  if (approver !== null && worked.includes(approver)) return { approver: WORKED }
  const isAtWork = actor.id !== null && [...ids(old.processors), ...worked].includes(actor.id)
  if (before !== null && isAtWork) return { approver: NOT_THEIRS }
  return approver === null && old.state === 'asked' ? { approver: NEEDED } : {}
}
