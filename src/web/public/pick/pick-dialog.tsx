import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { t } from '../../../shared/language.ts'
import { normalizeText } from '../../../shared/vietnam/vietnam.ts'
import type { Lookup } from '../lookups.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { LoadFailed } from '../ui/load-failed.tsx'

/** One of a list to pick from. */
export interface Option {
  id: string | number
  name: string
  /** Shown before it, where it has one. */
  code?: string
  /** Shown below it, and searched as well. */
  more?: string
  /** The heading it stands under in a long list. */
  group?: string
}

interface Props<O extends Option> {
  title: string
  /** What the search box asks for. */
  ask: string
  /** Said where nothing fits. */
  none: (search: string) => string
  options: Lookup<O>
  chosen: string | number | null
  onChoose: (option: O) => void
  onClose: () => void
}

const MOST_SHOWN = 60
const GROUPED_FROM = 7
const PLACES = [1, 2, 3, 4, 5, 6]

/** A list over the page, found by any part of code, name or what stands below, with or without accents. */
export function PickDialog<O extends Option>({ title, ask, none, options, chosen, onChoose, onClose }: Props<O>) {
  const [search, setSearch] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const searchId = useId()
  useEffect(() => {
    // On a phone the keyboard would hide the list before it was seen.
    if (matchMedia('(pointer: fine)').matches) document.getElementById(searchId)?.focus()
  }, [searchId])
  const all = options.rows ?? []
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
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault() // the key must not also press what gets the focus
    if (search && first) onChoose(first)
  }
  return (
    <Dialog title={title} onClose={onClose} className="picker">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move within; each option is a button */}
      <div className="picker-body" onKeyDown={move}>
        <label className="search" htmlFor={searchId}>
          <Icon name="search" size={20} stroke={1.75} />
          <span className="visually-hidden">{ask}</span>
          <input
            id={searchId}
            className="input"
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            placeholder={ask}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            onKeyDown={takeFirst}
          />
        </label>
        <div className="picker-list" ref={list}>
          {options.isFailed && options.rows === null && <LoadFailed onRetry={options.retry} />}
          {options.rows === null &&
            !options.isFailed &&
            PLACES.map((n) => <div key={n} className="picker-line skeleton" />)}
          {groups.map(([group, members]) => (
            <section key={group} aria-label={group || undefined}>
              {group && <h3>{group}</h3>}
              <ul>
                {members.map((option) => (
                  <Line
                    key={option.id}
                    option={option}
                    isChosen={option.id === chosen}
                    onChoose={() => onChoose(option)}
                  />
                ))}
              </ul>
            </section>
          ))}
          <p className="picker-count" role="status">
            {options.rows !== null && found.length === 0 && none(search)}
            {found.length > MOST_SHOWN && t('{{n}} more: type part of the name.', { n: found.length - MOST_SHOWN })}
          </p>
        </div>
      </div>
    </Dialog>
  )
}

interface LineProps {
  option: Option
  isChosen: boolean
  onChoose: () => void
}

const Line = ({ option: { code, name, more }, isChosen, onChoose }: LineProps) => (
  <li>
    <button type="button" className="picker-line" aria-current={isChosen} onClick={onChoose}>
      {code && <span className="store-code">{code}</span>}
      <span className="store-words">
        <b>{name}</b>
        {more && <small>{more}</small>}
      </span>
      {isChosen && <Icon name="check" size={22} stroke={2} />}
    </button>
  </li>
)

/** Every word somewhere in the option's text; those whose code or name begins with it first. */
function matching<O extends Option>(options: O[], search: string): O[] {
  const wished = normalizeText(search.trim())
  if (!wished) return options
  const words = wished.split(/\s+/)
  const begins = ({ code = '', name }: Option) =>
    normalizeText(code).startsWith(wished) || normalizeText(name).startsWith(wished)
  return options
    .filter(({ code = '', name, more = '' }) => {
      const text = normalizeText(`${code} ${name} ${more}`)
      return words.every((word) => text.includes(word))
    })
    .sort((a, b) => Number(begins(b)) - Number(begins(a)))
}

function groupsOf<O extends Option>(options: O[], isGrouped: boolean): [group: string, O[]][] {
  if (!isGrouped) return [['', options]]
  return [...Map.groupBy(options, ({ group = '' }) => group)]
}
