import { ROUND_ACTS } from '../task-rounds/task-rounds.ts'
import type { KindName } from './kinds.ts'

/** Who stands with a task. */
export interface AboutTask {
  processors: readonly number[]
  approver: number | null
  /** Who can decide where there is an approver. */
  deciders: readonly number[]
  /** Who can say who does it, where nobody does. */
  assigners: readonly number[]
  created_by: number | null
}
export interface TaskHappening {
  actor: number | null
  action: string
  changes: Record<string, [unknown, unknown]>
}
export interface TaskRecipient {
  user: number
  kind: KindName
}

const numbers = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number).filter((id) => id > 0) : [])

/** Who is told of what happened to a task, each of one thing; pure. The one who did it never is, but of a task that nobody can approve. */
export function taskRecipientsOf({ actor, action, changes }: TaskHappening, about: AboutTask): TaskRecipient[] {
  // Rounds tell of themselves: three of them are one line (`rounds.server.ts`).
  if (Object.values<string>(ROUND_ACTS).includes(action)) return []
  const found = new Map<number, KindName>()
  const inform = (kind: KindName, ...people: (number | null)[]) => {
    for (const user of people) if (user !== null && user !== actor && !found.has(user)) found.set(user, kind)
  }
  const after = (name: string) => changes[name]?.[1]
  const before = new Set(numbers(changes.processors?.[0]))
  inform('task assigned', ...numbers(after('processors')).filter((id) => !before.has(id)))
  switch (action) {
    case 'approve':
      inform('task approved', ...about.processors, about.created_by)
      break
    case 'reject':
      inform('task rejected', ...about.processors, about.created_by)
      break
    case 'cancel':
      inform('task cancelled', ...about.processors, about.approver)
      break
    case 'reopen':
      inform('task reopened', ...about.processors)
      break
    case 'comment':
      inform('task mention', ...numbers(after('mentions')))
      inform('task comment', ...about.processors, about.approver, about.created_by)
      break
    case 'item again':
      inform('task item again', ...about.processors, about.created_by)
      break
    case 'create':
      inform('task unassigned', ...about.assigners)
      break
    // Tasks of a workbook are always new ones.
    case 'import':
      inform('task assigned', ...about.processors)
      break
    case 'item out of range':
      inform('task item out of range', ...numbers(after('told')))
      break
    case 'free':
      inform('task free', ...about.processors)
      break
    case 'late':
      inform('task late', ...about.processors)
      break
    case 'remind':
      inform('task reminded', ...about.processors)
      break
    default:
      if (after('state') === 'asked') {
        inform('task approval asked', ...about.deciders)
        if (about.approver !== null && about.deciders.length === 0 && actor !== null)
          found.set(actor, 'task without approver')
      }
      if (after('state') === 'done') inform('task done', about.created_by)
  }
  return [...found].map(([user, kind]) => ({ user, kind }))
}
