import { TextInput } from '@mantine/core'
import type { Address } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import css from './fields.module.css'
import { Framed, type InputProps, inputId } from './frame.tsx'

type Part = 'line' | 'ward' | 'district' | 'province'
const PARTS: { part: Part; label: string; autoComplete: string }[] = [
  { part: 'line', label: 'House number and street', autoComplete: 'street-address' },
  { part: 'ward', label: 'Ward or commune', autoComplete: 'address-level3' },
  { part: 'district', label: 'District (former model)', autoComplete: 'address-level2' },
  { part: 'province', label: 'Province or city', autoComplete: 'address-level1' },
]
const BLANK: Address = { line: '', ward: null, district: null, province: null, model: 2 }

/** An address in its parts; with a district it is one of the three-level model before July 2025. */
export function AddressInput(props: InputProps) {
  const { name, value, onChange, disabled } = props
  const address = isAddress(value) ? value : BLANK
  const set = (part: Part, typed: string) => {
    const next = { ...address, [part]: part === 'line' ? typed : typed || null }
    next.model = next.district ? 1 : 2
    onChange(PARTS.every(({ part: one }) => !next[one]) ? null : next)
  }
  return (
    <Framed of={props} as="div">
      {({ id: _, ...aria }) => (
        <fieldset {...aria} className={css.address}>
          {PARTS.map(({ part, label, autoComplete }) => (
            <TextInput
              key={part}
              id={part === 'line' ? inputId(name) : `${inputId(name)}-${part}`}
              aria-label={t(label)}
              placeholder={t(label)}
              autoComplete={autoComplete}
              autoFocus={props.autoFocus === true && part === 'line'}
              disabled={disabled === true}
              error={props.error !== undefined}
              value={address[part] ?? ''}
              onChange={(event) => set(part, event.currentTarget.value)}
            />
          ))}
        </fieldset>
      )}
    </Framed>
  )
}

const isAddress = (value: unknown): value is Address => typeof value === 'object' && value !== null && 'line' in value
