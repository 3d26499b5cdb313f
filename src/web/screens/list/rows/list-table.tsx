import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '../../../../shared/language.ts'
import { fading, useMoreAside } from '../../../ui/scroll-box.tsx'
import { columnsWithin, shareRoom, wishesOf } from '../../columns/column-widths.ts'
import type { AnyRow } from '../../module.ts'
import css from '../list.module.css'
import { type List, useRowList } from '../use-list.ts'
import { titleColumn } from './draw-cell.tsx'
import { markIn } from './list-brief.tsx'
import { ListHead } from './list-head.tsx'
import type { BodyProps } from './list-props.ts'
import { ListRow } from './list-row.tsx'
import { HEAD_HEIGHT, ROW_HEIGHT, ROW_HEIGHT_COMPACT } from './row-heights.ts'
import { useShownRows } from './shown-rows.ts'

const VIRTUAL_FROM = 100
const NONE: AnyRow[] = []
const CHECK_WIDTH = 44
const ACTIONS_WIDTH = 56

/** Rows as a native table; from a hundred on only those in sight are drawn. */
export function ListTable(props: BodyProps) {
  const { list, selected, setSelected, active, setActive, tick, rowActions, actionsWidth = ACTIONS_WIDTH } = props
  const scroller = useRef<HTMLDivElement>(null)
  const rows = list.page?.data ?? NONE
  const isVirtual = rows.length >= VIRTUAL_FROM
  const height = list.isCompact ? ROW_HEIGHT_COMPACT : ROW_HEIGHT
  const isPrinting = usePrinting()
  const isAll = isPrinting || !isVirtual
  const span = useShownRows(scroller, rows.length, height, isAll)
  useSight(props, scroller, height, HEAD_HEIGHT)
  useMoreAside(scroller)
  const hasActions = rowActions !== undefined || list.state.isTrash
  const acts = hasActions ? actionsWidth : 0
  const { columns, widths } = useFitting(list, rows, scroller, CHECK_WIDTH + acts, isPrinting)
  const shown = { ...list, columns }
  const drawnBy = useRowList(shown)
  return (
    <section
      className={`${css.scroller} ${fading}`}
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={t(list.definition.label)}
      data-old={list.isOld || undefined}
    >
      <table
        className={css.table}
        data-compact={list.isCompact || undefined}
        aria-rowcount={isVirtual ? rows.length + 1 : undefined}
      >
        <Widths widths={widths} acts={acts} />
        <ListHead {...{ list: shown, selected, setSelected, hasActions }} />
        <tbody>
          <Spacer height={span.first * height} />
          {rows.slice(span.first, span.end).map((row, offset) => {
            const at = span.first + offset
            const marks = {
              isActive: at === active,
              isSelected: selected.has(row.id),
              isCounted: isVirtual,
              isSettled: list.settled.has(row.id),
            }
            return (
              <ListRow
                key={row.id}
                list={drawnBy}
                {...marks}
                {...{ row, at, hasActions, setActive, tick, rowActions }}
              />
            )
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

/** The active row comes into sight, drawn or not; another page begins at its top, and the way back leads to where one was. */
export function useSight(
  { list, active }: BodyProps,
  scroller: { current: HTMLElement | null },
  height: number,
  headHeight: number,
) {
  const record = list.page?.data[active]?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that others move leaves the sight where it is
  useEffect(() => {
    const box = scroller.current
    if (active < 0 || !box) return
    const [top, bottom] = [active * height, (active + 1) * height + headHeight]
    if (top < box.scrollTop) box.scrollTo({ top })
    else if (bottom > box.scrollTop + box.clientHeight) box.scrollTo({ top: bottom - box.clientHeight })
    box.querySelector(`[data-at="${active}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [record, height, headHeight, scroller])
  // Heard and not read: to ask a box how it stands lays out all that has just been drawn.
  const stands = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page or filter is the reason
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    const place = placeNow()
    const top = stood.get(place) ?? 0
    if (top !== stands.current) box.scrollTo({ top })
    const hear = () => {
      stands.current = box.scrollTop
      stood.set(place, stands.current)
    }
    box.addEventListener('scroll', hear)
    return () => box.removeEventListener('scroll', hear)
  }, [list.state, scroller])
}

/** How far down a list stood at each step of the browser's history. */
const stood = new Map<string, number>()
const placeNow = () => `${JSON.stringify(history.state)} ${window.location.href}`

/** px, as in list.module.css. */
const LETTERS = 14
const LETTERS_COMPACT = 13
/** Narrower than this, what a table has too much of is left to the record itself: nobody looks sideways on a tablet. */
const WIDE = 1200

/** The columns there is room for, and px of each, settled before the rows are seen and whatever comes and goes while they scroll. */
function useFitting(
  list: List,
  rows: readonly AnyRow[],
  scroller: RefObject<HTMLElement | null>,
  beside: number,
  isPrinting: boolean,
) {
  const titled = titleColumn(list)
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    const look = () => setRoom(box.clientWidth)
    look()
    const size = new ResizeObserver(look)
    size.observe(box)
    return () => size.disconnect()
  }, [scroller])
  const letters = list.isCompact ? LETTERS_COMPACT : LETTERS
  const { columns: all, definition, isChosen, state } = list
  const columns = useMemo(() => {
    if (isChosen || isPrinting || room === 0 || window.innerWidth >= WIDE) return all
    const sorted = state.sort?.replace('-', '')
    const kept = [markIn(all, { definition }), ...all.filter(({ name }) => name === titled || name === sorted)]
    return columnsWithin(all, wishesOf(all, rows, titled, letters), room - beside, kept)
  }, [all, rows, titled, letters, room, beside, isChosen, isPrinting, definition, state.sort])
  const wishes = useMemo(() => wishesOf(columns, rows, titled, letters), [columns, rows, titled, letters])
  const widths = useMemo(() => {
    const title = columns.findIndex(({ name, width }) => name === titled && width === undefined)
    return shareRoom(wishes, room - beside, title < 0 ? undefined : title)
  }, [columns, wishes, titled, room, beside])
  return { columns, widths }
}

const Widths = ({ widths, acts }: { widths: readonly number[]; acts: number }) => (
  <colgroup>
    <col className={css.check} style={{ width: CHECK_WIDTH }} />
    {widths.map((width, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the columns stand in this order
      <col key={at} style={{ width }} />
    ))}
    {acts > 0 ? <col className={css.actions} style={{ width: acts }} /> : null}
  </colgroup>
)

const Spacer = ({ height }: { height: number }) =>
  height > 0 ? (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row that only holds the place of others takes no focus
    <tr aria-hidden="true" className={css.spacer}>
      <td style={{ height }} />
    </tr>
  ) : null
