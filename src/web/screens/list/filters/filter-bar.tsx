import { CloseButton, TextInput } from '@mantine/core'
import { IconChevronDown, IconFilter, IconSearch, IconTrash } from '@tabler/icons-react'
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { SEARCH_DEBOUNCE_MS } from '../../../../shared/api.ts'
import type { Field } from '../../../../shared/fields.ts'
import { t } from '../../../../shared/language.ts'
import { useSession } from '../../../session.ts'
import { PopOver } from '../../../ui/pop-over.tsx'
import { ColumnChooser } from '../../columns/column-chooser.tsx'
import { UnknownNames } from '../../form/unknown-names.tsx'
import { ViewMenu } from '../../saved-views/saved-view-menu.tsx'
import css from '../list.module.css'
import { usePageKeys } from '../page-keys.ts'
import { useIsNarrow } from '../use-is-narrow.ts'
import type { List } from '../use-list.ts'
import { FilterChip } from './filter-chip.tsx'

/** Filters offered without opening the menu: one line of them on a usual screen. */
const OFFERED_OPENLY = 4

/** What a screen is narrowed by, and how to change it. */
type Narrowed = Pick<List, 'state' | 'change' | 'fields' | 'today' | 'unknown'>

interface FiltersProps {
  list: Narrowed
  beside: ReactNode
  openly: readonly string[] | undefined
  /** The field that has one value in every row that the reader sees. */
  same?: string | undefined
  /** At the end of the line. */
  children?: ReactNode
}

interface FilterBarProps extends FiltersProps {
  list: List
  hasTrash: boolean
}

/** Search, filters, and how the list looks. */
export const FilterBar = memo(({ list, hasTrash, ...filters }: FilterBarProps) => (
  <Filters list={list} same={useOwnStore(list)} {...filters}>
    <div className={css.tools}>
      {hasTrash ? (
        <button
          type="button"
          className={css.quiet}
          aria-pressed={list.state.isTrash}
          onClick={() => list.change({ isTrash: !list.state.isTrash })}
        >
          <IconTrash size={16} aria-hidden="true" />
          {t('Trash')}
        </button>
      ) : null}
      <ViewMenu list={list} />
      <ColumnChooser list={list} />
    </div>
  </Filters>
))

/** Whoever works in one store sees what is of that store, where a record is of one and not of its people elsewhere. */
function useOwnStore({ definition: { ownership, fields } }: List): string | undefined {
  const { role } = useSession()
  const { store, peopleAnywhere } = ownership
  return role.scope === 'store' && store && fields[store]?.kind === 'ref' && !peopleAnywhere ? store : undefined
}

/** Search, the filters that are set, and those that may be added. */
export function Filters({ list, beside, openly: wished, same, children }: FiltersProps) {
  const { state, change, fields, today } = list
  const [added, setAdded] = useState<string>()
  const names = Object.keys(fields).filter((name) => name !== same || state.filters[name])
  const openly = (wished?.filter((name) => names.includes(name)) ?? names).slice(
    0,
    beside ? OFFERED_OPENLY - 1 : OFFERED_OPENLY,
  )
  // A filter keeps its place once it is set: its panel is still open above it.
  const shown = names.filter((name) => openly.includes(name) || state.filters[name] || name === added)
  const hidden = names.filter((name) => !shown.includes(name))
  return (
    <search className={css.filters} aria-label={t('Search and filters')}>
      <SearchBox list={list} />
      <Chips count={Object.keys(state.filters).length}>
        {shown.map((name) => {
          const field = fields[name]
          const isOpen = name === added
          return field ? (
            <FilterChip
              key={name}
              {...{ field, isOpen, today }}
              values={state.filters[name] ?? []}
              onChange={(values) => change({ filters: withFilter(state.filters, name, values) })}
              onClosed={() => setAdded(undefined)}
            />
          ) : null
        })}
        {hidden.length > 0 ? (
          <MoreFilters fields={hidden.map((name) => [name, fields[name]])} onAdd={setAdded} />
        ) : null}
        {Object.keys(state.filters).length > 1 ? (
          <button type="button" className={css.quiet} onClick={() => change({ filters: {} })}>
            {t('Clear all')}
          </button>
        ) : null}
        {beside}
      </Chips>
      {children}
      <UnknownNames names={list.unknown} />
    </search>
  )
}

