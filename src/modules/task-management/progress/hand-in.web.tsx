import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { type Task, useTaskRights } from '../task.web.ts'
import { handInLabel, moveProgress } from './move-progress.web.ts'
import { isWorking, WHOLE } from './moved.ts'

/** Whoever does a task says that they are through; a checklist that is ticked to its end says so itself. */
export function HandIn({ task }: { task: Task }) {
  const { isMine } = useTaskRights()(task)
  const [isBusy, setBusy] = useState(false)
  if (!isMine || !isWorking(task.state) || task.deleted_at) return null
  const handIn = async () => {
    setBusy(true)
    await moveProgress(task, WHOLE)
    setBusy(false)
  }
  // Where it has to be begun first, that is what comes next.
  const isNext = task.state === 'doing' && task.items === task.items_done
  return (
    <Button
      variant={isNext ? 'filled' : 'default'}
      loading={isBusy}
      leftSection={<IconCheck size={16} aria-hidden="true" />}
      onClick={() => void handIn()}
    >
      {handInLabel(task)}
    </Button>
  )
}
