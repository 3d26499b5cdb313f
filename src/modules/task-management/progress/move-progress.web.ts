import { t } from '../../../shared/language.ts'
import { post } from '../../../web/api.ts'
import { askFields } from '../../../web/screens/form/fields-dialog.tsx'
import { SerialQueue } from '../../../web/serial-queue.ts'
import { snackbar } from '../../../web/ui/snackbar.tsx'
import { type Task, taskWays } from '../task.web.ts'
import { tasks } from '../task-management.ts'
import { WHOLE } from './moved.ts'

const REASON = { open_items_reason: { ...tasks.fields.open_items_reason, readonly: false, required: true } }

const moves = new SerialQueue()

/** Moves the progress of a task; whoever is through while items are open is asked why. Answers whether it moved. */
export async function moveProgress(task: Task, progress: number): Promise<boolean> {
  const open = task.items - task.items_done
  const send = async (values: object) =>
    moves.run(async () => taskWays.keep(await post<Task>(`${tasks.wire}/${task.id}/progress`, { progress, ...values })))
  if (progress === WHOLE && open > 0) {
    const isSent = await askFields({
      title: t('{{n}} items are still open', { n: open }),
      description: t('Say why they are left open; whoever approves reads it.'),
      fields: REASON,
      submit: handInLabel(task),
      draftKey: `${tasks.name}/${task.id}/progress`,
      onSubmit: send,
    })
    if (isSent) tell(task)
    return isSent
  }
  try {
    await send({})
    if (progress === WHOLE) tell(task)
    return true
  } catch (error) {
    taskWays.showRefusal(error, task.id, () => void moveProgress(task, progress))
    return false
  }
}

export const handInLabel = ({ approver }: Pick<Task, 'approver'>): string =>
  approver ? t('Ask for approval') : t('Mark as done')

/** What became of a task whose processors are through. */
function tell(task: Task): void {
  const undo = task.items === 0 ? { action: { label: t('Undo'), run: () => void takeBack(task) } } : {}
  const words = task.approver ? t('{{name}} is asked to approve it', { name: task.approver.name }) : t('Done')
  snackbar(words, { variant: 'alert', colour: 'ok', ...undo })
}

/** As far as it was before it was handed in. */
export const takeBack = (task: Task): Promise<boolean> =>
  moveProgress(task, task.progress < WHOLE ? task.progress : WHOLE - 5)
