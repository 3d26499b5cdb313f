import { NumberInput } from '@mantine/core'
import type { Kind } from '../../shared/fields.ts'
import { currentLanguage } from '../../shared/language.ts'
import { framed, type InputProps } from './frame.tsx'
import { separators } from './number-typing.ts'

const UNITS: Partial<Record<Kind, string>> = { money: '₫', percentage: '%' }

/** A number grouped as the language writes it, while it is typed. */
export function NumberField(props: InputProps) {
  const { kind } = props.field
  const isWhole = kind === 'money' || kind === 'count'
  const { thousand, decimal } = separators(currentLanguage())
  return (
    <NumberInput
      {...framed(props)}
      inputMode={isWhole ? 'numeric' : 'decimal'}
      hideControls
      thousandSeparator={props.field.ungrouped ? '' : thousand}
      decimalSeparator={decimal}
      // A dot typed in Vietnamese groups; only a comma starts the decimals, and the other way round in English.
      allowedDecimalSeparators={[decimal]}
      allowDecimal={!isWhole}
      allowNegative={kind === 'decimal'}
      decimalScale={isWhole ? 0 : 6}
      clampBehavior="none"
      rightSection={UNITS[kind] ? <span aria-hidden="true">{UNITS[kind]}</span> : undefined}
      rightSectionPointerEvents="none"
      value={typeof props.value === 'number' ? props.value : ''}
      onChange={(value) => props.onChange(typeof value === 'number' ? value : null)}
    />
  )
}
