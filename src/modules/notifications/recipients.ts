import type { KindName } from './kinds.ts'

export interface Happening {
  actor: number | null
  action: string
  changes: Record<string, [unknown, unknown]>
}
export interface About {
  assignee: number | null
  created_by: number | null
  /** Who answers for the store: its manager, or, where none is named, its people who may assign complaints. */
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
  const tell = (kind: KindName, ...people: (number | null | undefined)[]) => {
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
  const tellDepartments = () => {
    const copied = new Set(added('cc_departments'))
    tell('copied to department', ...about.copied.flatMap(({ id, manager }) => (copied.has(id) ? [manager] : [])))
    const reached = new Set([after('department'), ...copied])
    tell('in department', ...about.members.filter(({ department }) => reached.has(department)).map(({ user }) => user))
  }
  switch (one.action) {
    case 'create':
      if (one.actor === about.cost_asked_by) tell('cost waiting', ...about.cost_approvers)
      tell('assigned', ...numbers([after('assignee')]))
      tell('new', ...about.store_managers, about.department_manager)
      tellDepartments()
      break
    case 'assign':
    case 'update':
      if (after('cost')) tell('cost waiting', ...about.cost_approvers)
      tell('assigned', ...numbers([after('assignee')]))
      if (after('department')) tell('assigned to department', about.department_manager)
      tellDepartments()
      break
    case 'comment':
      tell('mention', ...numbers(after('mentions')))
      tell(after('kind') === 'customer' ? 'customer comment' : 'comment', about.assignee, about.created_by)
      if (after('kind') === 'customer') tell('customer comment', ...about.store_managers)
      break
    case 'complete':
      tell('completed', ...about.store_managers, about.created_by)
      break
    case 'reopen':
      tell('reopened', about.assignee, ...about.store_managers)
      break
    case 'merge':
      tell('merged', about.assignee, about.created_by)
      break
    case 'approve cost':
      tell('cost approved', about.cost_asked_by, about.assignee)
      break
    case 'reject cost':
      tell('cost rejected', about.cost_asked_by, about.assignee)
      break
    case 'rate':
      tell('rated', about.assignee, ...about.store_managers)
      break
    case 'mail failed':
    case 'mail unknown':
    case 'mail bounced':
      tell('mail trouble', ...numbers([after('writer')]), about.assignee)
      break
    case 'overdue':
      // Those above are told by the ladder, as the chain set it up.
      if (after('due_at')) tell('overdue', about.assignee)
      break
    case 'remind':
      tell('reminder', ...numbers(after('told')))
      break
    case 'escalate':
      tell('escalated', ...numbers(after('told')))
      break
  }
  return [...found].map(([user, kind]) => ({ user, kind }))
}

const numbers = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number).filter((id) => id > 0) : [])
