import { formatNumber } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import { ChangeWords } from './change-words.tsx'
import { changeOf, type Figure, saidFigure } from './figure-words.ts'
import { type Column, FiguresTable } from './figures-table.tsx'
import css from './statistics.module.css'
import type { StatisticsQuery } from './statistics-query.ts'
import type { Counted, Line, MapView, View } from './statistics-view.ts'

/** All figures of all lines, with totals; the one that the chart shows stands against the period before. */
export function StatisticsTable({ asked, view }: { asked: StatisticsQuery; view: View }) {
  const { head, lines, totals, figures, figure, told } = view
  const columns = figures.flatMap((one) => [
    columnOf(one),
    ...(one.key === figure.key && told.compared ? comparing(one) : []),
  ])
  return (
    <FiguresTable<Counted, Line>
      title={head}
      head={head}
      lines={lines}
      totals={totals}
      columns={columns}
      rowTo={({ to }) => to({ where: {} })}
      sort={asked.sort}
      setSort={(next) => asked.change({ sort: next || null }, { replace: true })}
      note={
        told.left > 0 ? (
          <small>{t('{{n}} more lines are in the workbook', { n: formatNumber(told.left, currentLanguage()) })}</small>
        ) : null
      }
    />
  )
}

const columnOf = (figure: Figure): Column<Counted> => ({
  key: figure.key,
  head: figure.label,
  ...(figure.hint && { hint: figure.hint }),
  value: ({ values }) => values[figure.key] ?? null,
  show: (value) => saidFigure(value, figure.unit),
  to: ({ to }) => to(figure),
})

const comparing = (figure: Figure): Column<Counted>[] => [
  {
    key: 'before',
    head: t('Before'),
    value: ({ before }) => before?.[figure.key] ?? null,
    show: (value) => saidFigure(value, figure.unit),
    to: ({ toBefore }) => toBefore?.(figure),
  },
  {
    key: 'change',
    head: t('Difference'),
    value: ({ values, before, isRunning }) => {
      const [now, then] = [values[figure.key] ?? null, before?.[figure.key] ?? null]
      return now === null || then === null || isRunning ? null : now - then
    },
    show: (by) => <Difference figure={figure} by={by} />,
  },
]

/** In the figure's own unit, so that a column of them adds up. */
function Difference({ figure, by }: { figure: Figure; by: number }) {
  const change = changeOf(figure, { [figure.key]: by }, { [figure.key]: 0 })
  return change && by !== 0 ? (
    <ChangeWords change={{ ...change, words: `${by > 0 ? '+' : '−'}${saidFigure(Math.abs(by), figure.unit)}` }} />
  ) : (
    '0'
  )
}

/** The numbers of a map, with the sums of its lines and columns. */
export function MapTable({ map }: { map: MapView }) {
  const { rows, columns, valueAt, linkAt, figure, label } = map
  const lines = rows.map((row) => ({ ...row, row: row.key as string | null }))
  const sum = (line: { row: string | null }, column: string | null) =>
    rows
      .filter(({ key }) => line.row === null || key === line.row)
      .reduce(
        (total, { key }) =>
          total +
          columns
            .filter((one) => column === null || one.key === column)
            .reduce((all, one) => all + valueAt(key, one.key), 0),
        0,
      )
  const show = (value: number) => saidFigure(value, figure.unit)
  return (
    <div className={css.heat}>
      <FiguresTable<{ row: string | null }, (typeof lines)[number]>
        title={t(label)}
        head={figure.label}
        lines={lines}
        totals={{ row: null }}
        rowTo={({ row }) => linkAt(row, null)}
        columns={[
          { key: 'all', head: t('Total'), value: (line) => sum(line, null), show, to: ({ row }) => linkAt(row, null) },
          ...columns.map((column) => ({
            key: column.key,
            head: column.label,
            value: (line: { row: string | null }) => sum(line, column.key),
            show,
            to: ({ row }: { row: string | null }) => linkAt(row, column.key),
          })),
        ]}
      />
    </div>
  )
}
