import { IconChevronDown } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { t } from '../../shared/language.ts'
import type { Flag } from '../../shared/users/permissions.ts'
import css from './grants.module.css'
import {
  FLAG_LABELS,
  FLAG_MEANINGS,
  FLAG_ORDER,
  type GrantGroup,
  type GrantRow,
  opensSomething,
  SPECIAL_MEANINGS,
} from './grants.ts'

export interface MatrixCell {
  content: ReactNode
  /** Draws the eye: not as saved, or different from the role compared with. */
  mark?: 'changed' | 'more' | 'less' | undefined
}

interface MatrixTableProps {
  label: string
  groups: readonly GrantGroup[]
  cell: (row: GrantRow, flag: Flag) => MatrixCell
  /** The toggles of an editor: of everything, a column, a group, a row. */
  toggles?: {
    all: ReactNode
    column: (flag: Flag) => ReactNode
    group: (group: GrantGroup) => ReactNode
    row: (row: GrantRow) => ReactNode
  }
  /** Whether the right is granted: what a closed line on a phone says. */
  isGranted: (row: GrantRow, flag: Flag) => boolean
  note?: (row: GrantRow) => ReactNode
}

/** Modules down, rights across, the header always in sight; on a phone every module is a line that opens. */
export function MatrixTable({ label, groups, toggles, ...drawn }: MatrixTableProps) {
  return (
    <table
      className={css.matrix}
      aria-label={label}
      role={toggles ? 'grid' : undefined}
      onKeyDown={toggles ? moveByKeys : undefined}
    >
      <thead>
        <tr>
          <th scope="col" className={css.module}>
            <span className={css.lead}>
              {toggles?.all}
              <span>{toggles ? t('All modules') : t('Screens')}</span>
            </span>
          </th>
          {FLAG_ORDER.map((flag) => (
            <th key={flag} scope="col" title={t(FLAG_MEANINGS[flag])}>
              <span className={css.tickBox}>
                <span>{t(FLAG_LABELS[flag])}</span>
                {toggles?.column(flag)}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      {groups.map((group) => (
        <tbody key={group.id}>
          <tr className={css.group}>
            <th colSpan={FLAG_ORDER.length + 1} scope="rowgroup">
              <span className={css.lead}>
                {toggles?.group(group)}
                <span>{t(group.label)}</span>
              </span>
            </th>
          </tr>
          {group.rows.map((row) => (
            <ModuleRow key={row.identifier} row={row} toggle={toggles?.row(row)} {...drawn} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

/** What the columns mean, for those who cannot hover. */
export function FlagLegend() {
  return (
    <details className={css.legend}>
      <summary>{t('What the columns mean')}</summary>
      <dl>
        {FLAG_ORDER.map((flag) => (
          <div key={flag}>
            <dt>{t(FLAG_LABELS[flag])}</dt>
            <dd>{t(FLAG_MEANINGS[flag])}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

interface ModuleRowProps extends Pick<MatrixTableProps, 'cell' | 'isGranted' | 'note'> {
  row: GrantRow
  toggle: ReactNode
}

function ModuleRow({ row, toggle, cell, isGranted, note }: ModuleRowProps) {
  const [isOpen, setOpen] = useState(false)
  const flags = FLAG_ORDER.filter((flag) => opensSomething([row.identifier, flag]))
  const granted = flags.filter((flag) => isGranted(row, flag)).map((flag) => t(FLAG_LABELS[flag]))
  const special = flags.includes('other') && SPECIAL_MEANINGS[row.identifier]
  return (
    <tr data-closed={!isOpen || undefined}>
      <th scope="row" className={css.module}>
        <span className={css.lead}>
          {toggle}
          <span className={css.name}>
            <span>{t(row.label)}</span>
            {row.opens.length > 0 && <small>{row.opens.map((title) => t(title)).join(' · ')}</small>}
            {special && (
              <small className={css.special}>
                {t('Special')}: {t(special)}
              </small>
            )}
            <small className={css.summary}>{granted.join(' · ') || t('No rights')}</small>
            {note?.(row)}
          </span>
          <button
            type="button"
            className={css.opener}
            aria-expanded={isOpen}
            aria-label={t('Rights: {{module}}', { module: t(row.label) })}
            onClick={() => setOpen(!isOpen)}
          >
            <IconChevronDown size={18} aria-hidden="true" />
          </button>
        </span>
      </th>
      {FLAG_ORDER.map((flag) => (
        <Cell key={flag} flag={flag} cell={flags.includes(flag) ? cell(row, flag) : null} />
      ))}
    </tr>
  )
}

/** Blank where the right would open nothing. */
function Cell({ flag, cell }: { flag: Flag; cell: MatrixCell | null }) {
  if (!cell) return <td />
  return (
    <td data-mark={cell.mark}>
      <span className={css.tickBox}>
        <span className={css.flagName} aria-hidden="true">
          {t(FLAG_LABELS[flag])}
        </span>
        {cell.content}
      </span>
    </td>
  )
}

const ARROWS: Record<string, (here: CellPosition, there: CellPosition) => number> = {
  ArrowRight: (here, there) => (there.row === here.row ? there.column - here.column : 0),
  ArrowLeft: (here, there) => (there.row === here.row ? here.column - there.column : 0),
  ArrowDown: (here, there) => (there.column === here.column ? there.row - here.row : 0),
  ArrowUp: (here, there) => (there.column === here.column ? here.row - there.row : 0),
}
interface CellPosition {
  input: HTMLInputElement
  row: number
  column: number
}

/** Arrows go to the next toggle that way, Home and End along the row; Space is the checkbox's own. */
function moveByKeys(event: KeyboardEvent<HTMLTableElement>): void {
  const places = [...event.currentTarget.rows].flatMap((row) =>
    [...row.querySelectorAll('input')].map((input) => ({ input, row: row.rowIndex, column: columnOf(input) })),
  )
  const here = places.find((place) => place.input === event.target)
  if (!here) return
  const to = targetOf(event.key, here, places)
  if (!to) return
  event.preventDefault()
  to.input.focus()
}

function targetOf(key: string, here: CellPosition, places: readonly CellPosition[]): CellPosition | undefined {
  const along = places.filter((place) => place.row === here.row)
  if (key === 'Home') return along[0]
  if (key === 'End') return along.at(-1)
  const distance = ARROWS[key]
  if (!distance) return undefined
  return places.filter((place) => distance(here, place) > 0).sort((a, b) => distance(here, a) - distance(here, b))[0]
}

const columnOf = (input: HTMLInputElement): number => input.closest<HTMLTableCellElement>('th, td')?.cellIndex ?? 0
