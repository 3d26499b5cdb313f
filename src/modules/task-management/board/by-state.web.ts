import { isOfferedTo, type Step, stepsFrom } from '../../../shared/flow.ts'
import { t } from '../../../shared/language.ts'
import type { LabelledLayout } from '../../../web/board/board.tsx'
import type { May, Verdict } from '../../../web/board/columns.ts'
import { knownColumns, orderIn } from '../../../web/board/columns-of.ts'
import { move } from '../../../web/screens/view/move.ts'
import { readSession } from '../../../web/session.ts'
import { taskFlow } from '../flow.ts'
import { handInLabel, moveProgress, takeBack } from '../progress/move-progress.web.ts'
import { isWorking, WHOLE } from '../progress/moved.ts'
import { TASK_STATES, type TaskState } from '../states.ts'
import { anyRow, rightsOf, type Task, taskWays } from '../task.web.ts'
import { tasks } from '../task-management.ts'

export const byState: LabelledLayout<Task> = {
  by: 'state',
  label: 'By stage',
  known: knownColumns(tasks),
  columnOf: ({ state }) => state,
  nameOf: ({ name }) => t(name),
  orderOf: (column) => orderIn(tasks, column),
  verdictOf,
  expected(card, { id }, may) {
    const state = TASK_STATES.find(({ value }) => value === id)?.value
    const way = wayTo(card, String(id), may)
    return state && way && !way.asks ? { ...card, state } : null
  },
  move: async (card, { id }, may) => (await wayTo(card, String(id), may)?.go()) ?? false,
}

function verdictOf(card: Task, column: string, may: May): Verdict {
  if (card.state === column) return { kind: 'home', words: '' }
  const way = wayTo(card, column, may)
  if (way) return { kind: 'allowed', words: way.words }
  return { kind: 'forbidden', words: whyNot(card, column) }
}

interface Way {
  words: string
  /** Something is asked before it is taken. */
  asks: boolean
  go: () => Promise<boolean>
}

/** How a card gets to a column: by a step, or by the progress that its processors move. */
function wayTo(card: Task, column: string, may: May): Way | undefined {
  const now = readSession()
  if (now.state !== 'in') return
  const { id } = now.user
  const has = (right: Step['needs']) => may(tasks.permission, right)
  const { isMine } = rightsOf(card, id, has)
  const open = card.items > card.items_done
  if (isMine && isWorking(card.state) && column === handedIn(card))
    return { words: handInLabel(card), asks: open, go: () => moveProgress(card, WHOLE) }
  if (isMine && card.state === 'asked' && column === 'doing' && card.items === 0)
    return { words: t('Take back'), asks: false, go: () => takeBack(card) }
  const found = stepsFrom(taskFlow, card.state).find(
    ([, step]: [string, Step]) => step.to === column && isOfferedTo(step, anyRow(card), { id, may: has }),
  )
  if (!found) return
  const [name, step] = found
  return {
    words: t(step.label),
    asks: (step.asks?.length ?? 0) > 0,
    go: () => move(tasks, anyRow(card), name, step, { ways: taskWays.steps }),
  }
}

/** Where a task goes that its processors are through with. */
const handedIn = ({ approver }: Task): TaskState => (approver ? 'asked' : 'done')

function whyNot(card: Task, column: string): string {
  if (isWorking(card.state) && column === 'done' && card.approver)
    return t('{{name}} has to approve it first', { name: card.approver.name })
  if (isWorking(card.state) && column === 'asked' && !card.approver) return t('Nobody has to approve it')
  if (isWorking(card.state) && column === handedIn(card)) return t('Only its processors hand it in')
  return t('Not possible from here')
}
