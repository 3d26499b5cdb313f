import { TextInput } from '@mantine/core'
import { checkValue } from '../../../shared/checks.ts'
import type { Field, Kind } from '../../../shared/fields.ts'
import { formatNumber } from '../../../shared/format.ts'
import { currentLanguage } from '../../../shared/language.ts'
import { isWhole, readNumber } from '../../../shared/numbers.ts'
import { sumInWords } from '../../../shared/vietnam/sum-in-words.ts'
import css from '../fields.module.css'
import { framed, type InputProps } from './frame.tsx'
import { useTyped, type Way } from './use-typed.ts'

const UNITS: Partial<Record<Kind, string>> = { money: '₫', percentage: '%' }
const FRACTION_MOST = 6

/** A number as people type it; a sum of money is repeated in words, so that a zero too many is seen. */
export function NumberField(props: InputProps) {
  const { field, value } = props
  const typed = useTyped(props, wayOf(field))
  const { description, ...frame } = framed(props)
  const said =
    field.kind === 'money' && typeof value === 'number' && value !== 0
      ? sumInWords(value, currentLanguage())
      : undefined
  return (
    <TextInput
      {...frame}
      description={
        said ? (
          <>
            {description ? <span className={css.hint}>{description}</span> : null}
            <span className={css.said} data-said>
              {said}
            </span>
          </>
        ) : (
          description
        )
      }
      inputMode={isWhole(field.kind) ? 'numeric' : 'decimal'}
      data-figure
      rightSection={UNITS[field.kind] ? <span aria-hidden="true">{UNITS[field.kind]}</span> : undefined}
      rightSectionPointerEvents="none"
      value={typed.text}
      error={typed.error}
      onChange={(event) => typed.type(event.currentTarget.value)}
      onBlur={typed.leave}
    />
  )
}

const wayOf = (field: Field): Way => ({
  read: (typed) => {
    const found = readNumber(typed, field)
    return 'value' in found && 'value' in checkValue(field, found.value) ? found.value : undefined
  },
  // Marks between thousands could be taken for those of a fraction where there may be one.
  show: (value) =>
    typeof value === 'number'
      ? formatNumber(value, currentLanguage(), FRACTION_MOST, isWhole(field.kind) && !field.ungrouped)
      : typeof value === 'string'
        ? value
        : '',
})
