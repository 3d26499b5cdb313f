import { PasswordInput } from '@mantine/core'
import '@mantine/core/styles/PasswordInput.css'
import { type ReactNode, useState } from 'react'
import { checkFields } from '../../../shared/checks.ts'
import type { Field, Fields } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { tell } from '../../../shared/message.ts'
import { FieldInput } from '../../fields/input.tsx'
import { inputId } from '../../fields/inputs/frame.tsx'
import { type Draft, givenAll } from '../../fields/values.ts'
import form from './form.module.css'
import { errorsOf, focusField, inOrder } from './form-errors.ts'
import { widthOf } from './width-of.ts'

/** Settings that are one form and no record. Of a secret, `has_<name>` in the draft says that one is kept. */
export function useSettings(fields: Fields, start: Draft) {
  const [draft, setDraft] = useState(start)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState<string | null>(null)
  /** Shows what is wrong, with the focus on the first field of these. */
  const refuse = (found: Record<string, string>, say?: (text: string) => string) => {
    const ordered = inOrder(Object.keys(fields), found, say)
    setErrors(ordered)
    const first = Object.keys(ordered).find(Boolean)
    if (first) window.setTimeout(() => focusField(first))
  }
  /** Does something with the values, if they are right; what refuses them is shown. */
  const act = async (name: string, work: (values: Draft) => Promise<void>) => {
    const found = checkFields(fields, withoutBlanks(givenAll(fields, draft)))
    if (!found.ok) return refuse(found.errors, tell)
    setErrors({})
    setBusy(name)
    try {
      await work(found.values)
    } catch (error) {
      refuse(errorsOf(error))
    }
    setBusy(null)
  }
  return {
    fields,
    draft,
    errors,
    busy,
    act,
    refuse,
    replace: setDraft,
    set: (given: Draft) => setDraft((now) => ({ ...now, ...given })),
  }
}

interface SettingsFormProps {
  label: string
  settings: ReturnType<typeof useSettings>
  groups: readonly { label: string; fields: readonly string[] }[]
  onSave: () => void
  disabled?: boolean
  intro?: ReactNode
  /** Between what is wrong and the groups. */
  children?: ReactNode
  foot: ReactNode
}

export function SettingsForm({ label, settings, groups, onSave, disabled, intro, children, foot }: SettingsFormProps) {
  const { errors, busy } = settings
  return (
    <form
      className={`${form.form} ${form.wide}`}
      noValidate
      aria-label={label}
      aria-busy={busy !== null}
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
      {intro}
      {errors[''] && (
        <p role="alert" className={form.summary}>
          {errors['']}
        </p>
      )}
      {children}
      {groups.map((group) => (
        <fieldset key={group.label} className={`${form.sheet} ${form.fields}`}>
          <legend>{t(group.label)}</legend>
          {group.fields.map((name) => {
            const field = settings.fields[name]
            return field ? (
              <div key={name} className={form.field} data-width={widthOf(field)}>
                <Setting {...{ name, field, settings }} disabled={disabled || busy !== null} />
              </div>
            ) : null
          })}
        </fieldset>
      ))}
      {foot && (
        <div className={form.foot} data-foot-bar>
          {foot}
        </div>
      )}
    </form>
  )
}

type SettingProps = Pick<SettingsFormProps, 'settings'> & { name: string; field: Field; disabled: boolean }

function Setting({ name, field, settings: { draft, errors, set }, disabled }: SettingProps) {
  if (!field.secret)
    return (
      <FieldInput
        name={name}
        field={field}
        value={draft[name]}
        onChange={(value) => set({ [name]: value })}
        error={errors[name]}
        disabled={disabled}
      />
    )
  return (
    <PasswordInput
      id={inputId(name)}
      name={name}
      label={t(field.label)}
      description={draft[`has_${name}`] === true ? t('A password is saved. Leave this empty to keep it.') : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="new-password"
      value={String(draft[name] ?? '')}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
      error={errors[name]}
      disabled={disabled}
    />
  )
}

const withoutBlanks = (draft: Draft): Draft =>
  Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== '' && value !== null && value !== undefined))
