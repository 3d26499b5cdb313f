import { expect, test } from 'vitest'
import { choice, computed, files, flag, ref, refs, text } from '../../shared/fields.ts'
import { changedNames, givenAll, givenOf, isSame } from './values.ts'

const lan = { id: 7, name: 'Nguyễn Lan' }
const photo = {
  id: 'abcdefghijklmnop',
  name: 'a.png',
  type: 'image/png',
  bytes: 9,
  width: 1,
  height: 1,
  has_thumbnail: true,
}

test('a form shows people and files by name and sends their ids', () => {
  expect(givenOf(ref('Manager', 'users'), lan)).toBe(7)
  expect(givenOf(ref('Manager', 'users'), 7)).toBe(7)
  expect(givenOf(refs('Tags', 'tags'), [lan, 9])).toEqual([7, 9])
  expect(givenOf(files('Pictures'), [photo])).toEqual([photo.id])
})

test('an emptied input is sent as nothing', () => {
  expect(givenOf(text('Name'), '')).toBeNull()
  expect(givenOf(ref('Manager', 'users'), null)).toBeNull()
})

test('a form sends only what a request may set', () => {
  const fields = {
    name: text('Name'),
    state: choice('State', [{ value: 'new', label: 'New' }], { readonly: true }),
    n: computed('N', 'count', '1'),
  }
  expect(givenAll(fields, { name: 'A', state: 'new', n: 3, stray: 1 })).toEqual({ name: 'A' })
})

test('a value that says the same is no change, however it is written', () => {
  expect(isSame(ref('Manager', 'users'), lan, 7)).toBe(true)
  expect(isSame(text('Name'), '', null)).toBe(true)
  expect(isSame(refs('Tags', 'tags'), [], null)).toBe(true)
  expect(isSame(flag('Active'), false, null)).toBe(true)
  expect(isSame(flag('Active'), true, false)).toBe(false)
})

test('only changed fields count as changed', () => {
  const fields = { name: text('Name'), manager: ref('Manager', 'users') }
  expect(changedNames(fields, { name: 'A', manager: lan }, { name: 'B', manager: { id: 7, name: 'Lan' } })).toEqual([
    'name',
  ])
})
