import { describe, expect, test } from 'vitest'
import type { KindName } from './kinds.ts'
import { type About, type Happening, recipientsOf } from './recipients.ts'

const [DOER, HANDLER, AUTHOR, STORE, DEPARTMENT, ASKER, APPROVER, HEAD, MEMBER, SOLVER] = [
  1, 2, 3, 4, 5, 6, 7, 8, 10, 11,
]
const ABOUT: About = {
  assignee: HANDLER,
  created_by: AUTHOR,
  solved_by: null,
  store_managers: [STORE],
  department_manager: DEPARTMENT,
  copied: [],
  members: [],
  cost_asked_by: ASKER,
  cost_approvers: [],
}

const happening = (action: string, changes: Happening['changes'] = {}): Happening => ({ actor: DOER, action, changes })
const notifiedOf = (one: Happening, about: Partial<About> = ABOUT, unwanted: readonly KindName[] = []) =>
  Object.fromEntries(
    recipientsOf(one, { ...ABOUT, ...about }, ({ kind }) => !unwanted.includes(kind)).map(({ user, kind }) => [
      user,
      kind,
    ]),
  )
const comment = (changes: Record<string, unknown>) =>
  happening('comment', Object.fromEntries(Object.entries(changes).map(([name, after]) => [name, [null, after]])))

describe('Who is told of a complaint', () => {
  test.each<[string, Happening, Record<number, KindName>]>([
    ['a new one', happening('create'), { [STORE]: 'new', [DEPARTMENT]: 'new' }],
    [
      'a new one that has its handler already',
      happening('create', { assignee: [null, HANDLER] }),
      { [HANDLER]: 'assigned', [STORE]: 'new', [DEPARTMENT]: 'new' },
    ],
    ['its handler', happening('assign', { assignee: [null, HANDLER] }), { [HANDLER]: 'assigned' }],
    ['its department', happening('assign', { department: [null, 9] }), { [DEPARTMENT]: 'assigned to department' }],
    ['a comment', comment({ kind: 'internal' }), { [HANDLER]: 'comment', [AUTHOR]: 'comment' }],
    [
      'a word of the customer',
      comment({ kind: 'customer' }),
      { [HANDLER]: 'customer comment', [AUTHOR]: 'customer comment', [STORE]: 'customer comment' },
    ],
    ['its completion', happening('complete'), { [STORE]: 'completed', [AUTHOR]: 'completed' }],
    ['its merge', happening('merge'), { [HANDLER]: 'merged', [AUTHOR]: 'merged' }],
    ['its reopening', happening('reopen'), { [HANDLER]: 'reopened', [STORE]: 'reopened' }],
    ['the approval of its cost', happening('approve cost'), { [ASKER]: 'cost approved', [HANDLER]: 'cost approved' }],
    ['the rejection of its cost', happening('reject cost'), { [ASKER]: 'cost rejected', [HANDLER]: 'cost rejected' }],
    ['its rating', happening('rate'), { [HANDLER]: 'rated', [STORE]: 'rated' }],
    ['its lateness', happening('overdue', { due_at: [null, '2026-11-20'] }), { [HANDLER]: 'overdue' }],
    ['that its first handling is late', happening('overdue', { handle_due_at: [null, '2026-11-20'] }), {}],
    ['that time runs out', happening('remind', { told: [null, [HANDLER]] }), { [HANDLER]: 'reminder' }],
    [
      'that nobody acts',
      happening('escalate', { told: [null, [STORE, DEPARTMENT]] }),
      { [STORE]: 'escalated', [DEPARTMENT]: 'escalated' },
    ],
    ['any other change', happening('update', { title: ['a', 'b'] }), {}],
  ])('%s', (_, one, expected) => {
    expect(notifiedOf(one)).toEqual(expected)
  })

  test('those who may decide are told of a cost that waits, when it is recorded or changed', () => {
    const waiting = { cost_approvers: [APPROVER] }
    const recorded = happening('update', { cost: [null, 5_000_000] })
    expect(notifiedOf(recorded, waiting)).toEqual({ [APPROVER]: 'cost waiting' })
    expect(notifiedOf(happening('create'), { ...waiting, cost_asked_by: DOER })[APPROVER]).toBe('cost waiting')
    expect(notifiedOf(happening('create'), waiting)[APPROVER]).toBeUndefined()
    expect(notifiedOf(happening('update', { title: ['a', 'b'] }), waiting)).toEqual({})
  })

  test('whoever does something is not told of it', () => {
    expect(notifiedOf(happening('complete'), { store_managers: [DOER] })).toEqual({ [AUTHOR]: 'completed' })
  })

  test('who solved one that nobody has hears when the customer writes or rates, and when it is opened again', () => {
    const solved = { assignee: null, solved_by: SOLVER }
    expect(notifiedOf(comment({ kind: 'customer' }), solved)[SOLVER]).toBe('customer comment')
    expect(notifiedOf(happening('rate'), solved)[SOLVER]).toBe('rated')
    expect(notifiedOf(happening('reopen'), solved)[SOLVER]).toBe('reopened')
    expect(notifiedOf(comment({ kind: 'internal' }), solved)[SOLVER]).toBeUndefined()
  })

  test('one person is told once, of what concerns them most', () => {
    expect(notifiedOf(comment({ kind: 'internal', mentions: [HANDLER] }))).toEqual({
      [HANDLER]: 'mention',
      [AUTHOR]: 'comment',
    })
  })

  test('a kind that is not wanted gives way to the next that fits, or to silence', () => {
    const mentioned = comment({ kind: 'internal', mentions: [HANDLER, STORE] })
    expect(notifiedOf(mentioned, ABOUT, ['mention'])).toEqual({ [HANDLER]: 'comment', [AUTHOR]: 'comment' })
    expect(notifiedOf(mentioned, ABOUT, ['mention', 'comment'])).toEqual({})
  })
})

test('A department that gets a copy hears once: who leads it, and who of it chose to', () => {
  const about: Partial<About> = {
    copied: [
      { id: 21, manager: 30 },
      { id: 22, manager: HEAD },
    ],
    members: [
      { user: MEMBER, department: 22 },
      { user: 31, department: 21 },
      { user: 32, department: 9 },
    ],
  }
  const copied = { cc_departments: [[21], [21, 22]] as [unknown, unknown] }
  expect(notifiedOf(happening('assign', copied), about)).toEqual({
    [HEAD]: 'copied to department',
    [MEMBER]: 'in department',
  })
  expect(notifiedOf(happening('update', { department: [null, 9] }), about)).toEqual({
    [DEPARTMENT]: 'assigned to department',
    32: 'in department',
  })
  expect(notifiedOf(happening('create', { department: [null, 9], cc_departments: [null, [21, 22]] }), about)).toEqual({
    ...{ [STORE]: 'new', [DEPARTMENT]: 'new', 30: 'copied to department', [HEAD]: 'copied to department' },
    ...{ [MEMBER]: 'in department', 31: 'in department', 32: 'in department' },
  })
})
