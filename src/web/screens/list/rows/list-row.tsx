import { ActionIcon } from '@mantine/core'
import { IconCheck, IconRestore } from '@tabler/icons-react'
import { type MouseEvent, memo, type ReactNode, use, useRef } from 'react'
import { t } from '../../../../shared/language.ts'
import { go } from '../../../app/location.ts'
import { useMay } from '../../../session.ts'
import { Link } from '../../../ui/link.tsx'
import { sayFailure, snackbar } from '../../../ui/snackbar.tsx'
import { givesWay } from '../../columns/column-widths.ts'
import type { Column } from '../../columns/columns.ts'
import type { AnyRow } from '../../module.ts'
import { prefetchRecord, restore } from '../../records.ts'
import css from '../list.module.css'
import { PageAt } from '../split/page-at.ts'
import type { RowList } from '../use-list.ts'
import { drawCell, nameOf, tipOf, titleColumn } from './draw-cell.tsx'

export interface RowProps {
  list: RowList
  row: AnyRow
  at: number
  isActive: boolean
  isSelected: boolean
  setActive: (id: number) => void
  tick: (row: AnyRow, isRange?: boolean) => void
  rowActions?: ((row: AnyRow) => ReactNode) | undefined
  hasActions: boolean
  /** Rows out of sight are not drawn: each tells which one it is. */
  isCounted: boolean
  /** It stays in its place, though the list has done with it. */
  isSettled: boolean
}

/** One row: a click anywhere opens it, its title is the link that does so for everyone else. */
export const ListRow = memo(function ListRow({
  list,
  row,
  at,
  isActive,
  isSelected,
  setActive,
  tick,
  rowActions,
  hasActions,
  isCounted,
  isSettled,
}: RowProps) {
  const link = list.linkOf(row)
  const hover = usePrefetch(list, row)
  const titled = titleColumn(list)
  const open = (event: MouseEvent) => {
    if (!link || isOwnClick(event)) return
    setActive(row.id)
    go(link)
  }
  return (
    <tr
      data-at={at}
      data-active={isActive || undefined}
      data-selected={isSelected || undefined}
      data-settled={isSettled || undefined}
      data-link={link ? true : undefined}
      aria-rowindex={isCounted ? at + 2 : undefined}
      onClick={open}
      {...hover}
    >
      <td className={css.check}>
        <label className={css.tick}>
          <input
            type="checkbox"
            checked={isSelected}
            onChange={({ nativeEvent }) => tick(row, isShift(nativeEvent))}
            aria-label={t('Select {{name}}', { name: nameOf(list, row) })}
          />
        </label>
      </td>
      {list.columns.map((column) => (
        <td
          key={column.name}
          data-figure={column.isFigure || undefined}
          data-title={column.name === titled || undefined}
          title={tipOf(column, row)}
        >
          <Said column={column} row={row} titled={titled} link={column.name === titled ? link : null} />
        </td>
      ))}
      {hasActions ? (
        <td className={css.actions} data-acts>
          {list.isTrash ? <Restore list={list} row={row} /> : rowActions?.(row)}
        </td>
      ) : null}
    </tr>
  )
})

/** What a cell says; words that do not fit are cut, with the rest in the tooltip. */
function Said({
  column,
  row,
  titled,
  link,
}: {
  column: Column
  row: AnyRow
  titled: string | undefined
  link: string | null
}) {
  const said = drawCell(column, row, titled)
  if (link)
    return (
      <Link to={link} className={css.words}>
        {said}
      </Link>
    )
  if (!givesWay(column)) return said
  return <span className={css.words}>{said}</span>
}

const HOVER_MS = 90

/** Fetches a record, and what draws it, once the pointer rests on its row. */
export function usePrefetch(list: RowList, row: AnyRow) {
  const timer = useRef<number>(undefined)
  const { fetchAhead } = use(PageAt)
  const link = list.linkOf(row)
  if (!link) return {}
  return {
    onMouseEnter: () => {
      timer.current = window.setTimeout(() => {
        fetchAhead(link)
        prefetchRecord(list.definition, row.id)
      }, HOVER_MS)
    },
    onMouseLeave: () => window.clearTimeout(timer.current),
  }
}

export function Restore({ list, row }: { list: RowList; row: AnyRow }) {
  const may = useMay()
  if (!may(list.definition.permission, 'delete')) return null
  if (!row.deleted_at) return <Done label={t('Restored')} />
  const run = async () => {
    list.hold()
    try {
      await restore(list.definition, row.id)
      list.hold([{ ...row, deleted_at: null, version: row.version + 1 }])
      snackbar(t('{{name}} is restored', { name: nameOf(list, row) }))
    } catch (error) {
      sayFailure(error)
    }
  }
  return (
    <ActionIcon
      variant="subtle"
      aria-label={t('Restore {{name}}', { name: nameOf(list, row) })}
      title={t('Restore')}
      onClick={() => void run()}
    >
      <IconRestore size={18} />
    </ActionIcon>
  )
}

/** Where a row's button was: dealt with. */
export const Done = ({ label }: { label: string }) => (
  <span className={css.done} role="img" aria-label={label} title={label}>
    <IconCheck size={18} aria-hidden="true" />
  </span>
)

export const isShift = (event: Event): boolean => event instanceof MouseEvent && event.shiftKey

/** A click on something inside the row, with the middle button, or at the end of marking text. */
const isOwnClick = (event: MouseEvent) =>
  event.defaultPrevented ||
  (event.target instanceof Element &&
    event.target.closest('a, button, input, label, select, [data-acts], [role=dialog], [role=menu]') !== null) ||
  window.getSelection()?.isCollapsed === false
