import { type FormEvent, useEffect, useRef } from 'react'
import { t } from '../../../shared/language.ts'
import { focusField } from '../ui/error-summary.tsx'
import { Icon } from '../ui/icon.tsx'
import { Agreement } from './agreement.tsx'
import { Clear, FormBox, SendButton } from './form-frame.tsx'
import type { FrameProps } from './form-page-of.tsx'
import type { Asked } from './kind.ts'
import type { Form } from './use-form.ts'

/** A long form one step at a time: how far it is, back without loss (by the browser's own button too), the terms at the end. */
export function StepFrame<V extends Asked>({ form, steps, send }: FrameProps<V>) {
  const { draft, errors, isRight, submit, isSending } = form
  const last = steps.length - 1
  const at = Math.min(draft.step, last)
  const { goTo, back } = useStep(form, at)
  const heading = useRef<HTMLHeadingElement>(null)
  const step = steps[at]
  const wrong = steps.findIndex(({ fields }) => fields.some((name) => errors[name]))
  const first = wrong >= 0 && wrong < at ? steps[wrong]?.fields.find((name) => errors[name]) : undefined

  // What the server finds wrong may stand in an earlier step.
  useEffect(() => {
    if (!first) return
    goTo(wrong)
    requestAnimationFrame(() => focusField(first))
  }, [first, wrong, goTo])

  const goOn = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await isRight(step?.fields ?? []))) return
    goTo(at + 1)
    requestAnimationFrame(() => {
      scrollTo(0, 0)
      heading.current?.focus({ preventScroll: true })
    })
  }
  if (!step) return null
  return (
    <FormBox
      form={form}
      onSubmit={at < last ? goOn : submit}
      bar={
        <>
          {at > 0 && (
            <button type="button" className="button is-quiet is-back" onClick={back}>
              <Icon name="arrow-left" size={20} stroke={1.75} />
              {t('Back')}
            </button>
          )}
          {at < last ? (
            <button type="submit" className="button is-wide">
              {t('Continue')}
              <Icon name="arrow-right" size={20} stroke={1.75} />
            </button>
          ) : (
            <SendButton isSending={isSending} label={send} doing={t('Sending…')} />
          )}
        </>
      }
    >
      <div className="step-head">
        <p className="step-count" id="step-count">
          {t('Step {{n}} of {{all}}', { n: at + 1, all: steps.length })}
        </p>
        <ol className="step-bar" aria-hidden="true">
          {steps.map(({ title }, n) => (
            <li key={title} className={n <= at ? 'is-done' : ''} />
          ))}
        </ol>
        <h2 ref={heading} tabIndex={-1} aria-describedby="step-count">
          {step.title}
        </h2>
      </div>
      {step.content}
      {at === last && <Agreement form={form} />}
      <Clear form={form} />
    </FormBox>
  )
}

const stepOf = (state: unknown): number | null => {
  const step: unknown = typeof state === 'object' && state !== null && 'formStep' in state ? state.formStep : null
  return typeof step === 'number' ? step : null
}

/** Each step is an entry of the browser's history, so that a phone's back button leads to the step before. */
function useStep<V extends Asked>({ patch }: Pick<Form<V>, 'patch'>, at: number) {
  const goTo = useRef((step: number) => {
    const isOn = step > (stepOf(history.state) ?? 0)
    history[isOn ? 'pushState' : 'replaceState']({ formStep: step }, '')
    patch({ step })
  }).current
  useEffect(() => {
    const follow = ({ state }: PopStateEvent) => patch({ step: stepOf(state) ?? 0 })
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [patch])
  const back = () => {
    if (stepOf(history.state) === at) history.back()
    else patch({ step: at - 1 })
  }
  return { goTo, back }
}
