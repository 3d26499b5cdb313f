import type { Definition } from '../../shared/resource.ts'

/** One thing that may happen to a record, as the outside calls it. */
export interface WebhookEvent {
  /** `order.failed` */
  name: string
  module: string
  permission: string
  /** In words: what, of what. */
  label: string
  one: string
}

const CREATED = ['created', 'Created'] as const
const UPDATED = ['updated', 'Changed'] as const
const DELETED = ['deleted', 'Deleted'] as const

/** What every record goes through, by its action in the history. */
const ALWAYS: Record<string, readonly [verb: string, label: string]> = {
  create: CREATED,
  update: UPDATED,
  destroy: DELETED,
  // By a workbook that says all there is.
  replace: DELETED,
  restore: ['restored', 'Restored'],
}

/** What else happens to single modules and is worth hearing of, or is the same by another name. */
const FURTHER: Readonly<Record<string, typeof ALWAYS>> = {
  complaints: {
    assign: ['assigned', 'Assigned'],
    'send mail': ['answered', 'Answered by mail'],
    overdue: ['overdue', 'Overdue'],
    rate: ['rated', 'Rated by the customer'],
    merge: ['merged', 'Merged'],
  },
  'task-management': { send: CREATED },
  'product-promotions': { copy: CREATED, again: CREATED },
  'price-checking': { ask: CREATED },
  'supplier-staffs-checking': { 'check in': ['arrive', 'Check in'], 'check out': ['leave', 'Check out'] },
}
const SAID: typeof ALWAYS = { comment: ['commented', 'Commented'] }

/** States that a record reaches in more than one way, and of which somebody waits to hear, whichever way it was. */
const REACHED: Readonly<Record<string, Readonly<Record<string, readonly [verb: string, label: string]>>>> = {
  'task-management': {
    asked: ['asked', 'Waiting for approval'],
    // By the step, or with one of its items.
    rejected: ['reject', 'Reject'],
    done: ['done', 'Done'],
  },
}

/** Where the API's name is longer than what the world calls it. */
const NOUNS: Readonly<Record<string, string>> = { 'vat-info': 'vat' }

/** What a record is called in the names of events. */
export const nounOf = ({ wire }: Definition): string => NOUNS[wire] ?? wire

/** The verb of an action; none where nobody outside hears of it. */
function verbsOf(definition: Definition): Map<string, readonly [verb: string, label: string]> {
  const { flow, name, comments } = definition
  const steps = Object.entries(flow?.steps ?? {}).map(([step, { label }]): [string, [string, string]] => [
    step,
    [step.replaceAll(/[^a-z]+/g, '_'), label],
  ])
  return new Map([
    ...Object.entries({ ...ALWAYS, ...(comments && SAID), ...FURTHER[name] }),
    ...steps,
    // A flow with a trash of its own leads there instead.
    ...(flow?.steps.trash ? [['trash', DELETED] as const] : []),
  ])
}

/** Every event of these resources, in the order of the table of contents. */
export const eventsOf = (definitions: readonly Definition[]): WebhookEvent[] =>
  definitions
    .filter(({ internal }) => !internal)
    .flatMap((definition) => {
      const seen = new Set<string>()
      const reached = Object.values(REACHED[definition.name] ?? {})
      return [...verbsOf(definition).values(), ...reached].flatMap(([verb, label]) => {
        if (seen.has(verb)) return []
        seen.add(verb)
        const { name: module, permission, one } = definition
        return [{ name: `${nounOf(definition)}.${verb}`, module, permission, label, one }]
      })
    })

interface Act {
  action: string
  changes: Readonly<Record<string, unknown>>
}

/** What the outside calls something that happened, and the state it led to; empty where it hears of no such thing. */
export function eventNamesOf(definition: Definition, act: Act, state: string | undefined): string[] {
  if (definition.internal) return []
  const happened = [verbOf(definition, act), REACHED[definition.name]?.[state ?? '']]
  return [...new Set(happened.flatMap((verb) => (verb ? `${nounOf(definition)}.${verb[0]}` : [])))]
}

/** A row of a workbook makes a record, of which the history then tells nothing more, or changes one. */
const verbOf = (definition: Definition, { action, changes }: Act): readonly [string, string] | undefined =>
  action === 'import' ? (Object.keys(changes).length === 0 ? CREATED : UPDATED) : verbsOf(definition).get(action)

/** Whether whoever wishes for these hears of rows that a workbook brings. */
export function hearsOfImports(wished: ReadonlySet<string>, definition: Definition): boolean {
  const noun = nounOf(definition)
  return [CREATED[0], UPDATED[0], '*'].some((verb) => wished.has(`${noun}.${verb}`))
}

/** The state that a step leads to; else the one that the record has when it is told. */
export const stateAfter = ({ flow }: Definition, action: string): string | undefined => {
  const step = flow?.steps[action]
  return step && step.to !== 'before' ? step.to : undefined
}
