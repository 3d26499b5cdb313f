import { Skeleton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { shownAs } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import { type Column, leastWidth } from './columns.ts'
import css from './list.module.css'
import type { BodyProps } from './list-props.ts'
import { ListRow } from './list-row.tsx'
import type { AnyRow } from './module.ts'
import type { List } from './use-list.ts'

const ROW_HEIGHT = 40
const COMPACT_HEIGHT = 32
const VIRTUAL_FROM = 100
const OVERSCAN = 12
const CHECK_WIDTH = 44
const ACTIONS_WIDTH = 96

/** Rows as a native table; from a hundred on only those in sight are drawn. */
export function ListTable({ list, selected, setSelected, active, setActive, rowActions }: BodyProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = list.page?.data ?? []
  const height = list.preferences.isCompact ? COMPACT_HEIGHT : ROW_HEIGHT
  const isVirtual = rows.length >= VIRTUAL_FROM
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: OVERSCAN,
    enabled: isVirtual,
  })
  useEffect(() => virtual.measure(), [virtual, height])
  useEffect(() => {
    if (active < 0) return
    if (isVirtual) virtual.scrollToIndex(active)
    scroller.current?.querySelector(`[data-at="${active}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [active, isVirtual, virtual])
  useEffect(() => scroller.current?.scrollTo({ top: 0 }), [list.state.page])

  const items = isVirtual ? virtual.getVirtualItems() : undefined
  const shown = items ? items.map((item) => item.index) : rows.map((_, at) => at)
  const above = items?.[0]?.start ?? 0
  const below = items ? virtual.getTotalSize() - (items.at(-1)?.end ?? 0) : 0
  const hasActions = rowActions !== undefined || list.state.isTrash
  return (
    <section
      className={css.scroller}
      ref={scroller}
      tabIndex={0}
      aria-label={t(list.definition.label)}
      data-old={list.isOld || undefined}
    >
      <table
        className={css.table}
        data-compact={list.preferences.isCompact || undefined}
        style={{ minWidth: leastWidth(list.columns) + CHECK_WIDTH + (hasActions ? ACTIONS_WIDTH : 0) }}
        aria-rowcount={isVirtual ? rows.length + 1 : undefined}
      >
        <Columns list={list} hasActions={hasActions} />
        <thead>
          <tr>
            <SelectAll rows={rows} selected={selected} setSelected={setSelected} />
            {list.columns.map((column) => (
              <Header key={column.name} column={column} list={list} />
            ))}
            {hasActions ? (
              <th>
                <span className="visually-hidden">{t('Actions')}</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          <Spacer height={above} />
          {shown.map((at) => {
            const row = rows[at]
            return row ? (
              <ListRow
                key={row.id}
                {...{ list, row, at, rowActions, hasActions }}
                isActive={at === active}
                isSelected={selected.has(row.id)}
                setActive={setActive}
                selected={selected}
                setSelected={setSelected}
                isCounted={isVirtual}
              />
            ) : null
          })}
          <Spacer height={below} />
        </tbody>
      </table>
    </section>
  )
}

function Columns({ list, hasActions }: { list: List; hasActions: boolean }) {
  return (
    <colgroup>
      <col style={{ width: CHECK_WIDTH }} />
      {list.columns.map((column) => (
        <col key={column.name} style={{ width: column.width }} />
      ))}
      {hasActions ? <col style={{ width: ACTIONS_WIDTH }} /> : null}
    </colgroup>
  )
}

const Spacer = ({ height }: { height: number }) =>
  height > 0 ? (
    <tr aria-hidden="true" className={css.spacer}>
      <td style={{ height }} />
    </tr>
  ) : null

function SelectAll({
  rows,
  selected,
  setSelected,
}: {
  rows: AnyRow[]
  selected: ReadonlyMap<number, AnyRow>
  setSelected: BodyProps['setSelected']
}) {
  const count = rows.filter((row) => selected.has(row.id)).length
  const isAll = count > 0 && count === rows.length
  const turnAll = () => {
    const next = new Map(selected)
    for (const row of rows) isAll ? next.delete(row.id) : next.set(row.id, row)
    setSelected(next)
  }
  const half = (input: HTMLInputElement | null) => {
    if (input) input.indeterminate = count > 0 && !isAll
  }
  return (
    <th className={css.check}>
      <input type="checkbox" ref={half} checked={isAll} onChange={turnAll} aria-label={t('Select all on this page')} />
    </th>
  )
}

function Header({ column, list }: { column: Column; list: List }) {
  const now = list.state.sort ?? list.definition.sort
  const direction = now === column.name ? 'ascending' : now === `-${column.name}` ? 'descending' : undefined
  const label = t(column.label)
  if (!column.isSortable)
    return (
      <th scope="col" data-figure={column.isFigure || undefined} title={label}>
        {label}
      </th>
    )
  return (
    <th scope="col" aria-sort={direction ?? 'none'} data-figure={column.isFigure || undefined}>
      <button
        type="button"
        className={css.sort}
        onClick={() => list.change({ sort: nextSort(column, direction) })}
        title={t('Sort by {{field}}', { field: label })}
      >
        <span>{label}</span>
        {direction === 'ascending' ? <IconArrowUp size={14} aria-hidden="true" /> : null}
        {direction === 'descending' ? <IconArrowDown size={14} aria-hidden="true" /> : null}
      </button>
    </th>
  )
}

/** What a click on a header asks for: newest and largest first, words from A. */
export function nextSort(column: Column, direction: 'ascending' | 'descending' | undefined): string {
  const kind = column.field && shownAs(column.field)
  const isFallingFirst = column.isFigure || kind === 'date' || kind === 'moment'
  if (!direction) return isFallingFirst ? `-${column.name}` : column.name
  return direction === 'ascending' ? `-${column.name}` : column.name
}

/** The table before its first rows are there. */
export function TableSkeleton({ list, isPhone }: { list: List; isPhone: boolean }) {
  const height = isPhone ? 104 : list.preferences.isCompact ? COMPACT_HEIGHT : ROW_HEIGHT
  const lines = Math.min(list.state.perpage, 15)
  return (
    <div role="status" aria-label={t('Loading…')} className={css.skeleton}>
      {isPhone ? null : <div className={css.skeletonHead} />}
      {Array.from({ length: lines }, (_, at) => (
        <div key={`line ${at + 1}`} style={{ height }}>
          <Skeleton height={12} width={`${[8, 11, 9][at % 3]}%`} />
          <Skeleton height={12} width={`${[34, 26, 40, 30][at % 4]}%`} />
          <Skeleton height={12} width={`${[14, 10][at % 2]}%`} />
        </div>
      ))}
    </div>
  )
}
