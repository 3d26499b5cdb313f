import type { ReactNode } from 'react'
import { t } from '../../../shared/language.ts'
import { isBlank } from '../../fields/cell.tsx'
import { FieldInput } from '../../fields/input.tsx'
import { groupsOf } from './field-groups-of.ts'
import css from './form.module.css'
import type { Form } from './use-form.ts'
import { widthOf } from './width-of.ts'

/** The inputs of a form in the definition's groups. */
export function FieldGroups({
  form,
  besideField,
  below,
  isAsked = () => true,
  isBegunAbove,
}: {
  form: Form
  isBegunAbove?: boolean | undefined
  isAsked?: ((name: string, form: Form) => boolean) | undefined
  besideField?: ((name: string, form: Form) => ReactNode) | undefined
  /** A line about what a field holds. */
  below?: ((name: string, form: Form) => ReactNode) | undefined
}) {
  const isShown = (name: string) => form.errors[name] !== undefined || isAsked(name, form)
  const groups = groupsOf(form.definition, form.fields)
    .map(({ label, names }) => ({ label, names: names.filter(isShown) }))
    .filter(({ names }) => names.length > 0)
  const [first] = groups.flatMap(({ names }) => names)
  return groups.map(({ label, names }) => (
    <fieldset key={label} className={`${css.sheet} ${css.fields}`}>
      {label ? <legend>{t(label)}</legend> : null}
      {names.map((name) => {
        const field = form.fields[name]
        if (!field) return null
        const beside = besideField?.(name, form)
        const width = widthOf(field)
        return (
          <div key={name} className={css.field} data-width={beside && width === 'short' ? 'half' : width}>
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
            {below?.(name, form)}
            {beside}
          </div>
        )
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
