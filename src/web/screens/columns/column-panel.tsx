import { useEffect, useRef, useState } from 'react'
import { currentLanguage, t } from '../../../shared/language.ts'
import { normalizeText } from '../../../shared/vietnam/vietnam.ts'
import { Sortable } from '../../ui/sortable.tsx'
import css from '../list/list.module.css'
import type { List } from '../list/use-list.ts'

/** What the chooser offers: order of the rows, density, and the columns with their order. */
export default function ColumnPanel({ list }: { list: List }) {
  return (
    <>
      <Order list={list} />
      <Density list={list} />
      <Columns list={list} />
      <button
        type="button"
        className={css.quiet}
        onClick={() => list.setLook({ columns: undefined, isCompact: undefined })}
      >
        {t('Reset to default')}
      </button>
    </>
  )
}

/** The order by name: cards on a phone have no headers to press. */
function Order({ list: { allColumns, query, change } }: { list: List }) {
  const sortable = allColumns.filter((column) => column.isSortable)
  return (
    <fieldset>
      <legend id="list-order">{t('Order')}</legend>
      <select
        aria-labelledby="list-order"
        value={String(query.sort)}
        onChange={(event) => change({ sort: event.currentTarget.value })}
      >
        {sortable.flatMap(({ name, label }) => [
          <option key={name} value={name}>
            {t(label)} ↑
          </option>,
          <option key={`-${name}`} value={`-${name}`}>
            {t(label)} ↓
          </option>,
        ])}
      </select>
    </fieldset>
  )
}

function Density({ list }: { list: List }) {
  const options = [
    { isCompact: false, label: t('Comfortable') },
    { isCompact: true, label: t('Compact') },
  ]
  return (
    <fieldset>
      <legend>{t('Density')}</legend>
      <div className={css.density}>
        {options.map(({ isCompact, label }) => (
          <button
            key={label}
            type="button"
            aria-pressed={list.isCompact === isCompact}
            onClick={() => list.setLook({ isCompact })}
          >
            {label}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

/** So many are not looked through. */
const MANY = 14

function Columns({ list: { columns, allColumns, isChosen, setLook } }: { list: List }) {
  const names = columns.map((column) => column.name)
  const [sought, setSought] = useState('')
  const others = allColumns
    .filter(({ name, label }) => !names.includes(name) && normalizeText(t(label)).includes(normalizeText(sought)))
    .toSorted((a, b) => t(a.label).localeCompare(t(b.label), currentLanguage()))
  const place = useRef<HTMLFieldSetElement>(null)
  const turned = useRef<string>(undefined)
  useEffect(() => {
    // Shown or not, a column stands in another list, and its box is another one: the keyboard goes along.
    const box = turned.current && place.current?.querySelector<HTMLElement>(`input[name="${turned.current}"]`)
    turned.current = undefined
    if (box) box.focus({ preventScroll: true })
  })
  const turn = (name: string) => {
    turned.current = name
    setLook({ columns: names.includes(name) ? names.filter((one) => one !== name) : [...names, name] })
  }
  return (
    <fieldset ref={place}>
      <legend>{t('Columns')}</legend>
      {isChosen ? null : <small>{t('On a narrow screen the last ones are left out.')}</small>}
      <Sortable
        items={columns}
        keyOf={(column) => column.name}
        nameOf={(column) => t(column.label)}
        onChange={(next) => setLook({ columns: next.map((column) => column.name) })}
      >
        {(column) => <Tick column={column} isShown isLast={names.length === 1} turn={turn} />}
      </Sortable>
      {allColumns.length > MANY ? (
        <input
          type="search"
          aria-label={t('Find a column')}
          placeholder={t('Find a column')}
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
        />
      ) : null}
      <ul>
        {others.map((column) => (
          <li key={column.name}>
            <Tick column={column} isShown={false} isLast={false} turn={turn} />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

interface TickProps {
  column: List['columns'][number]
  isShown: boolean
  /** The only one left stays. */
  isLast: boolean
  turn: (name: string) => void
}

const Tick = ({ column, isShown, isLast, turn }: TickProps) => (
  <label>
    <input type="checkbox" name={column.name} checked={isShown} disabled={isLast} onChange={() => turn(column.name)} />
    <span>{t(column.label)}</span>
  </label>
)
