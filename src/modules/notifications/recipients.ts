import type { KindName } from './kinds.ts'

export interface Happening {
  actor: number | null
  action: string
  changes: Record<string, [unknown, unknown]>
}
export interface About {
  assignee: number | null
  created_by: number | null
  /** Who answered and completed it. */
  solved_by: number | null
  /** Who answers for the store: its manager, or, where none is there, its people who may assign complaints. */
  store_managers: readonly number[]
  department_manager: number | null
  /** Departments that have a copy of it. */
  copied: readonly Department[]
  /** People of all its departments who chose to hear what comes to theirs. */
  members: readonly { user: number; department: number }[]
  /** Who recorded the cost that is, or was, above their limit. */
  cost_asked_by: number | null
  /** Who may decide on it, while it waits. */
  cost_approvers: readonly number[]
}
export interface Department {
  id: number
  manager: number | null
}
export interface Recipient {
  user: number
  kind: KindName
}

/**
 * Who is told of a complaint's activity; pure. The one who did it never is.
 * @param wants whether a person wants to be told of that kind; the next kind that fits is told instead
 */
export function recipientsOf(
  one: Happening,
  about: About,
  wants: (who: Recipient) => boolean = () => true,
): Recipient[] {
  const found = new Map<number, KindName>()
  const inform = (kind: KindName, ...people: (number | null | undefined)[]) => {
    for (const user of people) {
      if (user === null || user === undefined || user === one.actor || found.has(user)) continue
      if (wants({ user, kind })) found.set(user, kind)
    }
  }
  const after = (name: string) => one.changes[name]?.[1]
  const added = (name: string) => {
    const before = new Set(numbers(one.changes[name]?.[0]))
    return numbers(after(name)).filter((id) => !before.has(id))
  }
  const addDepartments = () => {
    const copied = new Set(added('cc_departments'))
    inform('copied to department', ...about.copied.flatMap(({ id, manager }) => (copied.has(id) ? [manager] : [])))
    const reached = new Set([after('department'), ...copied])
    inform(
      'in department',
      ...about.members.filter(({ department }) => reached.has(department)).map(({ user }) => user),
    )
  }
  switch (one.action) {
    case 'create':
      if (one.actor === about.cost_asked_by) inform('cost waiting', ...about.cost_approvers)
      inform('assigned', ...numbers([after('assignee')]))
      inform('new', ...about.store_managers, about.department_manager)
      addDepartments()
      break
    case 'assign':
    case 'update':
      if (after('cost')) inform('cost waiting', ...about.cost_approvers)
      inform('assigned', ...numbers([after('assignee')]))
      if (after('department')) inform('assigned to department', about.department_manager)
      addDepartments()
      break
    case 'comment':
      inform('mention', ...numbers(after('mentions')))
      inform(after('kind') === 'customer' ? 'customer comment' : 'comment', about.assignee, about.created_by)
      if (after('kind') === 'customer') inform('customer comment', about.solved_by, ...about.store_managers)
      break
    case 'complete':
      inform('completed', ...about.store_managers, about.created_by)
      break
    case 'reopen':
      inform('reopened', about.assignee, about.solved_by, ...about.store_managers)
      break
    case 'merge':
      inform('merged', about.assignee, about.created_by)
      break
    case 'approve cost':
      inform('cost approved', about.cost_asked_by, about.assignee)
      break
    case 'reject cost':
      inform('cost rejected', about.cost_asked_by, about.assignee)
      break
    case 'rate':
      inform('rated', about.assignee, about.solved_by, ...about.store_managers)
      break
    case 'mail failed':
    case 'mail unknown':
    case 'mail bounced':
      inform('mail trouble', ...numbers([after('writer')]), about.assignee)
      break
    case 'overdue':
      // Those above are told by the ladder, as the chain set it up.
      if (after('due_at')) inform('overdue', about.assignee)
      break
    case 'remind':
      inform('reminder', ...numbers(after('told')))
      break
    case 'escalate':
      inform('escalated', ...numbers(after('told')))
      break
  }
  return [...found].map(([user, kind]) => ({ user, kind }))
}

const numbers = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number).filter((id) => id > 0) : [])