/** The filters in a line; on a phone behind a button that says how many are set. */
function Chips({ count, children }: { count: number; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const isPhone = useIsNarrow()
  if (!isPhone) return <div className={css.chips}>{children}</div>
  return (
    <PopOver
      label={t('Filters')}
      isOpen={isOpen}
      setOpen={setOpen}
      align="bottom"
      button={(open) => (
        <button type="button" className={css.filterButton} data-set={count > 0 || undefined} {...open}>
          <IconFilter size={18} aria-hidden="true" />
          <span className="visually-hidden">{t('Filters')}</span>
          {count > 0 ? count : null}
        </button>
      )}
    >
      <div className={css.sheetHead}>
        <h2>{t('Filters')}</h2>
        <CloseButton aria-label={t('Close')} onClick={() => setOpen(false)} />
      </div>
      <div className={css.chips}>{children}</div>
    </PopOver>
  )
}

function SearchBox({ list: { state, change } }: { list: Narrowed }) {
  const [typed, setTyped] = useState(state.search)
  const box = useRef<HTMLInputElement>(null)
  const timer = useRef<number>(undefined)
  const asked = useRef(state.search)
  // The address may change by itself, e.g. by the back button: the box follows, but never while its own words are on their way.
  useEffect(() => {
    if (state.search === asked.current) return
    asked.current = state.search
    setTyped(state.search)
  }, [state.search])
  useEffect(() => () => window.clearTimeout(timer.current), [])
  // The sign at its end says so, on whatever screen it stands.
  usePageKeys({ '/': () => box.current?.focus() })
  const ask = (words: string) => {
    window.clearTimeout(timer.current)
    if (words === asked.current) return
    asked.current = words
    change({ search: words }, { replace: true })
  }
  const clear = () => {
    setTyped('')
    ask('')
  }
  const type = (words: string) => {
    setTyped(words)
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => ask(words.trim()), SEARCH_DEBOUNCE_MS)
  }
  return (
    <TextInput
      ref={box}
      type="search"
      className={css.search}
      aria-label={t('Search')}
      aria-keyshortcuts="/"
      placeholder={t('Search…')}
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      rightSectionPointerEvents="all"
      rightSection={
        typed ? <CloseButton size="sm" aria-label={t('Clear')} onClick={clear} /> : <kbd className={css.key}>/</kbd>
      }
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) ask(typed.trim())
        if (event.key !== 'Escape') return
        // The browser would empty it: whoever leaves it goes on with what was found.
        event.preventDefault()
        event.currentTarget.blur()
      }}
    />
  )
}

function MoreFilters({ fields, onAdd }: { fields: [string, Field | undefined][]; onAdd: (name: string) => void }) {
  const [opened, setOpened] = useState(false)
  return (
    <PopOver
      label={t('More filters')}
      isOpen={opened}
      setOpen={setOpened}
      className={css.menu}
      button={(open) => (
        <button type="button" className={css.quiet} {...open}>
          {t('More filters')}
          <IconChevronDown size={14} aria-hidden="true" />
        </button>
      )}
    >
      {fields.map(([name, field]) => (
        <button
          key={name}
          type="button"
          onClick={() => {
            setOpened(false)
            onAdd(name)
          }}
        >
          {t(field?.label ?? name)}
        </button>
      ))}
    </PopOver>
  )
}

function withFilter(filters: Record<string, string[]>, name: string, values: string[]): Record<string, string[]> {
  const { [name]: _, ...others } = filters
  return values.length > 0 ? { ...filters, [name]: values } : others
}
