import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { currentLanguage, t } from '../../../shared/language.ts'
import { AboutAll } from '../../ui/about.tsx'
import { Link } from '../../ui/link.tsx'
import { ScrollBox } from '../../ui/scroll-box.tsx'
import css from './statistics.module.css'

/** A line of figures with its name. */
export interface Named {
  key: string
  label: string
}

export interface Column<L> {
  key: string
  head: string
  hint?: string
  value: (line: L) => number | null
  show: (value: number, line: L) => ReactNode
  /** The same in the row of totals; as every line unless said. */
  total?: (value: number) => ReactNode
  /** The list behind the number. */
  to?: (line: L) => string | undefined
  tone?: 'bad'
}

interface TableProps<T, L extends T & Named> {
  title: string
  /** Head of the first column. */
  head: string
  lines: readonly L[]
  totals: NoInfer<T>
  columns: readonly Column<T>[]
  /** The list behind a whole line. */
  rowTo: (line: L) => string | undefined
  /** Between head and table. */
  note?: ReactNode
  /** '' is the order the lines come in; kept by the table itself where nobody else does. */
  sort?: string
  setSort?: (sort: string) => void
}

/** Figures in a table that is sorted by any column; every number leads to what it counts, and the totals stand last. */
export function FiguresTable<T, L extends T & Named>(props: TableProps<T, L>) {
  const { title, head, lines, totals, columns, rowTo, note, ...kept } = props
  const [own, setOwn] = useState('')
  const { sort = own, setSort = setOwn } = kept
  const told = columns.flatMap(({ head: label, hint: about }) => (about ? [{ label, about }] : []))
  return (
    <section className={css.card} aria-label={title}>
      <header className={css.cardHead}>
        <h2>{title}</h2>
        {told.length > 0 ? <AboutAll label={title} figures={told} /> : null}
        {note}
      </header>
      <ScrollBox label={title} className={css.tableBox}>
        <table className={css.table}>
          <thead>
            <tr>
              <Head name="label" head={head} sort={sort} setSort={setSort} />
              {columns.map(({ key, head: name, hint }) => (
                <Head key={key} name={key} head={name} hint={hint} sort={sort} setSort={setSort} isFigure />
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted(lines, columns, sort).map((line) => (
              <tr key={line.key}>
                <th scope="row">
                  <RowName to={rowTo(line)} name={line.label} />
                </th>
                <Cells line={line} columns={columns} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('Total')}</th>
              <Cells line={totals} columns={columns} isTotal />
            </tr>
          </tfoot>
        </table>
      </ScrollBox>
    </section>
  )
}

const RowName = ({ to, name }: { to: string | undefined; name: string }) => (to ? <Link to={to}>{name}</Link> : name)

function Cells<T>({ line, columns, isTotal }: { line: T; columns: readonly Column<T>[]; isTotal?: true }) {
  return columns.map((column) => {
    const value = column.value(line)
    const to = value ? column.to?.(line) : undefined
    const shown = value === null ? '–' : ((isTotal && column.total?.(value)) ?? column.show(value, line))
    return (
      <td
        key={column.key}
        data-tone={value ? column.tone : undefined}
        data-none={value === 0 || value === null || undefined}
      >
        {to ? <Link to={to}>{shown}</Link> : shown}
      </td>
    )
  })
}

interface HeadProps {
  name: string
  head: string
  hint?: string
  sort: string
  setSort: (sort: string) => void
  isFigure?: boolean
}

/** Figures fall at the first click and rise at the second; the third gives the report's own order back. */
function Head({ name, head, hint, sort, setSort, isFigure = false }: HeadProps) {
  const direction = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : 'none'
  const [first, second] = isFigure ? [`-${name}`, name] : [name, `-${name}`]
  const next = sort === first ? second : sort === second ? '' : first
  return (
    <th scope="col" aria-sort={direction}>
      <button
        type="button"
        className={css.sort}
        onClick={() => setSort(next)}
        title={hint ?? t('Sort by {{field}}', { field: head })}
      >
        <span>{head}</span>
        {direction === 'ascending' ? <IconArrowUp size={14} aria-hidden="true" /> : null}
        {direction === 'descending' ? <IconArrowDown size={14} aria-hidden="true" /> : null}
      </button>
    </th>
  )
}

/** Lines in the order asked for; what has no value comes last. */
export function sorted<T, L extends T & Named>(lines: readonly L[], columns: readonly Column<T>[], sort: string): L[] {
  const name = sort.replace(/^-/, '')
  const sign = sort.startsWith('-') ? -1 : 1
  if (name === 'label')
    return lines.toSorted((a, b) => sign * a.label.localeCompare(b.label, currentLanguage(), { numeric: true }))
  const column = columns.find(({ key }) => key === name)
  if (!column) return [...lines]
  return lines.toSorted((a, b) => {
    const [x, y] = [column.value(a), column.value(b)]
    if (x === null || y === null) return Number(x === null) - Number(y === null)
    return sign * (x - y)
  })
}
