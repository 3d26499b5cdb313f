import { Combobox, Pill, PillsInput, useCombobox } from '@mantine/core'
import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { t } from '../../../shared/language.ts'
import type { MailAddress, MailRecipient } from '../../../shared/mail.ts'
import { get } from '../../../web/api.ts'
import { OPENED_LAYER } from '../../../web/fields/inputs/frame.tsx'
import { isBehind } from '../../../web/query.ts'
import { nameOf, wholeAddress } from '../names.web.ts'
import { isAddress, parseAddresses } from './addresses.ts'
import css from './writing.module.css'

const TYPING_PAUSE_MS = 150
const KINDS: Record<MailRecipient['kind'], string> = {
  staff: 'Colleague',
  supplier: 'Supplier',
  customer: 'Customer',
  earlier: 'Written to before',
}

interface RecipientsProps {
  label: string
  value: readonly MailAddress[]
  onChange: (value: MailAddress[]) => void
  error?: string | undefined
  autoFocus?: boolean
  beside?: ReactNode
}

/** Who gets a mail: completed by name without accents, or any address, several at once when pasted. */
export function Recipients({ label, value, onChange, error, autoFocus, beside }: RecipientsProps) {
  const [typed, setTyped] = useState('')
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const { offers, isPending } = useOffers(typed, value)
  /** Enter was pressed before the answer to the letters was there. */
  const [isWanted, setWanted] = useState(false)
  const add = (more: readonly MailAddress[]) => {
    const known = new Set(value.map(({ address }) => address.toLowerCase()))
    onChange([...value, ...more.filter(({ address }) => !known.has(address.toLowerCase()))])
    setTyped('')
    combobox.closeDropdown()
  }
  const take = () => {
    if (typed.trim() !== '') add(parseAddresses(typed))
  }
  const takeFirst = () => {
    const first = offers[0]
    if (first && !typed.includes('@')) add([first])
    else take()
  }
  useEffect(() => {
    if (!isWanted || isPending) return
    setWanted(false)
    takeFirst()
  })
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const isChosen = combobox.getSelectedOptionIndex() >= 0 && combobox.dropdownOpened
    if (event.key === 'Backspace' && typed === '' && value.length > 0) {
      event.preventDefault()
      const last = value.at(-1)
      onChange(value.slice(0, -1))
      // What is not right is put right, not typed anew.
      if (last && !isAddress(last.address)) setTyped(wholeAddress(last))
    } else if (event.key === ',' || event.key === ';' || (event.key === 'Enter' && !isChosen)) {
      if (typed.trim() === '') return
      event.preventDefault()
      if (event.key !== 'Enter') take()
      else if (isPending && !typed.includes('@')) {
        event.stopPropagation()
        setWanted(true)
      } else takeFirst()
    } else if (event.key === 'Escape' && combobox.dropdownOpened) event.stopPropagation()
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!/[@].*[,;\n]/s.test(text)) return
    event.preventDefault()
    add(parseAddresses(text))
  }
  return (
    <div className={css.line} data-error={error ? true : undefined}>
      <Combobox
        store={combobox}
        onOptionSubmit={(address) => add(offers.filter((one) => one.address === address))}
        withinPortal
        shadow="md"
        zIndex={OPENED_LAYER}
        position="bottom-start"
        width={340}
      >
        <Combobox.DropdownTarget>
          <PillsInput variant="unstyled" className={css.pills} onClick={() => combobox.openDropdown()}>
            <Pill.Group>
              <span className={css.lineLabel} aria-hidden>
                {label}
              </span>
              {value.map((one, at) => (
                <Pill
                  key={one.address}
                  withRemoveButton
                  title={wholeAddress(one)}
                  className={css.pill}
                  data-bad={!isAddress(one.address) || undefined}
                  removeButtonProps={{ 'aria-label': t('Remove {{name}}', { name: nameOf(one) }) }}
                  onRemove={() => onChange(value.filter((_, other) => other !== at))}
                >
                  {nameOf(one)}
                </Pill>
              ))}
              <Combobox.EventsTarget withExpandedAttribute>
                <PillsInput.Field
                  aria-label={label}
                  aria-invalid={error ? true : undefined}
                  aria-busy={isWanted || undefined}
                  aria-describedby={error ? `${label}-error` : undefined}
                  data-recipients={label}
                  autoFocus={autoFocus === true}
                  autoComplete="off"
                  spellCheck={false}
                  value={typed}
                  onFocus={() => typed !== '' && combobox.openDropdown()}
                  onBlur={() => {
                    combobox.closeDropdown()
                    if (!isWanted) take()
                  }}
                  onChange={(event) => {
                    setTyped(event.currentTarget.value)
                    setWanted(false)
                    combobox.openDropdown()
                    combobox.resetSelectedOption()
                  }}
                  onKeyDown={onKey}
                  onPaste={onPaste}
                />
              </Combobox.EventsTarget>
            </Pill.Group>
          </PillsInput>
        </Combobox.DropdownTarget>
        <Combobox.Dropdown hidden={offers.length === 0}>
          <Combobox.Options aria-label={t('Suggestions')}>
            {offers.map((one) => (
              <Combobox.Option key={one.address} value={one.address} className={css.offer}>
                <b>{nameOf(one)}</b>
                <small>{[one.name && one.address, one.hint || t(KINDS[one.kind])].filter(Boolean).join(' · ')}</small>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {beside}
      {error && (
        <p role="alert" id={`${label}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

function useOffers(typed: string, held: readonly MailAddress[]): { offers: MailRecipient[]; isPending: boolean } {
  const words = typed.trim()
  const [search] = useDebouncedValue(words, TYPING_PAUSE_MS)
  const found = useQuery({
    queryKey: ['mail', 'recipients', search],
    queryFn: ({ signal }) =>
      get<MailRecipient[] | { data: MailRecipient[] }>('mail/recipients', { search }, { signal, quiet: true }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
  const isPending = isBehind(words, search, found)
  if (words === '' || !found.data) return { offers: [], isPending }
  const all = Array.isArray(found.data) ? found.data : found.data.data
  const known = new Set(held.map(({ address }) => address.toLowerCase()))
  return { offers: all.filter(({ address }) => !known.has(address.toLowerCase())).slice(0, 8), isPending }
}
