import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { checkValue } from '../../../shared/checks.ts'
import { type Kind, shownAs } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { tell } from '../../../shared/message.ts'
import { readNumber } from '../../../shared/numbers.ts'
import { normalizeText, plainDigits, plainPhone } from '../../../shared/vietnam/vietnam.ts'
import { useCutOff } from '../cut-off.ts'
import { NumberField } from '../inputs/number-input.tsx'
import { offered, PLACES, useNamed } from '../names.ts'
import css from './filter.module.css'
import { type FilterProps, isYes, NONE } from './filter-props.ts'

const SEARCHED_FROM = 8
const TYPING_PAUSE_MS = 200

/** Any of a closed list. */
export function ChoicePanel({ field, values, onChange }: FilterProps) {
  const [typed, setTyped] = useState('')
  const none = field.required || field.readonly ? [] : [{ value: NONE, label: t('None') }]
  const all = [...none, ...(field.of ?? []).map(({ value, label }) => ({ value, label: t(label) }))]
  const shown = all.filter((one) => normalizeText(one.label).includes(normalizeText(typed.trim())))
  return (
    <div className={css.panel}>
      {all.length > SEARCHED_FROM ? <Search value={typed} onChange={setTyped} /> : null}
      <Checks offers={shown} values={values} onChange={onChange} label={t(field.label)} />
    </div>
  )
}

/** Any records of another module: those chosen, and what is found for the words typed. */
export function RefPanel({ field, values, onChange }: FilterProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS)
  const found = useQuery(offered(field, search))
  const cutOff = useCutOff(found)
  const chosen = useNamed(
    field.to,
    values.filter((value) => value !== NONE),
  )
  const others = (found.data?.data ?? []).filter((one) => !values.includes(String(one.id)))
  const shown = [...(search ? [] : chosen.filter((one) => values.includes(String(one.id)))), ...others]
  const named = shown.map((one) => ({
    value: String(one.id),
    label: one.name,
    hint: 'hint' in one ? String(one.hint ?? '') : '',
  }))
  const offers = field.required || search ? named : [{ value: NONE, label: t('None') }, ...named]
  return (
    <div className={css.panel}>
      <Search value={typed} onChange={setTyped} />
      {cutOff || found.isError ? (
        <p className={css.note}>{cutOff ?? t('The list could not be loaded. Please try again.')}</p>
      ) : null}
      <Checks offers={offers} values={values} onChange={onChange} label={t(field.label)} isWaiting={found.isPending} />
    </div>
  )
}

/** Any provinces, for an address. */
export const ProvincePanel = (props: FilterProps) => <RefPanel {...props} field={{ ...props.field, to: PLACES }} />

export function FlagPanel({ field, values, onChange, onDone }: FilterProps) {
  const choose = (value: string) => {
    onChange([value])
    onDone()
  }
  return (
    <fieldset className={css.panel} aria-label={t(field.label)}>
      {['true', 'false'].map((value) => (
        <button
          key={value}
          type="button"
          className={css.option}
          aria-pressed={values.length > 0 && isYes(values[0]) === isYes(value)}
          onClick={() => choose(value)}
        >
          {isYes(value) ? t('Yes') : t('No')}
        </button>
      ))}
    </fieldset>
  )
}

const TIDY: Partial<Record<Kind, (typed: string) => string>> = {
  phone: plainPhone,
  digits: plainDigits,
  taxCode: plainDigits,
}

/** One value exactly as typed. */
export function TypedPanel({ field, values, onChange, onDone }: FilterProps) {
  const [typed, setTyped] = useState(values[0] ?? '')
  const tidy = TIDY[field.kind]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted = tidy ? tidy(typed) : typed.trim()
    onChange(wanted ? [wanted] : [])
    onDone()
  }
  return (
    <form className={css.panel} onSubmit={submit}>
      <TextInput
        label={t(field.label)}
        value={typed}
        data-autofocus
        onChange={(event) => setTyped(event.currentTarget.value)}
        inputMode={tidy ? 'numeric' : undefined}
      />
      <Button type="submit" size="xs" mt="xs" fullWidth>
        {t('Apply')}
      </Button>
    </form>
  )
}

/** A number, typed as in any form. */
export function NumberPanel({ field, values, onChange, onDone }: FilterProps) {
  const asked = { ...field, kind: shownAs(field), required: false }
  const read = readNumber(values[0] ?? '', asked)
  const [typed, setTyped] = useState<unknown>('value' in read ? read.value : (values[0] ?? null))
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = checkValue(asked, typed)
    if ('error' in found) return setError(tell(found.error))
    onChange(found.value === null ? [] : [String(found.value)])
    onDone()
  }
  return (
    <form className={css.panel} noValidate onSubmit={submit}>
      <NumberField
        name={`filter-${field.label}`}
        field={asked}
        value={typed}
        error={error}
        onChange={(value) => {
          setTyped(value)
          setError(undefined)
        }}
      />
      <Button type="submit" size="xs" mt="xs" fullWidth>
        {t('Apply')}
      </Button>
    </form>
  )
}

const Search = ({ value, onChange }: { value: string; onChange: (typed: string) => void }) => (
  <TextInput
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    placeholder={t('Type to search…')}
    aria-label={t('Type to search…')}
    size="xs"
    mb={6}
    data-autofocus
  />
)

interface ChecksProps {
  offers: readonly { value: string; label: string; hint?: string }[]
  values: readonly string[]
  onChange: (values: string[]) => void
  label: string
  isWaiting?: boolean
}

function Checks({ offers, values, onChange, label, isWaiting }: ChecksProps) {
  const turn = (value: string) =>
    onChange(values.includes(value) ? values.filter((one) => one !== value) : [...values, value])
  return (
    <fieldset className={css.checks} aria-label={label}>
      {offers.map(({ value, label: name, hint }) => (
        <label key={value} className={css.option}>
          <input type="checkbox" checked={values.includes(value)} onChange={() => turn(value)} />
          <span>{name}</span>
          {hint ? <small>{hint}</small> : null}
        </label>
      ))}
      {offers.length === 0 ? <p className={css.note}>{isWaiting ? t('Loading…') : t('Nothing found')}</p> : null}
    </fieldset>
  )
}
