import { ActionIcon } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../shared/language.ts'
import { PopOver } from '../ui/pop-over.tsx'
import css from './list.module.css'
import type { List } from './use-list.ts'

/** Which columns stand in a list, in which order, and how tight; kept for this list in this browser. */
export function ColumnChooser({ list }: { list: List }) {
  const [opened, setOpened] = useState(false)
  return (
    <PopOver
      label={t('Columns and density')}
      isOpen={opened}
      setOpen={setOpened}
      align="end"
      className={css.chooser}
      button={(open) => (
        <ActionIcon size={32} aria-label={t('Columns and density')} title={t('Columns and density')} {...open}>
          <IconAdjustmentsHorizontal size={18} />
        </ActionIcon>
      )}
    >
      <Order list={list} />
      <Density list={list} />
      <Columns list={list} />
      <button
        type="button"
        className={css.quiet}
        onClick={() => list.setPreferences({ columns: undefined, isCompact: false })}
      >
        {t('As delivered')}
      </button>
    </PopOver>
  )
}

/** The order by name: cards on a phone have no headers to press. */
function Order({ list: { allColumns, state, definition, change } }: { list: List }) {
  const sortable = allColumns.filter((column) => column.isSortable)
  return (
    <fieldset>
      <legend id="list-order">{t('Order')}</legend>
      <select
        aria-labelledby="list-order"
        value={state.sort ?? definition.sort}
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

function Density({ list: { preferences, setPreferences } }: { list: List }) {
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
            aria-pressed={(preferences.isCompact ?? false) === isCompact}
            onClick={() => setPreferences({ isCompact })}
          >
            {label}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

function Columns({ list: { columns, allColumns, setPreferences } }: { list: List }) {
  const names = columns.map((column) => column.name)
  const others = allColumns.filter((column) => !names.includes(column.name))
  const move = (at: number, by: number) => {
    const next = [...names]
    const [moved] = next.splice(at, 1)
    if (moved) next.splice(at + by, 0, moved)
    setPreferences({ columns: next })
  }
  const turn = (name: string) =>
    setPreferences({ columns: names.includes(name) ? names.filter((one) => one !== name) : [...names, name] })
  return (
    <fieldset>
      <legend>{t('Columns')}</legend>
      <ul>
        {[...columns, ...others].map((column, at) => (
          <li key={column.name}>
            <label>
              <input
                type="checkbox"
                checked={at < names.length}
                disabled={at < names.length && names.length === 1}
                onChange={() => turn(column.name)}
              />
              <span>{t(column.label)}</span>
            </label>
            {at < names.length ? (
              <>
                <Move isUp name={t(column.label)} disabled={at === 0} onClick={() => move(at, -1)} />
                <Move
                  isUp={false}
                  name={t(column.label)}
                  disabled={at === names.length - 1}
                  onClick={() => move(at, 1)}
                />
              </>
            ) : null}
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

function Move({
  isUp,
  name,
  disabled,
  onClick,
}: {
  isUp: boolean
  name: string
  disabled: boolean
  onClick: () => void
}) {
  const Sign = isUp ? IconArrowUp : IconArrowDown
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      disabled={disabled}
      onClick={onClick}
      aria-label={isUp ? t('Move {{name}} forward', { name }) : t('Move {{name}} back', { name })}
    >
      <Sign size={14} />
    </ActionIcon>
  )
}
