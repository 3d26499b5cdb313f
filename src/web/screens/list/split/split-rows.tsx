import { useRef } from 'react'
import { t } from '../../../../shared/language.ts'
import type { AnyRow } from '../../module.ts'
import { ListCard } from '../rows/list-cards.tsx'
import type { BodyProps } from '../rows/list-props.ts'
import { useSight } from '../rows/list-table.tsx'
import { SPLIT_HEIGHT } from '../rows/row-heights.ts'
import { useShownRows } from '../rows/shown-rows.ts'
import { useRowList } from '../use-list.ts'
import css from './split.module.css'

const VIRTUAL_FROM = 60
const NONE: AnyRow[] = []

/** The rows beside an open record: cards of one height, of many only those in sight. */
export default function SplitRows(props: BodyProps) {
  const { list, active, selected, tick, rowActions, cardActions, brief } = props
  const drawnBy = useRowList(list)
  const scroller = useRef<HTMLDivElement>(null)
  const rows = list.page?.data ?? NONE
  const span = useShownRows(scroller, rows.length, SPLIT_HEIGHT, rows.length < VIRTUAL_FROM)
  useSight(props, scroller, SPLIT_HEIGHT, 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={css.rows} ref={scroller} tabIndex={0} aria-label={t(list.definition.label)}>
      <ul data-old={list.isOld || undefined}>
        <Spacer height={span.first * SPLIT_HEIGHT} />
        {rows.slice(span.first, span.end).map((row, offset) => (
          <ListCard
            key={row.id}
            list={drawnBy}
            isActive={span.first + offset === active}
            isSelected={selected.has(row.id)}
            isSettled={list.settled.has(row.id)}
            {...{ row, tick, rowActions, cardActions, brief }}
          />
        ))}
        <Spacer height={(rows.length - span.end) * SPLIT_HEIGHT} />
      </ul>
    </section>
  )
}

const Spacer = ({ height }: { height: number }) =>
  height > 0 ? <li role="presentation" aria-hidden="true" style={{ height }} /> : null
