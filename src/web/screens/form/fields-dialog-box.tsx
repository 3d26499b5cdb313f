import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { checkFields } from '../../../shared/checks.ts'
import { t } from '../../../shared/language.ts'
import { tell } from '../../../shared/message.ts'
import { FieldInput } from '../../fields/input.tsx'
import { ROOM } from '../../fields/inputs/opening.ts'
import { type Draft, givenAll } from '../../fields/values.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { CLOSING_MS, OwnRoot } from '../../ui/dialogs/own-root.tsx'
import { type AskedFields, sendByKeys } from './asked-fields.ts'
import { useBusyFields } from './busy-fields.ts'
import { ErrorSummary } from './error-summary.tsx'
import css from './form.module.css'
import { errorsOf, focusField, inOrder } from './form-errors.ts'
import { useDraft } from './use-draft.ts'

const NONE: readonly string[] = []

export const FieldsDialog = (props: AskedFields & { onFinish: (isSent: boolean) => void }) => (
  <OwnRoot>
    <Box {...props} />
  </OwnRoot>
)

function Box({
  title,
  description,
  fields,
  submit,
  danger,
  values: held,
  draftKey,
  joint,
  folded = [],
  further,
  onSubmit,
  onFinish,
}: AskedFields & { onFinish: (isSent: boolean) => void }) {
  const [begun] = useState(() => ({ version: 0, ...defaults(fields), ...held }))
  const draft = useDraft({ key: draftKey, fields, extra: NONE, row: begun, initial: undefined })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isSaving, setSaving] = useState(false)
  const { isBusy, setBusy } = useBusyFields()
  const [isOpen, setOpen] = useState(true)
  const goesOn = useRef(false)
  const close = (isSent: boolean) => {
    setOpen(false)
    window.setTimeout(() => onFinish(isSent), CLOSING_MS)
  }
  const refuse = (found: Record<string, string>) => {
    setErrors(found)
    const first = Object.keys(found).find(Boolean)
    if (first) window.setTimeout(() => focusField(inDialog(joint?.names.includes(first) ? joint.names[0] : first)))
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const onward = goesOn.current ? further?.run : undefined
    goesOn.current = false
    const checked = checkFields(fields, givenAll(fields, draft.values))
    if (!checked.ok) return refuse(inOrder(Object.keys(fields), checked.errors, tell))
    setErrors({})
    setSaving(true)
    try {
      await onSubmit(checked.values)
      draft.drop()
      close(true)
      onward?.()
    } catch (error) {
      refuse(inOrder(Object.keys(fields), errorsOf(error)))
    }
    setSaving(false)
  }
  const set = (given: Draft) => {
    for (const [name, value] of Object.entries(given)) draft.set(name, value)
    setErrors((now) => Object.fromEntries(Object.entries(now).filter(([name]) => name && !(name in given))))
  }
  const input = (name: string, at: number) => {
    const field = fields[name]
    const same = { name: inDialog(name), disabled: isSaving, autoFocus: at === 0 }
    if (joint?.names[0] === name)
      return (
        <joint.Input
          key={name}
          {...same}
          values={{ ...begun, ...draft.values }}
          onChange={set}
          error={joint.names.map((one) => errors[one]).find(Boolean)}
        />
      )
    if (!field || joint?.names.includes(name)) return null
    return (
      <FieldInput
        key={name}
        {...same}
        field={field}
        value={draft.values[name]}
        onChange={(value) => set({ [name]: value })}
        error={errors[name]}
        onBusy={(isNow) => setBusy(name, isNow)}
      />
    )
  }
  const names = Object.keys(fields)
  const giveUp = () => {
    draft.rebase(begun, {})
    focusField(inDialog(names[0] ?? ''))
  }
  return (
    <Dialog
      opened={isOpen}
      onClose={() => !isSaving && close(false)}
      title={title}
      size={560}
      closeOnClickOutside={false}
    >
      <form
        noValidate
        className={css.dialog}
        onSubmit={(event) => void send(event)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isSaving || isBusy) return
          event.preventDefault()
          const form = event.currentTarget
          // What the same press chose is in the draft by then.
          window.setTimeout(() => sendByKeys(form))
        }}
      >
        {description ? <p className={css.note}>{description}</p> : null}
        {draft.isRestored ? (
          <p className={css.note}>
            <span role="status">{t('Your unsaved changes are back.')}</span>{' '}
            <Button variant="subtle" size="compact-sm" disabled={isSaving} onClick={giveUp}>
              {t('Undo changes')}
            </Button>
          </p>
        ) : null}
        {errors[''] ? <ErrorSummary form={{ errors: { '': errors[''] }, fields }} /> : null}
        {names.filter((name) => !folded.includes(name)).map(input)}
        {folded.length > 0 ? (
          <More isNeeded={folded.some((name) => errors[name] !== undefined)}>
            {folded.map((name) => input(name, names.indexOf(name)))}
          </More>
        ) : null}
        <div className={css.dialogFoot}>
          <div className={css.room} {...{ [ROOM]: true }} />
          <Button variant="default" disabled={isSaving} onClick={() => close(false)}>
            {t('Cancel')}
          </Button>
          {further ? (
            <Button
              variant="default"
              data-further
              disabled={isSaving || isBusy}
              aria-keyshortcuts="Control+Enter"
              onClick={({ currentTarget: { form } }) => {
                goesOn.current = true
                form?.requestSubmit()
              }}
            >
              {further.submit}
            </Button>
          ) : null}
          <Button type="submit" loading={isSaving} disabled={isBusy} color={danger ? 'red' : undefined}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Fields that are rarely wanted, out of the way until somebody opens them or one of them is refused. */
function More({ isNeeded, children }: { isNeeded: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={css.more} open={isOpen || isNeeded} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('More')}</summary>
      <div className={css.dialog}>{children}</div>
    </details>
  )
}

/** The page below may show inputs of the same names. */
const inDialog = (name: string) => `asked-${name}`

const defaults = (fields: AskedFields['fields']): Draft =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.default ?? null]))
