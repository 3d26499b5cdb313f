import { type ComponentType, Fragment, type ReactNode } from 'react'
import type { PublicForm } from '../../../modules/public-form.ts'
import { titleOf } from '../../../modules/public-pages.ts'
import type { Fields } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import type { IconName } from '../ui/icon-paths.ts'
import { Ending } from './ending.tsx'
import { FormFrame } from './form-frame.tsx'
import { FormPage } from './form-page.tsx'
import { Intro } from './intro.tsx'
import { type Asked, type Behaviour, kindOf, type ValuesOf } from './kind.ts'
import type { Receipt } from './outbox.ts'
import { type DrawQuestion, type Draws, questionsOf, type ShownPart } from './question.tsx'
import { type Form, type FormProps, type PartProps, useForm } from './use-form.ts'

export interface FrameProps<V extends Asked> {
  form: Form<V>
  /** What the button says. */
  send: string
  steps: readonly ShownPart[]
}

/** What a form's page has of its own; all else is read from the form's value. */
export interface Own<F extends Fields, V extends ValuesOf<F>> extends Behaviour<V> {
  /** What draws questions of these kinds, where it is not a line or a choice (draws.tsx). */
  draws?: Draws
  /** What draws the questions of these names. */
  questions?: Readonly<Partial<Record<keyof F & string, DrawQuestion>>>
  /** The form as its questions see it, where they are told more; a hook. */
  usePart?: (form: Form<V>) => PartProps<V>
  /** How its parts stand: below each other unless it is `StepFrame`. */
  Frame?: ComponentType<FrameProps<V>>
  /** The whole form, where its parts are its own. */
  Form?: ComponentType<FormProps<V>>
  /** Below the number, when it was sent. */
  thanks?: (receipt: Receipt) => ReactNode
}

/**
 * The page of a public form, read from the form's value.
 * @param own what this form does otherwise; without it, each question is drawn by its field's kind, in groups, on one page
 */
export function formPage<F extends Fields, V extends ValuesOf<F> = ValuesOf<F>>(
  form: PublicForm<F, IconName>,
  own: Own<F, V> = {},
): ComponentType {
  const kind = kindOf<F, V>(form, own)
  const { draws, questions, usePart = (shown) => shown, Frame = Groups, thanks } = own
  const DefaultForm = (props: FormProps<V>) => {
    const shown = useForm(props)
    const part = usePart(shown)
    return <Frame form={shown} send={t(form.send)} steps={questionsOf(form, part, draws, questions)} />
  }
  return () => (
    <FormPage
      kind={kind}
      title={t(titleOf(form.name))}
      intro={
        <Intro
          title={t(form.intro.title)}
          lead={t(form.intro.lead)}
          points={form.intro.points.map(([icon, text]) => [icon, t(text)])}
        />
      }
      form={own.Form ?? DefaultForm}
      thanks={(receipt, onAgain) => (
        <Ending
          title={t(form.thanks.title)}
          lead={t(form.thanks.lead)}
          label={t(form.thanks.label)}
          number={receipt.number}
          again={t(form.thanks.again)}
          onAgain={onAgain}
        >
          {thanks?.(receipt)}
        </Ending>
      )}
    />
  )
}

const Groups = <V extends Asked>({ form, send, steps }: FrameProps<V>) => (
  <FormFrame form={form} send={send}>
    {steps.map(({ title, content }) =>
      title ? (
        <fieldset key={title} className="group">
          <legend className="group-title">{title}</legend>
          {content}
        </fieldset>
      ) : (
        <Fragment key={title}>{content}</Fragment>
      ),
    )}
  </FormFrame>
)
