import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { shownAs } from '../../../../shared/fields.ts'
import { t } from '../../../../shared/language.ts'
import type { Column } from '../../columns/columns.ts'
import css from '../list.module.css'
import type { List } from '../use-list.ts'
import type { BodyProps } from './list-props.ts'

type HeadProps = Pick<BodyProps, 'list' | 'selected' | 'setSelected'> & { hasActions: boolean }

/** The headers: each sorts by its column, the first selects the page. */
export function ListHead({ list, selected, setSelected, hasActions }: HeadProps) {
  return (
    <thead>
      <tr>
        <SelectAll list={list} selected={selected} setSelected={setSelected} />
        {list.columns.map((column) => (
          <Header key={column.name} column={column} list={list} />
        ))}
        {hasActions ? (
          <th scope="col" className={css.actions}>
            <span className="visually-hidden">{t('Actions')}</span>
          </th>
        ) : null}
      </tr>
    </thead>
  )
}

function SelectAll({ list, selected, setSelected }: Pick<BodyProps, 'list' | 'selected' | 'setSelected'>) {
  const rows = list.page?.data ?? []
  const count = rows.filter((row) => selected.has(row.id)).length
  const isAll = count > 0 && count === rows.length
  const turnAll = () => {
    const next = new Map(selected)
    for (const row of rows) {
      if (isAll) next.delete(row.id)
      else next.set(row.id, row)
    }
    setSelected(next)
  }
  const half = (input: HTMLInputElement | null) => {
    if (input) input.indeterminate = count > 0 && !isAll
  }
  return (
    <td className={css.check}>
      <label className={css.tick}>
        <input
          type="checkbox"
          ref={half}
          checked={isAll}
          onChange={turnAll}
          aria-label={t('Select all on this page')}
        />
      </label>
    </td>
  )
}

function Header({ column, list }: { column: Column; list: List }) {
  const now = list.query.sort
  const direction = now === column.name ? 'ascending' : now === `-${column.name}` ? 'descending' : undefined
  const label = t(column.label)
  const marks = { 'data-figure': column.isFigure || undefined }
  if (!column.isSortable)
    return (
      <th scope="col" {...marks} title={label}>
        {label}
      </th>
    )
  return (
    <th scope="col" aria-sort={direction ?? 'none'} {...marks}>
      <button
        type="button"
        className={css.sort}
        onClick={() => list.change({ sort: nextSort(column, direction) })}
        title={t('Sort by {{field}}', { field: label })}
      >
        <span>{label}</span>
        {direction === 'ascending' ? <IconArrowUp size={12} aria-hidden="true" /> : null}
        {direction === 'descending' ? <IconArrowDown size={12} aria-hidden="true" /> : null}
      </button>
    </th>
  )
}

/** What a click on a header asks for: newest and largest first, words from A. */
function nextSort(column: Column, direction: 'ascending' | 'descending' | undefined): string {
  const kind = column.field && shownAs(column.field)
  const isFallingFirst = column.isFigure || kind === 'date' || kind === 'moment'
  if (!direction) return isFallingFirst ? `-${column.name}` : column.name
  return direction === 'ascending' ? `-${column.name}` : column.name
}
