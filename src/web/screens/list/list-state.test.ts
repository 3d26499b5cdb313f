import { expect, test } from 'vitest'
import { choice, date, ref, text } from '../../../shared/fields.ts'
import { resource } from '../../../shared/resource.ts'
import { filterFields, listQuery, readState, unknownIn, writeState } from './list-state.ts'

const TODAY = '2026-11-21'
const shops = resource('shops', {
  label: 'Shops',
  one: 'Shop',
  access: { permission: 'stores' },
  ownership: 'chain',
  fields: {
    name: text('Name'),
    kind: choice('Kind', [
      { value: 'a', label: 'A' },
      { value: 'b', label: 'B' },
    ]),
    manager: ref('Manager', 'users'),
    opened_on: date('Opened'),
    secret: choice('Secret', [{ value: 'x', label: 'X' }], { secret: true }),
  },
  list: { sort: 'name' },
})
const fields = filterFields(shops)
const read = (search: string) => readState(new URLSearchParams(search), fields)

test('choices, people, days and the time of making are offered as filters; secrets are not', () => {
  expect(Object.keys(fields)).toEqual(['kind', 'manager', 'opened_on', 'created_at'])
})

test('a list keeps its whole state in the address and reads it back', () => {
  const address = 'search=ha+noi&kind=a&kind=b&created_at=30d&trashed=1&sort=-name&perpage=25&page=3'
  expect(writeState(read(address)).toString()).toBe(address)
})

test('what is as usual is not in the address', () => {
  expect(writeState(read('page=1&perpage=10')).toString()).toBe('')
})

test('the address of a later page says how many rows a page has, so that it is the same page on every screen', () => {
  expect(writeState(read('page=2')).toString()).toBe('perpage=10&page=2')
  expect(writeState(read('page=2'), 14).toString()).toBe('perpage=10&page=2')
  expect(writeState({ ...read('perpage=10&page=2'), page: 1 }).toString()).toBe('')
})

test('nonsense in an address falls back to the usual', () => {
  expect(read('page=-3&perpage=abc&kind=')).toMatchObject({ page: 1, perpage: 10, filters: {} })
  expect(read('perpage=5000').perpage).toBe(1000)
})

test('only a name that nothing on the screen reads is told as unknown', () => {
  const known = 'lang=ko&as=list&by=department&page=2&view=3&density=compact&created_at[]=2026-01-01'
  expect(unknownIn(new URLSearchParams(`${known}&colour=red&size=1`), fields, ['size'])).toEqual(['colour'])
})

test('the pair of moments that the server takes means a period in an address as well', () => {
  const state = read('created_at%5B%5D=2026-10-01+00%3A00%3A00&created_at%5B%5D=2026-10-31+23%3A59%3A59')
  expect(state.filters).toEqual({ created_at: ['2026-10-01..2026-10-31'] })
})

test('the server is asked for whole days, in the order and with the filter of the view', () => {
  const query = listQuery(shops, read('opened_on=7d&kind=a'), fields, TODAY, {
    path: 'b',
    label: 'B',
    filter: { kind: 'b' },
  })
  expect(query).toMatchObject({
    page: 1,
    perpage: 10,
    sort: 'name',
    kind: 'b',
    'opened_on[]': ['2026-11-15 00:00:00', '2026-11-21 23:59:59'],
  })
})

test('a period that is none asks for nothing', () => {
  expect(listQuery(shops, read('opened_on=whenever'), fields, TODAY)).not.toHaveProperty('opened_on[]')
})
