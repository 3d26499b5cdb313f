import { PasswordInput } from '@mantine/core'
import '@mantine/core/styles/PasswordInput.css'
import { type ReactNode, useState } from 'react'
import { checkFields } from '../../../shared/checks.ts'
import type { Field, Fields } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { tell } from '../../../shared/message.ts'
import { useLeaveGuard } from '../../app/location.ts'
import { FieldInput } from '../../fields/input.tsx'
import { inputId } from '../../fields/inputs/frame.tsx'
import { changedNames, type Draft, givenAll } from '../../fields/values.ts'
import type { Versioned } from '../module.ts'
import { useBusyFields } from './busy-fields.ts'
import { Meanwhile } from './conflict-notice.tsx'
import { draftNote } from './draft-note.ts'
import form from './form.module.css'
import { errorsOf, focusField, inOrder } from './form-errors.ts'
import { StaleDialog } from './stale-dialog.tsx'
import { type Stale, staleOf } from './stale-version.ts'
import { useDraft } from './use-draft.ts'
import { widthOf } from './width-of.ts'

interface SettingsWishes {
  /** Names the draft in this tab's storage. */
  name: string
  fields: Fields
  /** As they are kept; of a secret, `has_<name>` says that there is one. */
  kept: Versioned
  /** Keeps the values, if nobody has changed what was read at `version`; answers with the settings as they then stand. */
  save: (values: Draft, version: number) => Promise<Versioned>
}

const NONE: readonly string[] = []

/** Settings that are one form and no record. */
export function useSettings({ name, fields, kept, save }: SettingsWishes) {
  const draft = useDraft({ key: `${name}/settings`, fields, extra: NONE, row: kept, initial: undefined })
  const { row = kept, values, changes: changed } = draft
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState<string | null>(null)
  const { isBusy: isUploading, setBusy: setUploading } = useBusyFields()
  const [stale, setStale] = useState<Stale<Versioned>>()
  const isUnsaved = changed.length > 0
  useLeaveGuard(isUnsaved, draft.mayLeave, true)
  /** Shows what is wrong, with the focus on the first field of these. */
  const refuse = (found: Record<string, string>, say?: (text: string) => string) => {
    const ordered = inOrder(Object.keys(fields), found, say)
    setErrors(ordered)
    const first = Object.keys(ordered).find(Boolean)
    if (first) window.setTimeout(() => focusField(first))
  }
  /** Does something with the values, if they are right; what refuses them is shown. */
  const act = async (what: string, work: (values: Draft) => Promise<void>, typed = values) => {
    const found = checkFields(fields, withoutBlanks(givenAll(fields, typed)))
    if (!found.ok) return refuse(found.errors, tell)
    setErrors({})
    setBusy(what)
    try {
      await work(found.values)
    } catch (error) {
      const quicker = staleOf<Versioned>(error)
      if (quicker) setStale({ ...quicker, changed: changedNames(fields, row, quicker.record) })
      else refuse(errorsOf(error))
    }
    setBusy(null)
  }
  const saveAs = (typed: Draft, base: Versioned) =>
    act(
      'save',
      async (given) => {
        const saved = await save(given, base.version)
        draft.drop()
        draft.rebase(saved, {})
      },
      typed,
    )
  const settle = (now: Versioned, mine: Draft, thenSave: boolean) => {
    setStale(undefined)
    if (Object.keys(mine).length === 0) setErrors({})
    const next = draft.rebase(now, mine)
    if (thenSave) void saveAs(next, now)
  }
  return {
    definition: { fields },
    kept,
    row,
    fields,
    values,
    errors,
    busy,
    act,
    refuse,
    save: () => saveAs(values, row),
    set: (given: Draft) => {
      for (const [one, value] of Object.entries(given)) draft.set(one, value)
    },
    changed,
    isUnsaved,
    isSaving: busy === 'save',
    isUploading,
    setUploading,
    isBusy: busy !== null || isUploading,
    isRestored: draft.isRestored,
    stale,
    meet: setStale,
    settle,
  }
}

interface SettingsFormProps {
  label: string
  settings: ReturnType<typeof useSettings>
  groups: readonly { label: string; fields: readonly string[] }[]
  disabled?: boolean
  intro?: ReactNode
  /** Between what is wrong and the groups. */
  children?: ReactNode
  foot: ReactNode
}

export function SettingsForm({ label, settings, groups, disabled, intro, children, foot }: SettingsFormProps) {
  const { errors, busy, stale } = settings
  const told = (
    <div role="status" className={form.told}>
      <Meanwhile form={settings} now={settings.kept} />
    </div>
  )
  return (
    <form
      className={`${form.form} ${form.wide}`}
      noValidate
      aria-label={label}
      aria-busy={busy !== null}
      onSubmit={(event) => {
        event.preventDefault()
        if (event.target === event.currentTarget) void settings.save()
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
      {foot ? (
        <div className={form.foot} data-foot-bar>
          {told}
          {foot}
          <span role="status" className={form.note}>
            {draftNote({ ...settings, isBusy: settings.isUploading })}
          </span>
        </div>
      ) : (
        told
      )}
      {stale ? <StaleDialog form={settings} stale={stale} /> : null}
    </form>
  )
}

type SettingProps = Pick<SettingsFormProps, 'settings'> & { name: string; field: Field; disabled: boolean }

function Setting({ name, field, settings: { row, values, errors, set, setUploading }, disabled }: SettingProps) {
  if (!field.secret)
    return (
      <FieldInput
        name={name}
        field={field}
        value={values[name]}
        onChange={(value) => set({ [name]: value })}
        error={errors[name]}
        disabled={disabled}
        onBusy={(isNow) => setUploading(name, isNow)}
      />
    )
  return (
    <PasswordInput
      id={inputId(name)}
      name={name}
      label={t(field.label)}
      description={row[`has_${name}`] === true ? t('A password is saved. Leave this empty to keep it.') : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="new-password"
      value={String(values[name] ?? '')}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
      error={errors[name]}
      disabled={disabled}
    />
  )
}

const withoutBlanks = (draft: Draft): Draft =>
  Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== '' && value !== null && value !== undefined))
