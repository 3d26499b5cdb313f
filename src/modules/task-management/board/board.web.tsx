import { t } from '../../../shared/language.ts'
import { BoardScreen } from '../../../web/board/board.tsx'
import { TaskDue } from '../due.web.tsx'
import { WHOSE_FILTER, WhoseFilters } from '../list/whose.web.tsx'
import { type Task, taskWays } from '../task.web.ts'
import { tasks } from '../task-management.ts'
import { TaskViews } from '../task-views.web.tsx'
import { byState } from './by-state.web.ts'

const OPEN_FILTERS = ['store', 'department', 'processors', 'approver']
const LAYOUTS = [byState] as const

const contentOf = (task: Task) => ({
  number: task.number,
  isUrgent: task.priority === 'high',
  facts: [
    task.store?.name,
    task.items > 0 ? t('{{n}} of {{total}} items', { n: task.items_done, total: task.items }) : '',
  ],
  due: <TaskDue task={task} />,
  person: task.in_charge,
})

/** Tasks as cards by where they stand; a card is moved by its steps, and by its processors to where they hand it in. */
export default function TaskBoard() {
  return (
    <BoardScreen<Task>
      definition={tasks}
      layouts={LAYOUTS}
      contentOf={contentOf}
      latest={taskWays.latest}
      openFilters={OPEN_FILTERS}
      extraFilters={WHOSE_FILTER}
      besideFilters={(filters, change) => <WhoseFilters filters={filters} change={change} />}
      views={(state) => <TaskViews state={state} />}
      createLabel={t('New task')}
    />
  )
}
