import type { Fields } from './fields.ts'
import type { Right } from './permissions.ts'
import type { RefusalName } from './refusals.ts'
import type { Definition } from './resource.ts'

/** One step of a flow: from which states, to which, who may, and what must be told. */
export interface Step {
  label: string
  from: readonly string[] | 'any'
  /** The state it leads to; 'before' is the one it had before the last step. */
  to: string
  needs: Right
  /** Fields asked for, all required: of the definition, or of the flow's `extra`. */
  asks?: readonly string[]
  tone?: 'primary' | 'danger' | 'quiet'
  /** Taken by the server itself; no button, no route. */
  automatic?: boolean
  /** What is said in a state whose reason is worth telling, rather than that it is not possible now. */
  refusals?: Readonly<Record<string, RefusalName>>
}

export interface Flow {
  definition: Definition
  /** The stored field it moves. */
  field: string
  steps: Record<string, Step>
  /** Fields only steps ask for. */
  extra: Fields
  /** A stored column that, while it holds something, keeps the record where it is; and the refusal that says so. */
  held?: { by: string; refusal: RefusalName }
}

export function flow<const S extends Record<string, Step>>(
  definition: Definition,
  field: string,
  steps: S,
  extra: Fields = {},
  held?: Flow['held'],
): Flow & { steps: S } {
  return { definition, field, steps, extra, ...(held && { held }) }
}

/** A step that names its own state among those it starts from may be taken again and again. */
export const isAllowed = (step: Step, state: string): boolean =>
  step.from === 'any' ? state !== step.to : step.from.includes(state)

/** The steps open from a state, by name, in the order of the table. */
export const stepsFrom = (of: Flow, state: string): [string, Step][] =>
  Object.entries(of.steps).filter(([, step]) => !step.automatic && isAllowed(step, state))

/** The fields a step asks for, each required. */
export function askedFields(of: Flow, step: Step): Fields {
  return Object.fromEntries(
    (step.asks ?? []).map((name) => {
      const field = of.extra[name] ?? of.definition.fields[name]
      if (!field) throw new Error(`The flow of ${of.definition.name} asks for ${name}, which is no field`)
      return [name, { ...field, required: true, readonly: false }]
    }),
  )
}
