import { CloseButton, MultiSelect, Select, Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import type { Field } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { normalizeText } from '../../../shared/vietnam/vietnam.ts'
import css from '../fields.module.css'
import { Framed, framed, type InputProps, inputId } from './frame.tsx'
import { listIn, mostHigh, useOpening } from './opening.ts'

const SEARCHED_FROM = 8
const LIST_MOST = mostHigh(220)
const options = (field: Field) => (field.of ?? []).map(({ value, label }) => ({ value, label: t(label) }))
type Sought = { label: string; value: string }
/** Options that hold what is typed, whatever the accents. */
const seek = ({ options: all, search }: { options: unknown[]; search: string }) =>
  (all as Sought[]).filter((option) => normalizeText(option.label).includes(normalizeText(search.trim()))) // options() made them, ungrouped

/** One of a closed list: a menu, or buttons where the definition says so. */
export function ChoiceInput(props: InputProps) {
  return props.field.drawn === 'buttons' ? <Buttons {...props} /> : <Choice {...props} />
}

function Choice(props: InputProps) {
  const { field, name } = props
  const opening = useOpening(inputId(name))
  const all = options(field)
  return (
    <Select
      {...framed(props)}
      data={all}
      value={typeof props.value === 'string' ? props.value : null}
      onChange={props.onChange}
      searchable={all.length > SEARCHED_FROM}
      filter={seek as never /* Mantine types its own grouped options; ours are flat */}
      clearable={!field.required}
      allowDeselect={false}
      checkIconPosition="right"
      placeholder={t('Choose…')}
      comboboxProps={listIn(opening)}
      onDropdownOpen={opening.place}
      maxDropdownHeight={LIST_MOST}
      nothingFoundMessage={t('Nothing found')}
      clearButtonProps={{ 'aria-label': t('Clear') }}
    />
  )
}

/** Radio buttons that look like one control; arrow keys move, as the browser does it. */
function Buttons(props: InputProps) {
  const { field, name, value, onChange, disabled } = props
  return (
    <Framed of={props} as="div">
      {(aria) => (
        <div role="radiogroup" {...aria} aria-required={field.required || undefined} className={css.buttons}>
          {options(field).map((option, at) => (
            <label key={option.value} className={css.button}>
              <input
                type="radio"
                name={name}
                disabled={disabled}
                checked={value === option.value}
                data-autofocus={props.autoFocus && at === 0 ? true : undefined}
                onChange={() => onChange(option.value)}
              />
              <span>{option.label}</span>
            </label>
          ))}
          {!field.required && value ? (
            <CloseButton size="sm" aria-label={t('Clear')} onClick={() => onChange(null)} />
          ) : null}
        </div>
      )}
    </Framed>
  )
}

export function ChoicesInput(props: InputProps) {
  const chosen = Array.isArray(props.value) ? props.value.map(String) : []
  const opening = useOpening(inputId(props.name))
  return (
    <MultiSelect
      {...framed(props)}
      data={options(props.field)}
      value={chosen}
      onChange={props.onChange}
      searchable
      filter={seek as never /* as above */}
      clearable
      placeholder={chosen.length === 0 ? t('Choose…') : undefined}
      comboboxProps={listIn(opening)}
      onDropdownOpen={opening.place}
      maxDropdownHeight={LIST_MOST}
      nothingFoundMessage={t('Nothing found')}
      clearButtonProps={{ 'aria-label': t('Clear') }}
    />
  )
}

/** Yes or no: a switch with its label beside it. */
export function FlagInput(props: InputProps) {
  const { label, description, error, id, name, disabled, autoFocus } = framed(props)
  return (
    <Switch
      {...{ id, name, label, description, error, disabled, autoFocus }}
      className={css.flag}
      checked={props.value === true}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
  )
}
