import { type ComponentType, lazy, Suspense } from 'react'
import { COLOUR } from '../../shared/colour.ts'
import type { Kind } from '../../shared/fields.ts'
import { isMask } from '../../shared/private.ts'
import { lazyWithCatalog } from '../catalogs.ts'
import css from './fields.module.css'
import { FilesInput } from './files/files-input.tsx'
import { ChoiceInput, ChoicesInput, FlagInput } from './inputs/choice-input.tsx'
import { Framed, type InputProps } from './inputs/frame.tsx'
import { NumberField } from './inputs/number-input.tsx'
import { RefInput } from './inputs/ref-input.tsx'
import { RefsInput } from './inputs/refs-input.tsx'
import { StarsInput } from './inputs/stars-input.tsx'
import { LongTextInput, TextField } from './inputs/text-input.tsx'

export type { InputProps } from './inputs/frame.tsx'

const AddressInput = lazy(() => import('./inputs/address-input.tsx'))
const ColourInput = lazy(() => import('./inputs/colour-input.tsx'))
const DayInput = lazy(() => import('./inputs/date-input.tsx').then((found) => ({ default: found.DayInput })))
const MomentInput = lazy(() => import('./inputs/date-input.tsx').then((found) => ({ default: found.MomentInput })))
const RichTextField = lazy(() => import('./rich-text/rich-text-field.tsx'))
const LinesInput = lazy(() => import('./inputs/lines-input.tsx'))
const SealedInput = lazy(() => import('./inputs/sealed-input.tsx'))
const SignatureInput = lazyWithCatalog(() => import('./inputs/signature-input.tsx'))

const INPUTS: Record<Kind, ComponentType<InputProps>> = {
  text: (props) => (props.field.shape === COLOUR ? <ColourInput {...props} /> : <TextField {...props} />),
  longText: LongTextInput,
  richText: RichTextField,
  email: TextField,
  phone: TextField,
  digits: TextField,
  taxCode: TextField,
  identityNumber: TextField,
  money: NumberField,
  count: (props) => (props.field.asStars ? <StarsInput {...props} /> : <NumberField {...props} />),
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
