import { CloseButton } from '@mantine/core'
import { IconRestore, IconTableExport, IconTrash } from '@tabler/icons-react'
import { memo, type ReactNode, useMemo, useState } from 'react'
import { t } from '../../../shared/language.ts'
import type { Query } from '../../api.ts'
import { useMay } from '../../session.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { sayFailure } from '../../ui/snackbar.tsx'
import { exportList } from '../export/export-list.ts'
import css from '../list/list.module.css'
import type { Selected } from '../list/selection.ts'
import type { List } from '../list/use-list.ts'
import type { AnyRow } from '../module.ts'
import { actionLabel } from './action-label.ts'
import type { Deed, Selection } from './bulk.ts'
import { figure, startBulk } from './bulk-acts.ts'
import { BulkPress, BulkSteps } from './bulk-buttons.tsx'

/** Buttons of a module in the bar, around those of its flow; `run` does the deed to all of the selection and ends it, or throws why not and leaves it. */
export type BulkActions = (selection: Selection, run: (deed: Deed) => Promise<void>, moves: ReactNode) => ReactNode

interface BulkBarProps {
  list: List
  chosen: Selected
  onClear: () => void
  setSelected: (change: (now: Selected) => Selected) => void
  bulkActions: BulkActions | undefined
  hasDelete: boolean
}

/** What can be done with the selected rows, or with all that the filters let through. */
export default memo(function BulkBar({ list, chosen, onClear, setSelected, bulkActions, hasDelete }: BulkBarProps) {
  const rows = useMemo(() => [...chosen.values()], [chosen])
  const { definition, state, page } = list
  const may = useMay()
  const [isBusy, setBusy] = useState(false)
  // All is meant for the filters it was said of.
  const [allOf, setAllOf] = useState<object>()
  const total = page?.total ?? 0
  const isAll = allOf === state.filters && total > rows.length
  const selection: Selection = { rows, isAll, total: isAll ? total : rows.length }
  const canDelete = may(definition.permission, 'delete')
  // The chosen ones by their numbers, as far as an address carries them.
  const isChosenByNumber = rows.length <= IDS_MOST && rows.every((row) => state.isTrash || !row.deleted_at)
  const canExport =
    definition.sheets.export === true && may(definition.permission, 'report') && (isAll || isChosenByNumber)
  const names = list.columns
    .map(({ name }) => name)
    .filter((name) => name in definition.fields || name === 'created_at')
  const run = async (deed: Deed) => {
    setBusy(true)
    try {
      await startBulk(list, selection, deed)
      setSelected((now) => new Map([...now].filter(([id]) => !chosen.has(id))))
      setAllOf(undefined)
    } finally {
      setBusy(false)
    }
  }
  const remove = async () => {
    const { status } = await confirm({
      title: t('Delete {{n}} records?', { n: figure(selection.total) }),
      description: t('They go to the trash and can be restored.'),
      submit: t('Delete'),
      danger: true,
    })
    const undo = { act: 'restore', label: actionLabel(definition, 'restore') }
    if (status === 1) await run({ act: 'delete', label: actionLabel(definition, 'delete'), undo }).catch(sayFailure)
  }
  return (
    <div className={css.bulk} data-foot-bar role="toolbar" aria-label={t('Selected rows')}>
      <CloseButton size="sm" aria-label={t('Clear the selection')} onClick={onClear} />
      <strong role="status">{selectedWords(selection, page?.total_is_more)}</strong>
      {page && rows.length >= page.data.length && total > rows.length && !isAll ? (
        <button type="button" className={css.quiet} onClick={() => setAllOf(state.filters)}>
          {page.total_is_more ? t('Select all that match') : t('Select all {{n}} that match', { n: figure(total) })}
        </button>
      ) : null}
      {state.isTrash ? null : (
        <BulkSteps
          {...{ definition, selection, isBusy, run }}
          between={bulkActions && ((moves) => bulkActions(selection, run, moves))}
        />
      )}
      {canExport ? (
        <BulkPress
          icon={<IconTableExport size={16} />}
          onClick={() => void exportList(definition.wire, isAll ? list.query : idsOf(rows, list), names)}
        >
          {t('Export')}
        </BulkPress>
      ) : null}
      {canDelete && state.isTrash ? (
        <BulkPress
          loading={isBusy}
          icon={<IconRestore size={16} />}
          onClick={() => void run({ act: 'restore', label: actionLabel(definition, 'restore') }).catch(sayFailure)}
        >
          {t('Restore')}
        </BulkPress>
      ) : null}
      {canDelete && hasDelete && !state.isTrash ? (
        <BulkPress color="red" loading={isBusy} icon={<IconTrash size={16} />} onClick={() => void remove()}>
          {t('Delete')}
        </BulkPress>
      ) : null}
    </div>
  )
})

function selectedWords({ isAll, total }: Selection, isMore = false): string {
  if (!isAll) return t('{{n}} selected', { n: figure(total) })
  return isMore ? t('All that match are selected') : t('All {{n}} that match are selected', { n: figure(total) })
}

/** As many as the server takes in one filter. */
const IDS_MOST = 200

const idsOf = (rows: readonly AnyRow[], { query }: List): Query => ({
  id: rows.map(({ id }) => id),
  sort: query.sort,
  ...(query.trashed !== undefined && { trashed: query.trashed }),
})
