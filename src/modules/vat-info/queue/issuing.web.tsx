import { Button } from '@mantine/core'
import { IconPlayerSkipForward } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { checkFields } from '../../../shared/checks.ts'
import type { Named } from '../../../shared/fields.ts'
import { askedFields } from '../../../shared/flow.ts'
import { wallClock } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { tell } from '../../../shared/message.ts'
import { FieldInput } from '../../../web/fields/input.tsx'
import type { Draft } from '../../../web/fields/values.ts'
import { errorsOf, focusField, inOrder, without } from '../../../web/screens/form/form-errors.ts'
import type { AnyRow } from '../../../web/screens/module.ts'
import { act } from '../../../web/screens/record-acts.ts'
import { FlowButtons } from '../../../web/screens/view/flow-buttons.tsx'
import { useSession } from '../../../web/session.ts'
import { vatFlow } from '../flow.ts'
import { invoiceNumber, serialOf } from '../typed-number.ts'
import { vatInfo } from '../vat-info.ts'
import { type Proposal, proposalOf, proposeAfter } from './proposal.web.ts'
import css from './queue.module.css'

const FIELDS = askedFields(vatInfo, { ...vatFlow.steps['issue-invoice'], mayTell: [] })
/** The number is what is typed anew for each; the rest stays from one to the next, serial and form of a store only for that store. */
const ORDER = ['invoice_number', 'invoice_serial', 'issued_on', 'invoice_form'] as const
const NUMBER = 'invoice_number'
/** Beside the list of steps: issuing is the form, and nothing of these requests is undone. */
const OWN = ['issue-invoice', 'undo-completed', 'undo-issue']

interface IssuingProps {
  row: AnyRow
  store: number | null
  isTaken: boolean
  onLeave: () => void
  onIssued: (row: AnyRow) => void
  onSkip: () => void
}

/** The invoice of one request: today, the serial as before and the next number stand there; Enter issues it and goes on. */
export function Issuing({ row, store, isTaken, onLeave, onIssued, onSkip }: IssuingProps) {
  const today = wallClock(new Date(), useSession().time_zone).day
  const { data: proposal } = useQuery(proposalOf(store))
  const [typed, setTyped] = useState<Draft>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)
  /** Whose number is typed; of the next one where this one was on its way. */
  const [of, setOf] = useState<number | 'next'>(row.id)
  if (of !== row.id) {
    setOf(row.id)
    setErrors({})
    if (of !== 'next') setTyped(({ [NUMBER]: _, ...rest }) => rest)
  }
  const [ofStore, setOfStore] = useState(store)
  if (ofStore !== store) {
    setOfStore(store)
    setTyped(({ invoice_serial: _serial, invoice_form: _form, ...rest }) => rest)
  }
  const values: Draft = { issued_on: today, ...proposal, ...typed }
  const number = useRef(values[NUMBER])
  number.current = values[NUMBER]
  const isTyped = useRef(false)
  isTyped.current = typed[NUMBER] !== undefined
  // One begins at the number, which the first digit typed replaces.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another request or another number is the reason
  useEffect(() => {
    if (!isTyped.current) selectNumber()
  }, [row.id, proposal?.invoice_number])

  const change = (name: string, value: unknown) => {
    setErrors((now) => without(without(now, name), ''))
    setTyped((now) => ({ ...now, ...tidied(name, value) }))
  }
  const issue = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const checked = checkFields(FIELDS, values)
    if (!checked.ok) {
      show(inOrder(ORDER, checked.errors, tell))
      return
    }
    const sent = checked.values as unknown as Proposal // of these fields
    setBusy(true)
    // What is typed while this one is on its way is the number of the next.
    selectNumber()
    try {
      const issued = await act(vatInfo, row.id, 'issue-invoice', { ...checked.values, version: row.version })
      proposeAfter(store, sent)
      const isAhead = number.current !== values[NUMBER]
      setTyped(({ issued_on }) => ({
        ...(issued_on !== undefined && { issued_on }),
        ...(isAhead && { [NUMBER]: number.current }),
      }))
      setOf('next')
      onIssued(issued)
    } catch (error) {
      show(errorsOf(error))
    } finally {
      setBusy(false)
    }
  }
  const show = (found: Record<string, string>) => {
    setErrors(found)
    focusField(Object.keys(found).find(Boolean) ?? NUMBER)
  }
  if (isTaken && !isBusy) return <Taken row={row} onLeave={onLeave} />
  return (
    <form className={css.form} noValidate onSubmit={(event) => void issue(event)} aria-label={t('Issue invoice')}>
      <div className={css.inputs}>
        {ORDER.map((name) => {
          const field = FIELDS[name]
          return field ? (
            <FieldInput
              key={name}
              name={name}
              field={{ ...field, hint: undefined } as typeof field}
              value={values[name] ?? null}
              onChange={(value) => change(name, value)}
              error={errors[name]}
            />
          ) : null
        })}
      </div>
      {errors[''] ? (
        <p role="alert" className={css.problem}>
          {errors['']}
        </p>
      ) : null}
      <div className={css.acts}>
        <Button type="submit" loading={isBusy} aria-keyshortcuts="Enter">
          {t('Issue and next')}
        </Button>
        <Button variant="default" onClick={onSkip} leftSection={<IconPlayerSkipForward size={16} aria-hidden="true" />}>
          {t('Later')}
        </Button>
        <FlowButtons definition={vatInfo} row={row} omits={OWN} ways={{ done: onLeave }} />
      </div>
    </form>
  )
}

/** Nothing is typed or sent before one has gone on by hand: the next key was still meant for this request. */
function Taken({ row, onLeave }: { row: AnyRow; onLeave: () => void }) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])
  const number = String(row.number)
  const name = (row.completed_by as Named | null)?.name
  return (
    <section ref={box} tabIndex={-1} className={css.form} role="alert">
      <p className={css.taken}>
        {row.state === 'issued' && name
          ? t('{{name}} issued the invoice of {{number}} meanwhile. The number here was not used.', { name, number })
          : t('{{number}} was changed meanwhile and cannot be issued here now. The number here was not used.', {
              number,
            })}
      </p>
      <div className={css.acts}>
        <Button onClick={onLeave}>{t('Go on')}</Button>
      </div>
    </section>
  )
}

/** As it is kept, while it is typed: capital letters without blanks, and the form where it is typed before the serial. */
function tidied(name: string, value: unknown): Draft {
  const text = typeof value === 'string' ? value : ''
  if (name === NUMBER) return { [name]: invoiceNumber(text) }
  if (name !== 'invoice_serial') return { [name]: value }
  const { form, serial } = serialOf(text)
  return { invoice_serial: serial, ...(form && { invoice_form: form }) }
}

function selectNumber(): void {
  const input = document.getElementById(`field-${NUMBER}`)
  if (!(input instanceof HTMLInputElement)) return
  input.focus({ preventScroll: true })
  input.select()
}
