import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { eventNamesOf } from '../../src/modules/webhooks/events.ts'
import { row } from '../../src/server/db/db.ts'
import { jsonOf } from '../../src/server/db/shape.ts'
import type { Bulk } from '../../src/shared/api.ts'
import { askedFields, isAllowed, type Step, stepsOf } from '../../src/shared/flow.ts'
import type { Definition } from '../../src/shared/resource.ts'
import { ALL_FLAGS, flagsOfRight } from '../../src/shared/users/permissions.ts'
import { startChain } from '../setup/chain.ts'
import { flowRecords, flows, startOf, statesOf, wayTo } from '../setup/records/flow-records.ts'

const chain = await startChain()
const admin = await chain.person()
const { asked, take, stateOf, inState } = await flowRecords(chain, admin)

/** What other systems hear of what was done to a record last. */
async function toldOf(definition: Definition, id: number): Promise<string[]> {
  const last = await row(
    chain.db,
    { action: 'string', changes: jsonOf<Record<string, unknown>>() },
    sql`select action, changes from activity where module = ${definition.name} and record_id = ${id} order by id desc limit 1`,
  )
  return last ? eventNamesOf(definition, last, undefined) : []
}

describe.each(flows)('the flow of %s', (_name, definition, flow) => {
  const states = statesOf(definition, flow)
  const steps = stepsOf(flow)
  const start = startOf(definition, flow)
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
          if (!definition.internal) expect(await toldOf(definition, made.id), 'heard of by its name').not.toEqual([])
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

    const needed = Object.entries(askedFields(definition, step)).filter(([, { required }]) => required)
    for (const [field] of needed)
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
