import { type ComponentType, lazy, Suspense } from 'react'
import type { Kind } from '../../shared/fields.ts'
import { isMask } from '../../shared/private.ts'
import { ChoiceInput, ChoicesInput, FlagInput } from './choice-input.tsx'
import css from './fields.module.css'
import { FilesInput } from './files-input.tsx'
import { Framed, type InputProps } from './frame.tsx'
import { NumberField } from './number-input.tsx'
import { RefInput } from './ref-input.tsx'
import { RefsInput } from './refs-input.tsx'
import { LongTextInput, TextField } from './text-input.tsx'

export type { InputProps } from './frame.tsx'

const AddressInput = lazy(() => import('./address-input.tsx'))
const DayInput = lazy(() => import('./date-input.tsx').then((found) => ({ default: found.DayInput })))
const MomentInput = lazy(() => import('./date-input.tsx').then((found) => ({ default: found.MomentInput })))
const RichTextField = lazy(() => import('./rich-text-field.tsx'))
const LinesInput = lazy(() => import('./lines-input.tsx'))
const SealedInput = lazy(() => import('./sealed-input.tsx'))
const SignatureInput = lazy(() => import('./signature-input.tsx'))

const INPUTS: Record<Kind, ComponentType<InputProps>> = {
  text: TextField,
  longText: LongTextInput,
  richText: RichTextField,
  email: TextField,
  phone: TextField,
  digits: TextField,
  taxCode: TextField,
  identityNumber: TextField,
  money: NumberField,
  count: NumberField,
  decimal: NumberField,
  percentage: NumberField,
  date: DayInput,
  moment: MomentInput,
  flag: FlagInput,
  choice: ChoiceInput,
  choices: ChoicesInput,
  ref: RefInput,
  refs: RefsInput,
  address: AddressInput,
  files: FilesInput,
  signature: SignatureInput,
  lines: (props) => <LinesInput {...props} Part={FieldInput} />,
  computed: () => null,
}

/** The input of a field of any kind: label above, hint and error below. */
export function FieldInput(props: InputProps) {
  const Chosen = props.field.private === 'sealed' && isMask(props.value) ? SealedInput : INPUTS[props.field.kind]
  return (
    <Suspense fallback={<Waiting {...props} />}>
      <Chosen {...props} />
    </Suspense>
  )
}

const TALL: readonly Kind[] = ['richText', 'signature', 'address']

/** Holds the place of an input that is still being fetched, so that nothing jumps. */
function Waiting(props: InputProps) {
  const isTall = TALL.includes(props.field.kind)
  return (
    <Framed of={props} as="div">
      {() => <div className={css.waiting} data-tall={isTall || undefined} aria-hidden="true" />}
    </Framed>
  )
}
