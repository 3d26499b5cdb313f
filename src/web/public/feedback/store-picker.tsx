import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { t } from '../../../shared/language.ts'
import { fold } from '../../../shared/vietnam.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { addressOf, type Lookup, provinceOf, type Store } from './lookups.ts'
import { LoadFailed } from './type-buttons.tsx'

interface Props {
  stores: Lookup<Store>
  chosen: number | null
  onChoose: (store: Store) => void
  onClose: () => void
}

const MOST_SHOWN = 60
const GROUPED_FROM = 7

/** All stores, found by any part of code, name or address, with or without accents. */
export function StorePicker({ stores, chosen, onChoose, onClose }: Props) {
  const [search, setSearch] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const searchId = useId()
  useEffect(() => {
    // On a phone the keyboard would hide the list before it was seen.
    if (matchMedia('(pointer: fine)').matches) document.getElementById(searchId)?.focus()
  }, [searchId])
  const all = stores.rows ?? []
  const found = matching(all, search)
  const groups = groupsOf(found.slice(0, MOST_SHOWN), all.length >= GROUPED_FROM)

  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    // biome-ignore lint/complexity/useIndexOf: the active element may be no button
    const at = buttons.findIndex((button) => button === document.activeElement)
    if (at + step < 0) document.getElementById(searchId)?.focus()
    else buttons[at + step]?.focus()
  }
  const takeFirst = (event: KeyboardEvent) => {
    const [first] = found
    if (event.key !== 'Enter') return
    event.preventDefault() // the key must not also press what gets the focus
    if (search && first) onChoose(first)
  }
  return (
    <Dialog title={t('Choose a store')} onClose={onClose} className="store-picker">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move within; each store is a button */}
      <div className="store-picker-body" onKeyDown={move}>
        <label className="search" htmlFor={searchId}>
          <Icon name="search" size={20} stroke={1.75} />
          <span className="visually-hidden">{t('Search by name, code or address')}</span>
          <input
            id={searchId}
            className="input"
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            placeholder={t('Search by name, code or address')}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            onKeyDown={takeFirst}
          />
        </label>
        <div className="store-list" ref={list}>
          {stores.isFailed && stores.rows === null && <LoadFailed onRetry={stores.retry} />}
          {groups.map(([province, members]) => (
            <section key={province} aria-label={province || undefined}>
              {province && <h3>{province}</h3>}
              <ul>
                {members.map((store) => (
                  <StoreLine
                    key={store.id}
                    store={store}
                    isChosen={store.id === chosen}
                    onChoose={() => onChoose(store)}
                  />
                ))}
              </ul>
            </section>
          ))}
          <p className="store-count" role="status">
            {stores.rows !== null && found.length === 0 && t('No store matches “{{search}}”.', { search })}
            {found.length > MOST_SHOWN && t('{{n}} more: type a little of its name.', { n: found.length - MOST_SHOWN })}
          </p>
        </div>
      </div>
    </Dialog>
  )
}

const StoreLine = ({ store, isChosen, onChoose }: { store: Store; isChosen: boolean; onChoose: () => void }) => (
  <li>
    <button type="button" className="store-line" aria-current={isChosen} onClick={onChoose}>
      <span className="store-code">{store.code}</span>
      <span className="store-words">
        <b>{store.name}</b>
        <small>{addressOf(store)}</small>
      </span>
      {isChosen && <Icon name="check" size={22} stroke={2} />}
    </button>
  </li>
)

/** Every word somewhere in the store's text; those whose code or name begins with it first. */
function matching(stores: Store[], search: string): Store[] {
  const wished = fold(search.trim())
  if (!wished) return stores
  const words = wished.split(/\s+/)
  const begins = (store: Store) => fold(store.code).startsWith(wished) || fold(store.name).startsWith(wished)
  return stores
    .filter((store) => {
      const text = fold(`${store.code} ${store.name} ${addressOf(store)}`)
      return words.every((word) => text.includes(word))
    })
    .sort((a, b) => Number(begins(b)) - Number(begins(a)))
}

function groupsOf(stores: Store[], isGrouped: boolean): [province: string, Store[]][] {
  if (!isGrouped) return [['', stores]]
  const groups = new Map<string, Store[]>()
  for (const store of stores) groups.set(provinceOf(store), [...(groups.get(provinceOf(store)) ?? []), store])
  return [...groups]
}
