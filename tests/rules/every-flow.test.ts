import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { modules } from '../../src/modules/index.ts'
import { row } from '../../src/server/db/db.ts'
import type { Bulk } from '../../src/shared/api.ts'
import type { Field } from '../../src/shared/fields.ts'
import { askedFields, type Flow, isAllowed, type Step, stepsOf } from '../../src/shared/flow.ts'
import type { Definition } from '../../src/shared/resource.ts'
import { ALL_FLAGS, flagsOfRight } from '../../src/shared/users/permissions.ts'
import { startChain } from '../setup/chain.ts'
import { photo } from '../setup/media.ts'
import { validRecords } from '../setup/valid-records.ts'

const chain = await startChain()
const admin = await chain.person()
const { valid, validValue } = validRecords(chain, admin)
const flows = modules.flatMap((one) => (one.flow ? [[one.name, one, one.flow] as const] : []))

// What the records point at.
for (const one of modules.filter(({ internal }) => !internal))
  await chain.call('POST', one.wire, { by: admin, body: valid(one) })

/** What one field alone does not say of what it may hold. */
const FITTING: Record<string, unknown> = { invoice_form: '1', invoice_serial: 'C26MAA', correction_serial: 'C26MAA' }
/** An assignee begins the handling of a complaint, and a cost waits for its approval. */
const UNTOUCHED = { assignee: undefined, cost: undefined }
const TODAY = new Date().toISOString().slice(0, 10)

interface Made {
  id: number
  version: number
}

async function asked(definition: Definition, step: Step): Promise<Record<string, unknown>> {
  const given: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(askedFields(definition, step)))
    given[name] = FITTING[name] ?? (field.kind === 'files' ? [await uploaded()] : valueIn(field))
  return given
}

const valueIn = (field: Field): unknown => (field.isPast ? TODAY : validValue(field))

async function uploaded(): Promise<string | undefined> {
  const { name, mimeType, buffer } = await photo()
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(buffer)], { type: mimeType }), name)
  const sent = await chain.call<{ files: { id: string }[] }>('POST', 'upload', { by: admin, body })
  return sent.data.files[0]?.id
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

const statesOf = (definition: Definition, { field }: Flow): string[] =>
  definition.fields[field]?.of?.map(({ value }) => value) ?? []

/** The shortest way of allowed steps to a state, from the one that a new record has. */
function wayTo(definition: Definition, flow: Flow, state: string): [string, Step][] | undefined {
  let ways: { at: string; steps: [string, Step][] }[] = [
    { at: String(definition.fields[flow.field]?.default), steps: [] },
  ]
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

/** A record in a state, led there by allowed steps only; put there where none leads to it. */
async function inState(definition: Definition, flow: Flow, state: string): Promise<Made> {
  const body = { ...valid(definition), ...UNTOUCHED }
  const made = await chain.call<Made>('POST', definition.wire, { by: admin, body })
  expect(made.status, JSON.stringify(made.data)).toBe(201)
  let { data } = made
  const way = wayTo(definition, flow, state)
  for (const [name, step] of way ?? []) data = (await take(data, definition, name, step)).data
  if (!way)
    await sql`update ${sql.table(definition.table)} set ${sql.ref(flow.field)} = ${state} where id = ${data.id}`.execute(
      chain.db,
    )
  expect(await stateOf(definition, flow, data)).toBe(state)
  return data
}

describe.each(flows)('the flow of %s', (_name, definition, flow) => {
  const states = statesOf(definition, flow)
  const steps = stepsOf(flow)
  const start = String(definition.fields[flow.field]?.default)
  const firstOf = ({ from }: Step): string => (from === 'any' ? start : (from[0] ?? start))

  test('names states of its field, and nobody sets that by saving', () => {
    expect(states).toContain(start)
    expect(definition.fields[flow.field]?.readonly).toBe(true)
    for (const [name, { from, to }] of steps) {
      expect([...states, 'before'], name).toContain(to)
      if (from !== 'any') expect(states, name).toEqual(expect.arrayContaining([...from]))
    }
  })

  for (const state of states)
    for (const [name, step] of steps)
      test(`${state} → ${name} is ${isAllowed(step, state) ? 'allowed' : step.repeats?.includes(state) ? 'taken already' : 'refused'}`, async () => {
        const made = await inState(definition, flow, state)
        const answer = await take(made, definition, name, step)
        if (isAllowed(step, state)) {
          expect(answer.status, answer.text).toBe(200)
          const to = step.to === 'before' ? firstOf(wayTo(definition, flow, state)?.at(-1)?.[1] ?? step) : step.to
          expect(answer.data[flow.field]).toBe(to)
          expect(await stateOf(definition, flow, made)).toBe(to)
        } else if (step.repeats?.includes(state)) {
          expect(answer.status).toBe(200)
          expect(answer.data).toMatchObject({ version: made.version, [flow.field]: state })
        } else {
          expect(answer.status).toBe(409)
          expect(await stateOf(definition, flow, made)).toBe(state)
          if (!step.refusals?.[state]) expect(answer.data).toMatchObject({ state })
        }
      })

  for (const [name, step] of steps) {
    test(`${name} is refused to who lacks a flag that it needs, and done of many at once`, async () => {
      const made = await inState(definition, flow, firstOf(step))
      for (const flag of flagsOfRight(step.needs)) {
        const permissions = { [definition.permission]: { ...ALL_FLAGS, [flag]: false } }
        const answer = await take(made, definition, name, step, await chain.person({ permissions }))
        expect(answer.status).toBe(403)
        expect(await stateOf(definition, flow, made)).toBe(firstOf(step))
      }
      const body = { ...(await asked(definition, step)), rows: [[made.id, made.version]] }
      const bulk = await chain.call<Bulk>('POST', `${definition.wire}/bulk/${name}`, { by: admin, body })
      expect(bulk.data).toMatchObject({ done: 1, refused: 0 })
    })

    for (const field of Object.keys(askedFields(definition, step)))
      test(`${name} without ${field} is refused by name`, async () => {
        const { id, version } = await inState(definition, flow, firstOf(step))
        const answer = await chain.call<{ fields: object }>('POST', `${definition.wire}/${id}/${name}`, {
          by: admin,
          body: { version, ...(await asked(definition, step)), [field]: null },
        })
        expect(answer.status).toBe(422)
        // A module may say in its own words what is missing of a step that may be repeated.
        if (!step.repeats) expect(answer.data).toHaveProperty(['fields', field])
      })
  }
})
