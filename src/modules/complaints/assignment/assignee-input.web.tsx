import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSitemap, IconUser } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Named } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { get } from '../../../web/api.ts'
import { inputId } from '../../../web/fields/inputs/frame.tsx'
import { listIn, mostHigh, useOpening } from '../../../web/fields/inputs/opening.ts'
import { shortName } from '../../../web/fields/short-name.tsx'
import { isNamed } from '../../../web/fields/values.ts'
import { isBehind, keys } from '../../../web/query.ts'
import { type JointProps, sendByKeys } from '../../../web/screens/form/asked-fields.ts'
import { WIRE } from '../complaint.web.tsx'
import css from './assignee-input.module.css'

/** Whom a complaint may be given to. */
export interface Assignee {
  kind: 'person' | 'department'
  id: number
  name: string
  store: string | null
  department: Named | null
  open: number | null
  is_me: boolean
}

const TYPING_PAUSE_MS = 120
const FRESH_MS = 15_000

/** An input for whoever handles it: the department follows the person, and one without a person is given to the department alone. */
export const assigneeInput = (ticket: number | undefined) =>
  function AssigneeInput(props: JointProps) {
    return <AssigneeBox {...props} ticket={ticket} />
  }

function AssigneeBox({
  name,
  values,
  onChange,
  error,
  disabled,
  autoFocus,
  ticket,
}: JointProps & { ticket?: number | undefined }) {
  const [typed, setTyped] = useState<string | null>(null)
  /** Enter was pressed before the answer to the letters was there: once to choose, twice to send, with Ctrl to send and go on. */
  const [wanted, setWanted] = useState<'choice' | 'sending' | 'onward'>()
  const before = useRef({ department: values.department, assignee: values.assignee })
  const opening = useOpening(inputId(name))
  const combobox = useCombobox({
    onDropdownOpen: opening.place,
    onDropdownClose: () => combobox.resetSelectedOption(),
  })
  const { offers, isBehind, isError } = useAssignees(
    typed ?? '',
    ticket,
    combobox.dropdownOpened || wanted !== undefined,
  )
  const isTyped = (typed ?? '').trim() !== ''

  const choose = ({ kind, id, name, department }: Assignee) => {
    const one = { id, name }
    onChange(kind === 'department' ? { department: one, assignee: null } : personOf(one, department, before.current))
    setTyped(null)
    setWanted(undefined)
    combobox.closeDropdown()
  }
  const first = offers[0]
  useEffect(() => {
    if (isBehind || !isTyped) return
    if (wanted === undefined) {
      if (combobox.dropdownOpened) combobox.selectFirstOption()
      return
    }
    setWanted(undefined)
    if (!first) return
    const form = document.getElementById(inputId(name))?.closest('form')
    window.setTimeout(() => {
      flushSync(() => choose(first))
      if (wanted === 'sending') form?.requestSubmit()
      if (wanted === 'onward') sendByKeys(form)
    })
  })
  const type = (text: string) => {
    // What stood there is no answer to these letters; with Escape it is there again.
    if (typed === null) before.current = { department: values.department, assignee: values.assignee }
    setTyped(text)
    setWanted(undefined)
    onChange({ department: null, assignee: null })
    combobox.openDropdown()
    // Nobody offered for the letters before is taken by Enter.
    combobox.resetSelectedOption()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && typed !== null) {
      onChange(before.current)
      setTyped(null)
    }
    if (event.key !== 'Enter' || !isTyped || !isBehind) return
    event.preventDefault()
    // Twice Enter sends as well, however fast.
    const goesOn = event.ctrlKey || event.metaKey
    const sends = goesOn || wanted === 'choice'
    if (sends) event.stopPropagation()
    setWanted(goesOn ? 'onward' : sends ? 'sending' : 'choice')
  }
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(value) => {
        const found = offers.find((one) => codeOf(one) === value)
        if (found) choose(found)
      }}
      withinPortal
      shadow="md"
      {...listIn(opening)}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          id={inputId(name)}
          name={name}
          label={t('Person or department')}
          placeholder={t('A few letters or initials')}
          required
          error={error}
          disabled={disabled === true}
          autoFocus={autoFocus === true}
          data-autofocus={autoFocus ? true : undefined}
          autoComplete="off"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          description={placeOf(values)}
          value={typed ?? shownOf(values)}
          onChange={(event) => type(event.currentTarget.value)}
          onFocus={(event) => {
            event.currentTarget.select()
            // Letters that found nobody are looked at again; Escape then closes the list, and not the dialog.
            if (typed !== null) combobox.openDropdown()
          }}
          onClick={() => combobox.openDropdown()}
          onKeyDown={onKeyDown}
          onBlur={() => combobox.closeDropdown()}
          rightSectionPointerEvents="none"
          rightSection={<Combobox.Chevron />}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options
          mah={mostHigh(320)}
          style={{ overflowY: 'auto' }}
          aria-label={t('Suggestions')}
          aria-busy={combobox.dropdownOpened && isBehind}
        >
          {offers.map((one) => (
            <Combobox.Option key={codeOf(one)} value={codeOf(one)} className={css.offer}>
              {one.kind === 'person' ? <IconUser size={16} aria-hidden /> : <IconSitemap size={16} aria-hidden />}
              <span className={css.name}>
                <span>{one.is_me ? t('{{name}} (you)', { name: one.name }) : one.name}</span>
                <small>{one.kind === 'person' ? workOf(one) : t('Department')}</small>
              </span>
              {one.open === null ? null : <small>{t('{{n}} open', { n: one.open })}</small>}
            </Combobox.Option>
          ))}
          {offers.length === 0 ? <Combobox.Empty>{emptyWords(isBehind, isError)}</Combobox.Empty> : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

function emptyWords(isBehind: boolean, isError: boolean) {
  if (isError) return t('The list could not be loaded. Please try again.')
  return isBehind ? <Loader size="xs" aria-label={t('Loading…')} /> : t('Nothing found')
}

/** What is offered for the letters; the list before stays in sight while it is behind them, and nothing of it is taken. */
function useAssignees(typed: string, ticket: number | undefined, isOpen: boolean) {
  const words = typed.trim()
  const [search] = useDebouncedValue(words, TYPING_PAUSE_MS)
  const found = useQuery({
    queryKey: keys.names(WIRE, { assignees: search, ticket }),
    queryFn: () =>
      get<{ data: Assignee[] }>(`${WIRE}/assignees`, { search, ...(ticket && { ticket }) }, { quiet: true }),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    enabled: isOpen,
  })
  return {
    offers: found.data?.data ?? [],
    isBehind: isBehind(words, search, found),
    isError: found.isError,
  }
}

const codeOf = ({ kind, id }: Assignee): string => `${kind} ${id}`

/** Where nobody knows the person's department, the one that was there stays. */
const personOf = (assignee: Named, department: Named | null, before: Record<string, unknown>) => ({
  assignee,
  department: department ?? before.department ?? null,
})

const workOf = ({ department, store }: Assignee): string =>
  [department?.name, store && shortName('stores', store)].filter(Boolean).join(' · ')

type Values = JointProps['values']
const shownOf = ({ assignee, department }: Values): string =>
  isNamed(assignee) ? assignee.name : isNamed(department) ? department.name : ''

const placeOf = ({ assignee, department }: Values): string => {
  if (!isNamed(department)) return t('The department follows the person')
  return isNamed(assignee) ? department.name : t('The department alone, without a person')
}
