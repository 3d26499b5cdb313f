import { queryOptions } from '@tanstack/react-query'
import { get } from '../../../web/api.ts'
import { keys } from '../../../web/query.ts'
import type { TaskState } from '../states.ts'
import { tasks } from '../task-management.ts'

/** A task beside another one. */
export interface Beside {
  id: number
  title: string
  state: TaskState
  date_end: string | null
}

/** What a task waits for, and what waits for it. */
export const waitingOf = (id: number) =>
  queryOptions({
    queryKey: keys.part(tasks.wire, id, 'waiting'),
    queryFn: () => get<{ before: Beside[]; after: Beside[] }>(`${tasks.wire}/${id}/waiting`),
  })

export const isOver = ({ state }: Beside): boolean => state === 'done' || state === 'cancelled'
