import { expect, test } from 'vitest'
import { ref, text } from '../../../shared/fields.ts'
import { clashes, untouched } from './conflicts.ts'

const fields = { name: text('Name'), phone: text('Phone'), manager: ref('Manager', 'users') }
const before = { name: 'A', phone: '1', manager: { id: 1, name: 'Lan' } }
const now = { name: 'B', phone: '1', manager: { id: 1, name: 'Lan' } }

test('two people changing the same field differently is a clash that someone must settle', () => {
  const found = clashes(fields, before, now, { ...before, name: 'C', phone: '2' })
  expect(found.map(({ name, theirs, mine }) => [name, theirs, mine])).toEqual([['name', 'B', 'C']])
})

test('the same change by both is none', () => {
  expect(clashes(fields, before, now, { ...before, name: 'B' })).toEqual([])
})

test('what nobody else touched stays as I typed it', () => {
  expect(untouched(fields, before, now, { ...before, name: 'C', phone: '2' })).toEqual({ phone: '2' })
})
