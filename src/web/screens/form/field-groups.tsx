import type { ReactNode } from 'react'
import type { Kind } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { isBlank } from '../../fields/cell.tsx'
import { FieldInput } from '../../fields/input.tsx'
import { groupsOf } from './field-groups-of.ts'
import css from './form.module.css'
import type { Form } from './use-form.ts'

/** What takes the whole width, where short fields stand side by side. */
const LONG: readonly Kind[] = ['longText', 'richText', 'address', 'files', 'lines', 'signature']

/** The inputs of a form in the definition's groups. */
export function FieldGroups({
  form,
  besideField,
  isAsked = () => true,
  isBegunAbove,
}: {
  form: Form
  isBegunAbove?: boolean | undefined
  isAsked?: ((name: string, form: Form) => boolean) | undefined
  besideField?: ((name: string, form: Form) => ReactNode) | undefined
}) {
  const isShown = (name: string) => form.errors[name] !== undefined || isAsked(name, form)
  const groups = groupsOf(form.definition, form.fields)
    .map(({ label, names }) => ({ label, names: names.filter(isShown) }))
    .filter(({ names }) => names.length > 0)
  const [first] = groups.flatMap(({ names }) => names)
  return groups.map(({ label, names }) => (
    <fieldset key={label} className={css.sheet}>
      {label ? <legend>{t(label)}</legend> : null}
      {names.map((name) => {
        const field = form.fields[name]
        return field ? (
          <div key={name} className={css.field} data-long={LONG.includes(field.kind) || undefined}>
            <FieldInput
              name={name}
              field={field}
              value={form.values[name]}
              onChange={(value) => form.set(name, value)}
              error={form.errors[name]}
              errors={form.errors}
              autoFocus={name === first && !form.row && !isBegunAbove}
              disabled={form.isSaving}
              onBusy={(isBusy) => form.setBusy(name, isBusy)}
            />
            {isStillMissing(form, name) ? <p className={css.note}>{t('Still missing on this record')}</p> : null}
            {besideField?.(name, form)}
          </div>
        ) : null
      })}
    </fieldset>
  ))
}

/** What is required today, and a record from before lacks: it can be saved all the same. */
const isStillMissing = ({ fields, row, values, errors }: Form, name: string): boolean =>
  row !== undefined &&
  fields[name]?.required === true &&
  isBlank(row[name]) &&
  isBlank(values[name]) &&
  errors[name] === undefined
