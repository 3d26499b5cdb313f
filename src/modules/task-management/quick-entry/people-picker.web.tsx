import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { ref } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { type Offered, offered, useOffered } from '../../../web/fields/names.ts'
import css from './quick-line.module.css'
import type { QuickTask } from './use-quick-task.web.ts'

const PERSON = ref('Person', 'users')
const PAUSE_MS = 150
const MOST = 6
/** An '@' and the letters of a name up to the caret. */
const NAMING = /(?:^|[\s([,])@([\p{L}\p{M}][\p{L}\p{M}\p{N}'. -]{0,40})?$/u

export interface Picker {
  isOpen: boolean
  offers: readonly Offered[]
  at: number
  listId: string
  aria: Record<string, string | boolean | undefined>
  onCaret: () => void
  /** Whether the key was the picker's. */
  onKey: (event: KeyboardEvent) => boolean
  pick: (one: Offered) => void
  close: () => void
}

/** Completes people behind an '@': arrows move, Enter and Tab take, Escape leaves what was typed. */
export function usePicker(task: QuickTask, input: RefObject<HTMLInputElement | null>): Picker {
  const listId = useId()
  const [naming, setNaming] = useState<string | null>(null)
  const [at, setAt] = useState(0)
  /** Enter or Tab was pressed before the answer to the letters was there. */
  const [isWanted, setWanted] = useState(false)
  const picked = useRef<string>(undefined)
  const { offers: fitting, found } = useOffered(PERSON, naming ?? '', naming !== null)
  const isBehind = naming !== null && found.isPending
  const offers = naming === null ? [] : fitting.slice(0, MOST)
  const isOpen = offers.length > 0
  const everybody = found.data?.data
  const { know } = task
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known changes with the answer alone
  useEffect(() => {
    if (everybody) know(everybody)
  }, [everybody])
  useNames(task)
  const onCaret = () => {
    const { value = '', selectionStart } = input.current ?? {}
    const typed = NAMING.exec(value.slice(0, selectionStart ?? value.length))
    const letters = typed ? (typed[1] ?? '') : null
    // Whoever has just been taken is not asked for again.
    const next = letters?.trim() === picked.current ? null : letters
    if (next === naming) return
    setAt(0)
    setWanted(false)
    setNaming(next)
  }
  const close = () => {
    setWanted(false)
    setNaming(null)
  }
  const pick = (one: Offered) => {
    const { value = '', selectionStart } = input.current ?? {}
    const caret = selectionStart ?? value.length
    const from = value.slice(0, caret).lastIndexOf('@')
    const line = `${value.slice(0, from)}@${one.name} ${value.slice(caret).trimStart()}`
    know([one])
    task.write(line)
    task.choose(one.name, one)
    picked.current = one.name
    close()
    const place = from + one.name.length + 2
    window.setTimeout(() => input.current?.setSelectionRange(place, place))
  }
  useEffect(() => {
    if (!isWanted || isBehind) return
    setWanted(false)
    const first = offers[0]
    if (first) pick(first)
    else input.current?.form?.requestSubmit()
  })
  const onKey = (event: KeyboardEvent): boolean => {
    if (event.nativeEvent.isComposing) return false
    const current = offers[at]
    // Whom the arrows lead to is meant, whatever else is found.
    if (isBehind && at === 0 && (event.key === 'Enter' || (event.key === 'Tab' && isOpen))) setWanted(true)
    else if (!current) return false
    else if (event.key === 'ArrowDown') setAt((at + 1) % offers.length)
    else if (event.key === 'ArrowUp') setAt((at - 1 + offers.length) % offers.length)
    else if (event.key === 'Enter' || event.key === 'Tab') pick(current)
    else if (event.key === 'Escape') close()
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return {
    ...{ isOpen, offers, at, listId, onCaret, onKey, pick, close },
    aria: {
      role: 'combobox',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? listId : undefined,
      'aria-autocomplete': 'list',
      'aria-activedescendant': isOpen ? `${listId}-${at}` : undefined,
    },
  }
}

/** Names that were typed to their end, or pasted, are looked up as well: of those known already one alone may be called so. */
function useNames(task: QuickTask): void {
  const [lookedUp, setLookedUp] = useState<ReadonlySet<string>>(new Set())
  const unknown = task.people.find(({ typed }) => !lookedUp.has(typed))?.typed ?? ''
  const [search] = useDebouncedValue(unknown, PAUSE_MS)
  // Whom other letters found answers nothing about these.
  const found = useQuery({ ...offered(PERSON, search), placeholderData: undefined, enabled: search !== '' })
  const everybody = found.data?.data
  const { know } = task
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known changes with the answer alone
  useEffect(() => {
    if (search === '' || !everybody) return
    know(everybody)
    setLookedUp((before) => new Set(before).add(search))
  }, [everybody, search])
}

export function PeoplePicker({ picker: { isOpen, offers, at, listId, pick } }: { picker: Picker }) {
  if (!isOpen) return null
  return (
    <div id={listId} className={css.picker} role="listbox" aria-label={t('People')}>
      {offers.map((one, index) => (
        <div
          key={one.id}
          id={`${listId}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          onMouseDown={(event) => {
            event.preventDefault()
            pick(one)
          }}
        >
          {one.name} {one.hint ? <small>{one.hint}</small> : null}
        </div>
      ))}
    </div>
  )
}
