import { useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '../../shared/language.ts'
import { type ColumnWidths, columnWidths } from './columns.ts'
import { titleColumn } from './draw-cell.tsx'
import css from './list.module.css'
import { ListHead } from './list-head.tsx'
import type { BodyProps } from './list-props.ts'
import { ListRow } from './list-row.tsx'
import { ROW_HEIGHT, ROW_HEIGHT_COMPACT } from './list-skeleton.tsx'
import type { AnyRow } from './module.ts'
import { useShownRows } from './shown-rows.ts'
import type { List } from './use-list.ts'

const VIRTUAL_FROM = 100
const NONE: AnyRow[] = []
const HEAD_HEIGHT = 36
const CHECK_WIDTH = 44
const ACTIONS_WIDTH = 96

/** Rows as a native table; from a hundred on only those in sight are drawn. */
export function ListTable(props: BodyProps) {
  const { list, selected, setSelected, active, rowActions } = props
  const scroller = useRef<HTMLDivElement>(null)
  const rows = list.page?.data ?? NONE
  const isVirtual = rows.length >= VIRTUAL_FROM
  const height = list.isCompact ? ROW_HEIGHT_COMPACT : ROW_HEIGHT
  const isAll = usePrinting() || !isVirtual
  const span = useShownRows(scroller, rows.length, height, isAll)
  useSight(props, scroller, height)
  const hasActions = rowActions !== undefined || list.state.isTrash
  const titled = titleColumn(list)
  const beside = CHECK_WIDTH + (hasActions ? ACTIONS_WIDTH : 0)
  // Rows that come and go while scrolling must not move the columns: their widths are settled beforehand.
  const widths = useMemo(
    () => columnWidths(list.columns, rows, titled, beside, isVirtual),
    [list, rows, titled, beside, isVirtual],
  )
  return (
    <section
      className={css.scroller}
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={t(list.definition.label)}
      data-old={list.isOld || undefined}
    >
      <table
        className={css.table}
        data-compact={list.isCompact || undefined}
        data-fixed={isVirtual || undefined}
        style={
          isVirtual
            ? {
                minWidth: `calc(${[`${beside}px`, ...widths.map(({ width, least }) => width ?? `${least}px`)].join(' + ')})`,
              }
            : undefined
        }
        aria-rowcount={isVirtual ? rows.length + 1 : undefined}
      >
        <Widths {...{ list, widths, hasActions }} />
        <ListHead {...{ list, selected, setSelected, hasActions }} />
        <tbody>
          <Spacer height={span.first * height} />
          {rows.slice(span.first, span.end).map((row, offset) => {
            const at = span.first + offset
            const marks = { isActive: at === active, isSelected: selected.has(row.id), isCounted: isVirtual }
            return <ListRow key={row.id} {...props} {...marks} {...{ row, at, hasActions, widths }} />
          })}
          <Spacer height={(rows.length - span.end) * height} />
        </tbody>
      </table>
    </section>
  )
}

/** Whether the page is being put on paper, where nothing scrolls. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const [begin, end] = [() => flushSync(() => setPrinting(true)), () => setPrinting(false)]
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}

/** The active row comes into sight, drawn or not; another page begins at its top. */
function useSight({ list, active }: BodyProps, scroller: { current: HTMLElement | null }, height: number) {
  useEffect(() => {
    const box = scroller.current
    if (active < 0 || !box) return
    const [top, bottom] = [active * height, (active + 1) * height + HEAD_HEIGHT]
    if (top < box.scrollTop) box.scrollTo({ top })
    else if (bottom > box.scrollTop + box.clientHeight) box.scrollTo({ top: bottom - box.clientHeight })
    box.querySelector(`[data-at="${active}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [active, height, scroller])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is the reason
  useEffect(() => void scroller.current?.scrollTo({ top: 0 }), [list.state.page, scroller])
}

interface WidthsProps {
  list: List
  widths: ColumnWidths
  hasActions: boolean
}

const Widths = ({ list, widths, hasActions }: WidthsProps) => (
  <colgroup>
    <col style={{ width: CHECK_WIDTH }} />
    {list.columns.map((column, at) => (
      <col key={column.name} style={{ width: widths[at]?.width }} />
    ))}
    {hasActions ? <col style={{ width: ACTIONS_WIDTH }} /> : null}
  </colgroup>
)

const Spacer = ({ height }: { height: number }) =>
  height > 0 ? (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row that only holds the place of others takes no focus
    <tr aria-hidden="true" className={css.spacer}>
      <td style={{ height }} />
    </tr>
  ) : null
