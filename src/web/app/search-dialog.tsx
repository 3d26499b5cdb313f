import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react'
import { moduleOf } from '../../modules/index.ts'
import { type MenuNode, menuFor } from '../../modules/menu.ts'
import type { IconName } from '../../shared/icon-name.ts'
import { t } from '../../shared/language.ts'
import { normalizeText } from '../../shared/vietnam/vietnam.ts'
import { get } from '../api.ts'
import { useSession } from '../session.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { go } from './location.ts'
import css from './search-dialog.module.css'

interface FoundItem {
  key: string
  title: string
  hint: string
  link: string
  icon: IconName
}
interface FoundGroup {
  label: string
  items: FoundItem[]
}

const DEBOUNCE_MS = 200

/** Finds screens, tickets, people, stores at once; arrows and Enter, or a click. */
export default function SearchDialog({ close }: { close: () => void }) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const listId = useId()
  const { groups, isSearching } = useFound(typed)
  const items = groups.flatMap((group) => group.items)
  const active = items[Math.min(at, items.length - 1)]
  const open = (item: FoundItem) => {
    close()
    go(item.link)
  }
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setAt((before) => (Math.min(before, items.length - 1) + step + items.length) % Math.max(1, items.length))
    } else if (event.key === 'Enter' && active && !event.nativeEvent.isComposing) open(active)
  }
  useEffect(() => {
    document.getElementById(`${listId}-${active?.key}`)?.scrollIntoView({ block: 'nearest' })
  }, [active?.key, listId])
  return (
    <Dialog
      opened
      onClose={close}
      withCloseButton={false}
      centered={false}
      size={640}
      padding={0}
      yOffset="10vh"
      attributes={{ content: { 'aria-label': t('Search') } }}
    >
      <label className={css.box}>
        <IconSearch size={20} aria-hidden />
        <input
          data-autofocus
          className={css.input}
          value={typed}
          placeholder={t('Find tickets, people, stores…')}
          aria-label={t('Search')}
          role="combobox"
          aria-expanded={items.length > 0}
          aria-controls={listId}
          aria-activedescendant={active && `${listId}-${active.key}`}
          aria-autocomplete="list"
          autoComplete="off"
          onKeyDown={onKey}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setAt(0)
          }}
        />
        <kbd className={css.key}>Esc</kbd>
      </label>
      <Results listId={listId} groups={groups} activeKey={active?.key} open={open} />
      {items.length === 0 && (
        <p className={css.none}>{isSearching ? t('Searching…') : t('Nothing found for “{{text}}”', { text: typed })}</p>
      )}
      <p role="status" className="visually-hidden">
        {isSearching ? '' : t('{{count}} results', { count: items.length })}
      </p>
    </Dialog>
  )
}

interface ResultsProps {
  listId: string
  groups: FoundGroup[]
  activeKey?: string
  open: (item: FoundItem) => void
}

function Results({ listId, groups, activeKey, open }: ResultsProps) {
  return (
    <div id={listId} role="listbox" aria-label={t('Results')} className={css.results}>
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
        <div key={group.label} role="group" aria-label={group.label}>
          <div className={css.heading} aria-hidden>
            {group.label}
          </div>
          {group.items.map((item) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the text box holds the focus and the keys
            <div
              key={item.key}
              id={`${listId}-${item.key}`}
              role="option"
              aria-selected={item.key === activeKey}
              className={css.item}
              onClick={() => open(item)}
            >
              <Icon name={item.icon} />
              <span className={css.title}>{item.title}</span>
              <span className={css.hint}>{item.hint}</span>
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

interface Answer {
  groups: { module: string; label: string; items: { id: number; title: string; hint: string; link: string }[] }[]
}

function useFound(typed: string): { groups: FoundGroup[]; isSearching: boolean } {
  const { route_access } = useSession()
  const text = typed.trim()
  const [asked] = useDebouncedValue(text, DEBOUNCE_MS)
  const found = useQuery({
    queryKey: ['search', asked],
    queryFn: ({ signal }) => get<Answer>('search', { q: asked }, { signal, quiet: true }),
    enabled: asked.length > 1,
  })
  const screens = useMemo(() => menuFor(route_access).flatMap((group) => screensOf(group, group.title)), [route_access])
  const wanted = normalizeText(text)
  const fitting = screens
    .filter((screen) => normalizeText(`${screen.title} ${screen.hint}`).includes(wanted))
    .slice(0, text ? 6 : 12)
  const records = text.length > 1 ? (found.data?.groups ?? []) : []
  const groups = [
    { label: t('Screens'), items: fitting },
    ...records.map(({ module, label, items }) => ({
      label: t(label),
      items: items.map(({ id, ...item }) => ({
        ...item,
        hint: item.hint ?? '',
        key: `${module}-${id}`,
        icon: moduleOf(module)?.icon ?? 'list',
      })),
    })),
  ]
  return { groups: groups.filter((group) => group.items.length > 0), isSearching: found.isFetching || asked !== text }
}

const screensOf = (node: MenuNode, above: string): FoundItem[] =>
  node.children
    ? node.children.flatMap((child) => screensOf(child, node.title || above))
    : [
        {
          key: `screen-${above}-${node.id}`.replaceAll(' ', '-'),
          title: t(node.title),
          hint: above && t(above),
          link: node.url ?? '/',
          icon: node.icon ?? 'list',
        },
      ]
