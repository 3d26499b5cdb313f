import type { Field, Fields } from './fields.ts'
import type { RefusalName } from './refusals.ts'
import type { ScreenRefusalName } from './screen-refusals.ts'
import type { Right } from './users/permissions.ts'

/** One step of a flow: from which states, to which, who may, and what must be told. */
export interface Step {
  label: string
  from: readonly string[] | 'any'
  /** The state it leads to; 'before' is the one it had before the last step. */
  to: string
  needs: Right
  /** Fields asked for, all required: of the definition, or of the flow's `extra`. */
  asks?: readonly string[]
  /** Fields that may be told with it as well, and need not. */
  mayTell?: readonly string[]
  /** A refusal that whoever takes the step may overrule once they were told: by a flag of the flow's `extra`, which the history keeps. */
  overrules?: { refusal: ScreenRefusalName; by: string }
  /** Whether a person with the right is offered it, as the guards of the server would let them. */
  isOffered?: (row: Readonly<Record<string, unknown>>, person: StepTaker) => boolean
  tone?: 'primary' | 'danger' | 'quiet'
  /** Taken by the server itself; no button, no route. */
  automatic?: boolean
  /** What is said in a state whose reason is worth telling, rather than that it is not possible now. */
  refusals?: Readonly<Record<string, RefusalName>>
  dialog?: StepDialog
  /** In words, for the API reference; the label unless said. */
  summary?: string
  /**
   * States in which it was taken already: asked again it answers the record and changes nothing, so that neither version nor what it asks
   * need be sent (design/security.md S51).
   */
  repeats?: readonly string[]
  /**
   * May be taken without a line and sent later, under an Idempotency-Key, with the time it was taken at (`Done-At`): then no version need
   * be told, as the device may have seen an older one.
   */
  mayBeLate?: true
  /** Stored fields that it sets beside the state. */
  sets?: Readonly<Record<string, string | null>>
  /** Stored fields that keep who took it, and when. */
  stamps?: Stamps
  /** The stamps of the step that it takes back, which go: for UNDO_MINUTES by who took that, later only by who may delete. */
  undoes?: Stamps
  /** The step that takes it back, offered in what is said afterwards. */
  undo?: string
  /** Offered in rows and for selections too, as one press takes it back by `undo`. */
  quick?: QuickStep
  /** The key that takes it, in lists and views. */
  key?: string
  /** Said afterwards, of the record's {{name}} or {{number}}; the state reached unless said. */
  message?: string
}

export interface StepTaker {
  id: number
  may: (right: Right) => boolean
}

/** Whether a step, open as the record's state is, is offered to this person: they hold its right, and it means them. */
export const isOfferedTo = (step: Step, row: Readonly<Record<string, unknown>>, person: StepTaker): boolean =>
  person.may(step.needs) && step.isOffered?.(row, person) !== false

interface Stamps {
  by: string
  at: string
}
/** So long whoever took a step may take it back themselves. */
export const UNDO_MINUTES = 10

interface QuickStep {
  /** The button of one row, of {{name}}; the label and the name unless said. */
  one?: string
  /** The question before many; the one of its dialog unless said. */
  many?: string
}

/** What the dialog of a step that asks for something, or that is dangerous, says beyond its label. */
export interface StepDialog {
  /** A question before the record's name; the label unless said. */
  question?: string
  /** The field that names the record in it and in the message afterwards; that of the flow unless said. */
  name?: string
  description?: string
  /** The description before many at once. */
  many?: string
  /** Offers nothing of what the record holds, e.g. where each step adds to a list. */
  isEmpty?: true
}

/** The states of a record and the steps between them; a value of its definition, which routes, buttons, dialogs and tests read. */
export interface Flow<Name extends string = string> {
  /** The stored field it moves. */
  field: Name
  steps: Readonly<Record<string, Step>>
  /** Fields only steps ask for. */
  extra: Fields
  /** The field that names the record in its dialogs and messages; the title unless said. */
  name?: Name
  /** Every step is offered for selections, in a menu; what is asked before {{step}} is taken for {{n}} records. */
  question?: string
  /** A stored column that, while it holds something, keeps the record where it is; the field that shows so, and the refusal that says so. */
  held?: { by: string; shown: Name; refusal: RefusalName }
  /** States in which the record takes no change, and the refusal that says so. */
  locked?: { in: readonly string[]; refusal: ScreenRefusalName }
}

export const flow = <const Name extends string, const S extends Record<string, Step>>(
  field: Name,
  steps: S,
  { extra = {}, ...rest }: Partial<Omit<Flow<Name>, 'field' | 'steps'>> = {},
): Flow<Name> & { steps: S } => ({ field, steps, extra, ...rest })

/** As much of a definition as says what its flow asks for. */
interface WithFlow {
  name: string
  fields: Fields
  flow?: Flow
}

/** A step that names its own state among those it starts from may be taken again and again. */
export const isAllowed = (step: Step, state: string): boolean =>
  step.from === 'any' ? state !== step.to : step.from.includes(state)

/** The steps open from a state, by name, in the order of the table. */
export const stepsFrom = (flow: Flow | undefined, state: string): [string, Step][] =>
  stepsOf(flow).filter(([, step]) => isAllowed(step, state))

/** The steps that people take, by name, in the order of the table. */
export const stepsOf = (flow: Flow | undefined): [string, Step][] =>
  Object.entries(flow?.steps ?? {}).filter(([, step]) => !step.automatic)

/** The fields a step asks for, each required, and those that may be told with it. */
export const askedFields = (definition: WithFlow, { asks = [], mayTell = [] }: Step): Fields =>
  Object.fromEntries([
    ...asks.map((asked) => [asked, { ...fieldOf(definition, asked), required: true, readonly: false }] as const),
    ...mayTell.map((told) => [told, { ...fieldOf(definition, told), required: false, readonly: false }] as const),
  ])

export function fieldOf({ name, fields, flow }: WithFlow, asked: string): Field {
  const field = flow?.extra[asked] ?? fields[asked]
  if (!field) throw new Error(`The flow of ${name} asks for ${asked}, which is no field`)
  return field
}

/** The refusal that a record as it stands answers every change with, if any. */
export const lockOf = ({ flow }: WithFlow, row: Readonly<Record<string, unknown>>): ScreenRefusalName | undefined =>
  flow?.locked?.in.includes(String(row[flow.field])) ? flow.locked.refusal : undefined
