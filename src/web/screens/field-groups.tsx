import type { ReactNode } from 'react'
import type { Fields } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import { FieldInput } from '../fields/input.tsx'
import css from './form.module.css'
import type { Form } from './use-form.ts'

/** The inputs of a form in the definition's groups. */
export function FieldGroups({ form, besideField }: { form: Form; besideField?: ((name: string, form: Form) => ReactNode) | undefined }) {
  const groups = groupsOf(form.definition, form.fields)
  const [first] = groups.flatMap(({ names }) => names)
  return groups.map(({ label, names }) => (
    <fieldset key={label} className={css.sheet}>
      {label ? <legend>{t(label)}</legend> : null}
      {names.map((name) => {
        const field = form.fields[name]
        return field ? (
          <div key={name} className={css.field}>
            <FieldInput
              name={name}
              field={field}
              value={form.values[name]}
              onChange={(value) => form.set(name, value)}
              error={form.errors[name]}
              autoFocus={name === first && !form.row}
              disabled={form.isSaving}
              onBusy={(isBusy) => form.setBusy(name, isBusy)}
            />
            {besideField?.(name, form)}
          </div>
        ) : null
      })}
    </fieldset>
  ))
}

/** The definition's groups, of these fields only; what is in none follows without a heading. */
export function groupsOf(definition: Definition, fields: Fields): { label: string; names: string[] }[] {
  const grouped = (definition.groups ?? []).map(({ label, fields: names }) => ({ label, names: names.filter((name) => Object.hasOwn(fields, name)) }))
  const taken = new Set(grouped.flatMap(({ names }) => names))
  const rest = Object.keys(fields).filter((name) => !taken.has(name))
  return [...grouped, { label: '', names: rest }].filter(({ names }) => names.length > 0)
}
