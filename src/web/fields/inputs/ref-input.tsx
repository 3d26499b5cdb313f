import { CloseButton, Combobox, TextInput, useCombobox } from '@mantine/core'
import { useLayoutEffect, useRef, useState } from 'react'
import type { Named } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { useNamed, useOffered } from '../names.ts'
import { CREATE, CreateOption, isKnown, useCreation } from './creation.tsx'
import { useEntered } from './entered.ts'
import { framed, type InputProps, inputId } from './frame.tsx'
import { Offer } from './offer.tsx'
import { listIn, useOpening } from './opening.ts'

/** Picks one record of another module by typing part of its name, with or without accents. */
export function RefInput(props: InputProps) {
  const { field, value, onChange, disabled } = props
  const [chosen] = useNamed(field.to, value === null || value === undefined ? [] : [value])
  const [typed, setTyped] = useState<string | null>(null)
  const opening = useOpening(inputId(props.name))
  const combobox = useCombobox({
    onDropdownOpen: opening.place,
    onDropdownClose: () => combobox.resetSelectedOption(),
  })
  const { offers, found } = useOffered(field, typed ?? '', combobox.dropdownOpened)
  const create = useCreation(field.to, props.onBusy)
  const wanted = (typed ?? '').trim()
  // What is offered from elsewhere is chosen among what is there.
  const mayCreate = create !== undefined && field.optionsEndpoint === undefined
  const canCreate = mayCreate && wanted !== '' && !found.isPending && !isKnown(wanted, offers)

  const latest = useRef(onChange)
  useLayoutEffect(() => {
    latest.current = onChange
  })
  const picks = useRef(0)
  const pick = (next: Named | null) => {
    picks.current += 1
    onChange(next)
  }
  const choose = (id: string) => {
    // Whoever picks another one before it is made keeps that.
    const mine = ++picks.current
    if (id === CREATE) void create?.(wanted, (made) => mine === picks.current && latest.current(made))
    const offer = offers.find((one) => String(one.id) === id)
    if (offer) pick({ id: offer.id, name: offer.name })
    setTyped(null)
    combobox.closeDropdown()
  }
  const enter = useEntered(combobox, { words: wanted, offers: canCreate ? [] : offers, found, choose })
  const leave = () => {
    if (typed === '') pick(null)
    setTyped(null)
    combobox.closeDropdown()
  }
  return (
    <Combobox store={combobox} onOptionSubmit={choose} withinPortal shadow="md" {...listIn(opening)}>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          {...framed(props)}
          placeholder={t('Type to search…')}
          value={typed ?? chosen?.name ?? ''}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            combobox.openDropdown()
            combobox.updateSelectedOptionIndex()
          }}
          onClick={(event) => {
            event.currentTarget.select()
            combobox.openDropdown()
          }}
          onKeyDown={(event) => {
            enter(event)
            if (event.key === 'Escape' && typed !== null) setTyped(null)
          }}
          onBlur={leave}
          rightSectionPointerEvents={chosen && !field.required ? 'all' : 'none'}
          rightSection={
            chosen && !field.required && !disabled ? (
              <CloseButton
                size="sm"
                aria-label={t('Clear')}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => pick(null)}
                tabIndex={-1}
              />
            ) : (
              <Combobox.Chevron />
            )
          }
        />
      </Combobox.Target>
      <Offer
        {...{ offers, found }}
        isChosen={(id) => chosen?.id === id}
        last={canCreate ? <CreateOption name={wanted} /> : undefined}
      />
    </Combobox>
  )
}
