import { Combobox, Pill, PillsInput, useCombobox } from '@mantine/core'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Named } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { useNamed, useOffered } from '../names.ts'
import { CREATE, CreateOption, isKnown, useCreation } from './creation.tsx'
import { useEntered } from './entered.ts'
import { framed, type InputProps, inputId } from './frame.tsx'
import { Offer } from './offer.tsx'
import { listIn, useOpening } from './opening.ts'

/** Picks several records of another module; a one-field module such as tags grows by use. */
export function RefsInput(props: InputProps) {
  const { field, value, disabled } = props
  const chosen = useNamed(field.to, Array.isArray(value) ? value : [])
  // What is created comes later, and beside what was chosen meanwhile.
  const latest = useRef({ chosen, onChange: props.onChange })
  useLayoutEffect(() => {
    latest.current = { chosen, onChange: props.onChange }
  })
  const change = (next: (now: readonly Named[]) => Named[]) => {
    latest.current.chosen = next(latest.current.chosen)
    latest.current.onChange(latest.current.chosen)
  }
  const put = ({ id, name }: Named) => change((now) => [...now.filter((one) => one.id !== id), { id, name }])
  const [typed, setTyped] = useState('')
  const opening = useOpening(inputId(props.name))
  const combobox = useCombobox({
    onDropdownOpen: opening.place,
    onDropdownClose: () => combobox.resetSelectedOption(),
  })
  const { offers: all, found } = useOffered(field, typed, combobox.dropdownOpened)
  const offers = all.filter((offer) => !chosen.some((one) => one.id === offer.id))
  const create = useCreation(field.to, props.onBusy)
  const canCreate =
    create !== undefined && typed.trim() !== '' && !isKnown(typed, [...chosen, ...(found.data?.data ?? [])])

  const add = (option: string) => {
    if (option === CREATE) void create?.(typed.trim(), put)
    const offer = offers.find((one) => String(one.id) === option)
    if (offer) put(offer)
    setTyped('')
    // The list stays open, and Enter shall not take the next one unseen.
    combobox.resetSelectedOption()
  }
  const enter = useEntered(combobox, { words: typed.trim(), offers: canCreate ? [] : offers, found, choose: add })
  const removeLast = (event: KeyboardEvent) => {
    if (event.key !== 'Backspace' || typed !== '' || chosen.length === 0) return
    event.preventDefault()
    change((now) => now.slice(0, -1))
  }
  const { name, id, autoFocus, autoComplete, ...frame } = framed(props)
  return (
    <Combobox store={combobox} onOptionSubmit={add} withinPortal shadow="md" {...listIn(opening)}>
      <Combobox.DropdownTarget>
        <PillsInput {...frame} id={id} onClick={() => combobox.openDropdown()}>
          <Pill.Group>
            {chosen.map((one) => (
              <Chosen
                key={one.id}
                named={one}
                disabled={disabled}
                onRemove={() => change((now) => now.filter((other) => other.id !== one.id))}
              />
            ))}
            <Combobox.EventsTarget withExpandedAttribute>
              <PillsInput.Field
                {...{ id, name, autoFocus, autoComplete }}
                disabled={disabled}
                value={typed}
                placeholder={chosen.length === 0 ? t('Type to search…') : undefined}
                onBlur={() => combobox.closeDropdown()}
                onChange={(event) => {
                  setTyped(event.currentTarget.value)
                  combobox.openDropdown()
                  combobox.updateSelectedOptionIndex()
                }}
                onKeyDown={(event) => {
                  enter(event)
                  removeLast(event)
                }}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Offer
        {...{ offers, found }}
        isChosen={() => false}
        last={canCreate ? <CreateOption name={typed.trim()} /> : undefined}
      />
    </Combobox>
  )
}

function Chosen({ named, disabled, onRemove }: { named: Named; disabled: boolean | undefined; onRemove: () => void }) {
  const label = t('Remove {{name}}', { name: named.name })
  return (
    <Pill
      bg="var(--mute-soft)"
      withRemoveButton={!disabled}
      onRemove={onRemove}
      removeButtonProps={{ 'aria-label': label }}
    >
      {named.name}
    </Pill>
  )
}
