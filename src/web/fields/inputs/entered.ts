import type { ComboboxStore } from '@mantine/core'
import { type KeyboardEvent, useEffect, useState } from 'react'
import type { Offered } from '../names.ts'

interface Asked {
  /** What is typed, and not chosen yet. */
  words: string
  offers: readonly Offered[]
  found: { isPending: boolean }
  choose: (id: string) => void
}

/**
 * Enter in a record picker while words stand in it and no option is reached: it sends no form with the record of before, and picks the one
 * that is offered, as soon as the list is there.
 */
export function useEntered(combobox: ComboboxStore, { words, offers, found, choose }: Asked) {
  const [entered, setEntered] = useState('')
  const [only, ...others] = offers
  useEffect(() => {
    if (entered === '' || found.isPending) return
    setEntered('')
    if (entered === words && only && others.length === 0) choose(String(only.id))
  })
  return (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    if (words === '' || combobox.getSelectedOptionIndex() !== -1) return
    event.preventDefault()
    event.stopPropagation()
    setEntered(words)
  }
}
