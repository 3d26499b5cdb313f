import { Select } from '@mantine/core'
import type { Address } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { normalizeText } from '../../../shared/vietnam/vietnam.ts'
import { listIn, mostHigh, useOpening } from './opening.ts'

/** What both models' parts get. */
export interface PlaceProps {
  address: Address
  set: (part: Partial<Address>) => void
  name: string
  disabled: boolean
  hasError: boolean
}

interface UnitSelectProps {
  id: string
  label: string
  units: { value: string; label: string }[]
  value: string | null
  /** A name that is no unit's, shown until one is chosen. */
  written: string | null
  onChange: (value: string | null) => void
  disabled: boolean
  hasError?: boolean
  autoFocus?: boolean
}

/** A unit found by typing part of its name, with or without accents. */
export function UnitSelect(props: UnitSelectProps) {
  const { id, label, units, value, written, onChange, disabled, hasError, autoFocus } = props
  const opening = useOpening(id)
  return (
    <Select
      id={id}
      aria-label={label}
      placeholder={value === null && written ? written : label}
      data={units}
      value={units.some((one) => one.value === value) ? value : null}
      onChange={onChange}
      searchable
      clearable
      filter={byWords as never /* Mantine types its own grouped options; ours are flat */}
      disabled={disabled}
      error={hasError === true}
      data-autofocus={autoFocus ? true : undefined}
      autoFocus={autoFocus === true}
      comboboxProps={listIn(opening)}
      onDropdownOpen={opening.place}
      nothingFoundMessage={t('Nothing found')}
      clearButtonProps={{ 'aria-label': t('Clear') }}
      maxDropdownHeight={mostHigh(260)}
      autoComplete="off"
    />
  )
}

const byWords = ({ options, search }: { options: { label: string }[]; search: string }) => {
  const sought = normalizeText(search.trim())
  return options
    .filter(({ label }) => normalizeText(label).includes(sought))
    .toSorted((a, b) => Number(isHead(b.label, sought)) - Number(isHead(a.label, sought)))
}
const isHead = (label: string, sought: string) => normalizeText(label).endsWith(` ${sought}`)
