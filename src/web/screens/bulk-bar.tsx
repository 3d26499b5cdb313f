import { Button, CloseButton } from '@mantine/core'
import { IconRestore, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { t } from '../../shared/language.ts'
import { useMay } from '../session.ts'
import { confirm } from '../ui/confirm.tsx'
import { snackbar } from '../ui/snackbar.tsx'
import css from './list.module.css'
import type { AnyRow } from './module.ts'
import { destroy, restore } from './records.ts'
import type { List } from './use-list.ts'

interface BulkBarProps {
  list: List
  rows: AnyRow[]
  onClear: () => void
  bulkActions: ((rows: AnyRow[], done: () => void) => ReactNode) | undefined
  hasDelete: boolean
}

/** What can be done with the selected rows. */
export function BulkBar({ list: { definition, state }, rows, onClear, bulkActions, hasDelete }: BulkBarProps) {
  const may = useMay()
  const [isBusy, setBusy] = useState(false)
  const canDelete = may(definition.permission, 'delete')
  const run = async (
    act: (row: AnyRow) => Promise<void>,
    done: (n: number) => string,
    undo?: (row: AnyRow) => Promise<void>,
  ) => {
    setBusy(true)
    const { good, problem } = await each(rows, act)
    setBusy(false)
    onClear()
    if (good.length > 0)
      snackbar(done(good.length), undo ? { action: { label: t('Undo'), run: () => void each(good, undo) } } : {})
    if (problem)
      snackbar(t('{{n}} refused: {{reason}}', { n: rows.length - good.length, reason: problem }), {
        variant: 'alert',
        colour: 'bad',
      })
  }
  const remove = async () => {
    const { status } = await confirm({
      title: t('Delete {{n}} records?', { n: rows.length }),
      description: t('They go to the trash and can be restored.'),
      submit: t('Delete'),
      danger: true,
    })
    if (status === 1)
      await run(
        (row) => destroy(definition, row.id),
        (n) => t('{{n}} deleted', { n }),
        (row) => restore(definition, row.id),
      )
  }
  return (
    <div className={css.bulk} role="toolbar" aria-label={t('Selected rows')}>
      <CloseButton size="sm" aria-label={t('Clear the selection')} onClick={onClear} />
      <strong role="status">{t('{{n}} selected', { n: rows.length })}</strong>
      {state.isTrash ? null : bulkActions?.(rows, onClear)}
      {canDelete && state.isTrash ? (
        <Button
          size="xs"
          variant="default"
          loading={isBusy}
          leftSection={<IconRestore size={16} />}
          onClick={() =>
            void run(
              (row) => restore(definition, row.id),
              (n) => t('{{n}} restored', { n }),
            )
          }
        >
          {t('Restore')}
        </Button>
      ) : null}
      {canDelete && hasDelete && !state.isTrash ? (
        <Button
          size="xs"
          variant="default"
          color="red"
          loading={isBusy}
          leftSection={<IconTrash size={16} />}
          onClick={() => void remove()}
        >
          {t('Delete')}
        </Button>
      ) : null}
    </div>
  )
}

/** One after the other, so that a refusal of one does not stop the rest. */
async function each(
  rows: AnyRow[],
  act: (row: AnyRow) => Promise<void>,
): Promise<{ good: AnyRow[]; problem: string | undefined }> {
  const good: AnyRow[] = []
  let problem: string | undefined
  for (const row of rows) {
    try {
      await act(row)
      good.push(row)
    } catch (error) {
      problem ??= error instanceof Error ? error.message : t('Something went wrong')
    }
  }
  return { good, problem }
}
