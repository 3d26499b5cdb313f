import { describe, expect, test } from 'vitest'
import { FLAGS, IDENTIFIERS, type Permissions } from '../../shared/users/permissions.ts'
import {
  amountOf,
  type Cell,
  cellsOf,
  differences,
  grant,
  grantGroups,
  isBlind,
  isHeldBy,
  mergeGrants,
  opensSomething,
  SPECIAL_MEANINGS,
} from './grants.ts'

const everything = () => true

describe('the matrix of a role', () => {
  test('names every permission once, and only those that open something', () => {
    const named = grantGroups().flatMap((group) => group.rows.map((row) => row.identifier))
    expect(new Set(named).size).toBe(named.length)
    expect(named).toContain('complaints')
    expect(IDENTIFIERS).toEqual(expect.arrayContaining(named))
  })

  test('says what the special right opens wherever it opens something, and nowhere else', () => {
    const opening = grantGroups()
      .flatMap((group) => group.rows.map((row) => row.identifier))
      .filter((identifier) => opensSomething([identifier, 'other']))
    expect(Object.keys(SPECIAL_MEANINGS).toSorted()).toEqual(opening.toSorted())
  })

  test('ticking a right also ticks reading, taking it away leaves reading', () => {
    const ticked = grant({}, [['stores', 'edit']], true, everything)
    expect(ticked.stores).toEqual({ edit: true, read: true })
    expect(grant(ticked, [['stores', 'edit']], false, everything).stores).toEqual({ edit: false, read: true })
  })

  test('neither gives nor takes what the editor does not hold', () => {
    const isHeld = isHeldBy({
      stores: { add: true, edit: false, delete: false, read: true, report: false, other: false },
    })
    const before: Permissions = { stores: { edit: true } }
    const cells = cellsOf([{ identifier: 'stores', label: 'Stores', opens: [] }])
    expect(grant({}, cells, true, isHeld)).toEqual({ stores: { add: true, read: true } })
    expect(grant(before, cells, false, isHeld).stores?.edit).toBe(true)
  })

  test('a toggle of several says all, some or none', () => {
    const cells: Cell[] = FLAGS.map((flag) => ['users', flag])
    expect(amountOf({}, cells)).toBe('none')
    expect(amountOf({ users: { read: true } }, cells)).toBe('some')
    expect(amountOf(grant({}, cells, true, everything), cells)).toBe('all')
  })

  test('rights without reading are told as opening nothing', () => {
    expect(isBlind({ users: { edit: true } }, 'users')).toBe(true)
    expect(isBlind({ users: { edit: true, read: true } }, 'users')).toBe(false)
    expect(isBlind({}, 'users')).toBe(false)
  })

  test('two roles differ where exactly one of them may', () => {
    const cells: Cell[] = [
      ['users', 'read'],
      ['users', 'edit'],
    ]
    expect(differences({ users: { read: true } }, { users: { read: true, edit: true } }, cells)).toEqual([
      ['users', 'edit'],
    ])
  })

  test('of two who edit one role, each keeps what they ticked', () => {
    const start: Permissions = { stores: { read: true }, users: { read: true } }
    const mine: Permissions = { stores: { read: true, edit: true }, users: { read: false } }
    const theirs: Permissions = { stores: { read: true }, users: { read: true, add: true } }
    expect(mergeGrants(start, mine, theirs)).toEqual({
      stores: { read: true, edit: true },
      users: { read: false, add: true },
    })
  })
})
