import { sql } from 'kysely'
import { expect } from 'vitest'
import { modules } from '../../../src/modules/index.ts'
import { row } from '../../../src/server/db/db.ts'
import type { Field } from '../../../src/shared/fields.ts'
import { askedFields, type Flow, isAllowed, type Step, stepsOf } from '../../../src/shared/flow.ts'
import { type Definition, isMadeByHand } from '../../../src/shared/resource.ts'
import type { Chain, Person } from '../chain.ts'
import { photo } from '../media.ts'
import { type Made, validRecords } from './valid-records.ts'

/** Every definition with a flow, by its name. */
export const flows = modules.flatMap((one) => (one.flow ? [[one.name, one, one.flow] as const] : []))

/** What one field alone does not say of what it may hold. */
const FITTING: Record<string, unknown> = { invoice_form: '1', invoice_serial: 'C26MAA', correction_serial: 'C26MAA' }
/** An assignee begins the handling of a complaint, and a cost waits for its approval. */
const UNTOUCHED = { assignee: undefined, cost: undefined }
/** Who works on a task never approves it: somebody else does this one. */
const DONE_BY = 'processors'
const TODAY = new Date().toISOString().slice(0, 10)

export const statesOf = (definition: Definition, { field }: Flow): string[] =>
  definition.fields[field]?.of?.map(({ value }) => value) ?? []

/** The state of a new record. */
export const startOf = (definition: Definition, { field }: Flow): string => String(definition.fields[field]?.default)

/** The shortest way of allowed steps to a state, from the one that a new record has. */
export function wayTo(definition: Definition, flow: Flow, state: string): [string, Step][] | undefined {
  let ways: { at: string; steps: [string, Step][] }[] = [{ at: startOf(definition, flow), steps: [] }]
  for (let length = 0; length <= statesOf(definition, flow).length; length++) {
    const found = ways.find(({ at }) => at === state)
    if (found) return found.steps
    ways = ways.flatMap(({ at, steps }) =>
      stepsOf(flow)
        .filter(([, step]) => isAllowed(step, at) && step.to !== 'before')
        .map((one) => ({ at: one[1].to, steps: [...steps, one] })),
    )
  }
  return undefined
}

/** Makes records of any definition with a flow, in any of its states, and what its steps ask for. */
export async function flowRecords(chain: Chain, admin: Person) {
  const { valid, validValue, madeElsewhere } = validRecords(chain, admin)
  const colleague = await chain.person()
  // What the records point at.
  for (const one of modules.filter((module) => !module.internal && isMadeByHand(module)))
    await chain.call('POST', one.wire, { by: admin, body: valid(one) })

  async function uploaded(): Promise<string | undefined> {
    const { name, mimeType, buffer } = await photo()
    const body = new FormData()
    body.append('file', new Blob([new Uint8Array(buffer)], { type: mimeType }), name)
    const sent = await chain.call<{ files: { id: string }[] }>('POST', 'upload', { by: admin, body })
    return sent.data.files[0]?.id
  }

  const valueIn = (field: Field): unknown => (field.isPast ? TODAY : validValue(field))

  async function asked(definition: Definition, step: Step): Promise<Record<string, unknown>> {
    const given: Record<string, unknown> = {}
    for (const [name, field] of Object.entries(askedFields(definition, step)))
      given[name] = FITTING[name] ?? (field.kind === 'files' ? [await uploaded()] : valueIn(field))
    return given
  }

  async function take({ id, version }: Made, definition: Definition, name: string, step: Step, by = admin) {
    const body = { version, ...(await asked(definition, step)) }
    return chain.call<Made & Record<string, unknown>>('POST', `${definition.wire}/${id}/${name}`, { by, body })
  }

  const stateOf = async ({ table }: Definition, { field }: Flow, { id }: Made): Promise<string | undefined> =>
    (
      await row(
        chain.db,
        { state: 'string' },
        sql`select ${sql.ref(field)} as state from ${sql.table(table)} where id = ${id}`,
      )
    )?.state

  async function madeByHand({ wire }: Definition, body: object): Promise<Made> {
    const made = await chain.call<Made>('POST', wire, { by: admin, body })
    expect(made.status, JSON.stringify(made.data)).toBe(201)
    return made.data
  }

  /** A record in a state, led there by allowed steps only; put there where none leads to it. */
  async function inState(definition: Definition, flow: Flow, state: string): Promise<Made> {
    const byOther = DONE_BY in definition.fields && { [DONE_BY]: [colleague.id] }
    const body = { ...valid(definition), ...UNTOUCHED, ...byOther }
    let data = await (isMadeByHand(definition) ? madeByHand(definition, body) : madeElsewhere(definition))
    // An event without a gift is not released.
    if (definition.table === 'gift_card_events')
      await sql`insert into gift_card_event_products (event, name, kind, colour, chance, stock) values (${data.id}, 'Túi vải', ${definition.fixedFilter?.kind}, '#E4002B', 50, 10)`.execute(
        chain.db,
      )
    const way = wayTo(definition, flow, state)
    for (const [name, step] of way ?? []) data = (await take(data, definition, name, step)).data
    if (!way)
      await sql`update ${sql.table(definition.table)} set ${sql.ref(flow.field)} = ${state} where id = ${data.id}`.execute(
        chain.db,
      )
    expect(await stateOf(definition, flow, data)).toBe(state)
    return data
  }

  return { asked, take, stateOf, inState }
}
