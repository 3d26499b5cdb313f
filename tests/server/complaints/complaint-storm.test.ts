import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { complaintFlow } from '../../../src/modules/complaints/flow.ts'
import { row, rows } from '../../../src/server/db/db.ts'
import { jsonOf } from '../../../src/server/db/shape.ts'
import { isAllowed, type Step } from '../../../src/shared/flow.ts'
import { type Person, startChain, type Ticket } from '../../setup/chain.ts'

/** S50 of design/security.md: eight pairs of hands on five complaints, each from what it last saw. */
const TICKETS = 5
const HANDS = 8
const ACTS = 75

const chain = await startChain()
const { db } = chain
const people = await Promise.all(Array.from({ length: HANDS }, () => chain.person()))
const tickets = await Promise.all(Array.from({ length: TICKETS }, () => chain.ticket(people[0] as Person))) // there are eight
const FIELDS = [
  'state',
  'title',
  'purpose',
  'issue',
  'assignee',
  'department',
  'solution',
  'origin',
  'priority',
] as const
const STEPS: [string, Step][] = Object.entries(complaintFlow.steps)
/** What may lead from new to processing beside the steps of the table. */
const BEGINS = ['assign', 'pause', 'update']

test('of edits and steps at one moment none is lost, none is against the table, and each line of history explains one', async () => {
  const first = new Map(await Promise.all(tickets.map(async ({ id }) => [id, await stored(id)] as const)))
  const accepted = new Map<number, { by: number; action: string }[]>(tickets.map(({ id }) => [id, []]))
  const statuses = new Map<number, number>()
  let at = 0
  const hand = async (by: Person) => {
    const seen = new Map<number, Ticket>()
    for (let n = 0; n < ACTS; n++) {
      const turn = at++
      const { id } = tickets[turn % TICKETS] as Ticket // within the list
      // Every third time from what was seen before: somebody else has often been there.
      const known = turn % 3 === 0 ? seen.get(id) : undefined
      const ticket = known ?? (await chain.call<Ticket>('GET', `ticket/${id}`, { by })).data
      const act = actAt(turn)
      const answer = await chain.call<Ticket>(act.method, `ticket/${id}${act.path}`, {
        by,
        // Of what lies in the trash no version is told.
        body: { version: ticket.version ?? 1, ...act.body },
      })
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      if (answer.status === 200) accepted.get(id)?.push({ by: by.id, action: act.action })
      seen.set(id, answer.status === 200 ? answer.data : ticket)
    }
  }
  await Promise.all(people.map(hand))
  // What lies in the trash is not there for those who would change it.
  expect([...statuses.keys()].toSorted()).toEqual([200, 404, 409])
  for (const status of [200, 409]) expect(statuses.get(status), String(status)).toBeGreaterThan(50)

  for (const { id } of tickets) {
    const [made, ...lines] = await rows(
      db,
      {
        action: 'string',
        actor: 'number',
        changes: jsonOf<Record<string, [unknown, unknown]>>(),
      },
      sql`select action, actor, changes from activity where module = 'complaints' and record_id = ${id} order by id`,
    )
    expect(made?.action).toBe('create')
    const now = await stored(id)
    expect(now.version).toBe(1 + lines.length)
    const told = ({ by, action }: { by: number; action: string }) => `${by} ${action}`
    expect(lines.map(({ actor, action }) => told({ by: actor, action })).toSorted()).toEqual(
      accepted.get(id)?.map(told).toSorted(),
    )
    const standing: Record<string, unknown> = { ...first.get(id) }
    for (const { action, changes } of lines) {
      if (changes.state) expect(isInTable(action, changes.state), `${action}: ${changes.state}`).toBe(true)
      for (const field of FIELDS) {
        if (!changes[field]) continue
        expect(changes[field][0], `${action} of ${field}`).toEqual(standing[field])
        standing[field] = changes[field][1]
      }
    }
    expect(standing).toEqual({ ...now, version: 1 })
  }
})

function actAt(turn: number): { action: string; method: string; path: string; body: Record<string, unknown> } {
  const words = `${turn}`
  const answers: Record<string, string> = { solution: 'apology', origin: words, comment: words, reason: words }
  const askedBy = ({ asks = [] }: Step) => Object.fromEntries(asks.map((name) => [name, answers[name]]))
  const [, department] = chain.departments
  const others: [string, string, string, Record<string, unknown>][] = [
    ['update', 'PUT', '', { title: words }],
    ['update', 'PUT', '', { purpose: words, issue: words }],
    ['update', 'PUT', '', { priority: ['high', 'normal', 'low'][turn % 3] }],
    ['assign', 'POST', '/assign', { department, assignee: people[turn % HANDS]?.id }],
  ]
  const steps = STEPS.map(([name, step]): (typeof others)[0] => [name, 'POST', `/${name}`, askedBy(step)])
  const all = [...others, ...steps, ...others]
  // Shifted with every round, so that each hand comes by all of them.
  const [action, method, path, body] = all[(turn * 7 + Math.floor(turn / TICKETS)) % all.length] as (typeof others)[0] // within the list
  return { action, method, path, body }
}

function isInTable(action: string, [before, after]: [unknown, unknown]): boolean {
  const step = complaintFlow.steps[action as keyof typeof complaintFlow.steps] as Step | undefined // none for other acts
  if (!step) return BEGINS.includes(action) && before === 'new' && after === 'processing'
  return isAllowed(step, String(before)) && (step.to === 'before' ? after !== 'deleted' : after === step.to)
}

const stored = async (id: number): Promise<Record<string, unknown>> => {
  const found = await row(
    db,
    { record: jsonOf<Record<string, unknown>>() },
    sql`select to_jsonb(c) as record from complaints c where id = ${id}`,
  )
  return Object.fromEntries([...FIELDS, 'version'].map((name) => [name, found?.record[name]]))
}
