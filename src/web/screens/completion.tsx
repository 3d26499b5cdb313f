import { ActionIcon, Button } from '@mantine/core'
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import { useMay } from '../session.ts'
import { snackbar } from '../ui/snackbar.tsx'
import type { AnyRow } from './module.ts'
import { act } from './records.ts'

interface CompletionProps {
  definition: Definition
  row: AnyRow
}

/** On a record's own screen: completes it, or takes that back where one may. Filled where it is the next step. */
export function Completion({ definition, row, isNext }: CompletionProps & { isNext: boolean }) {
  const { can, isBusy, press } = useCompletion(definition, row)
  if (!can) return null
  return row.completed_at === null ? (
    <Button
      variant={isNext ? 'filled' : 'default'}
      loading={isBusy}
      leftSection={<IconCheck size={16} aria-hidden="true" />}
      onClick={press}
    >
      {t('Complete')}
    </Button>
  ) : (
    <Button
      variant="default"
      loading={isBusy}
      leftSection={<IconArrowBackUp size={16} aria-hidden="true" />}
      onClick={press}
    >
      {t('Undo completion')}
    </Button>
  )
}

/** At the end of a row of a list: completes the record without opening it. */
export function CompleteInRow({ definition, row }: CompletionProps) {
  const { can, isBusy, press } = useCompletion(definition, row)
  if (!can || row.completed_at !== null) return null
  const label = t('Complete {{name}}', { name: String(row[definition.title] ?? `#${row.id}`) })
  return (
    <ActionIcon
      variant="subtle"
      color="green"
      loading={isBusy}
      aria-label={label}
      title={t('Complete')}
      onClick={press}
    >
      <IconCheck size={18} />
    </ActionIcon>
  )
}

function useCompletion(definition: Definition, row: AnyRow) {
  const may = useMay()
  const [isBusy, setBusy] = useState(false)
  const isDone = row.completed_at !== null
  const mayUndo = may(definition.permission, 'delete')
  const can = !row.deleted_at && (isDone ? mayUndo : may(definition.permission, 'edit'))
  const run = async (undo: boolean) => {
    setBusy(true)
    try {
      await act(definition, row.id, undo ? 'undo-completed' : 'completed')
      const name = String(row[definition.title] ?? `#${row.id}`)
      const back = { label: t('Undo'), run: () => void run(true) }
      snackbar(undo ? t('{{name}} is open again', { name }) : t('{{name}} is completed', { name }), {
        variant: 'alert',
        colour: 'ok',
        ...(!undo && mayUndo && { action: back }),
      })
    } catch (error) {
      snackbar(error instanceof Error ? error.message : t('Something went wrong'), { variant: 'alert', colour: 'bad' })
    } finally {
      setBusy(false)
    }
  }
  return { can, isBusy, press: () => void run(isDone) }
}
