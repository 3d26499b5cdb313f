import type { StoredFile } from '../../shared/fields.ts'
import type { Row } from '../../shared/resource.ts'
import type { Right } from '../../shared/users/permissions.ts'
import type { AnyRow } from '../../web/screens/module.ts'
import { recordWays } from '../../web/screens/view/record-ways.ts'
import { useMay, useSession } from '../../web/session.ts'
import { isProcessor, taskFlow } from './flow.ts'
import { isWorking } from './progress/moved.ts'
import type { TaskState } from './states.ts'
import { tasks } from './task-management.ts'

type Shown = Row<typeof tasks>
/** A task as the API shows it; the server gives every one its number, its state and its progress. */
export type Task = Omit<Shown, 'number' | 'state' | 'progress' | 'attachments'> & {
  number: string
  state: TaskState
  progress: number
  attachments: StoredFile[]
}

export const taskWays = recordWays<Task>(tasks)

export const anyRow = (task: Task) => task as unknown as AnyRow // a task is such a row
export const taskOf = (row: AnyRow) => row as unknown as Task // the rows of these screens are the definition's

/** What this person may do with a task, as the server would let them. */
export interface TaskRights {
  /** It is theirs to do. */
  isMine: boolean
  isAsker: boolean
  /** They decide on it, once it is handed in. */
  decides: boolean
  /** They have single items done again. */
  judges: boolean
  /** They say what its checklist asks for. */
  shapes: boolean
}

export function useTaskRights(): (task: Task) => TaskRights {
  const { id } = useSession()
  const may = useMay()
  return (task) => rightsOf(task, id, (right) => may(tasks.permission, right))
}

export function rightsOf(task: Task, id: number, may: (right: Right) => boolean): TaskRights {
  const isMine = isProcessor(anyRow(task), { id })
  const isAsker = task.created_by?.id === id
  const decides = taskFlow.steps.approve.isOffered(anyRow(task), { id, may })
  const isApproved = task.approval === 'approved'
  return {
    isMine,
    isAsker,
    decides,
    judges: !isMine && (may('other') || (!isApproved && (decides || (isAsker && !task.approver)))),
    shapes: isWorking(task.state) && (isAsker || (may('edit') && !isMine)),
  }
}
