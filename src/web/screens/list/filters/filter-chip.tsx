import { CloseButton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { Field } from '../../../../shared/fields.ts'
import { t } from '../../../../shared/language.ts'
import { FilterPanel, useFilterWords } from '../../../fields/filters/filter.tsx'
import { PopOver } from '../../../ui/pop-over.tsx'
import css from '../list.module.css'

export interface FilterChipProps {
  field: Field
  /** As the address carries them; any of them is wanted. */
  values: readonly string[]
  onChange: (values: string[]) => void
  /** The day it is in the chain. */
  today: string
  isOpen?: boolean
  onClosed?: () => void
  /** Always set to something: nothing to take away. */
  isFixed?: boolean
}

/** One filter: what it is set to, its panel, and the way to take it away. */
export function FilterChip({ field, values, onChange, today, isOpen = false, onClosed, isFixed }: FilterChipProps) {
  const [opened, setOpened] = useState(isOpen)
  const words = useFilterWords(field, values)
  const isSet = values.length > 0
  const turn = (open: boolean) => {
    setOpened(open)
    if (!open) onClosed?.()
  }
  return (
    <PopOver
      label={t(field.label)}
      isOpen={opened}
      setOpen={turn}
      className={css.panel}
      button={(open) => (
        <span className={css.chip} data-set={isSet || undefined}>
          <button type="button" {...open}>
            {isSet ? null : <IconPlus size={14} aria-hidden="true" />}
            {isSet ? <span>{t('{{field}}: {{value}}', { field: t(field.label), value: words })}</span> : t(field.label)}
          </button>
          {isSet && !isFixed ? (
            <CloseButton
              size={24}
              radius="xl"
              aria-label={t('Remove the filter {{name}}', { name: t(field.label) })}
              onClick={() => onChange([])}
            />
          ) : null}
        </span>
      )}
    >
      <FilterPanel field={field} values={values} onChange={onChange} onDone={() => turn(false)} today={today} />
    </PopOver>
  )
}
