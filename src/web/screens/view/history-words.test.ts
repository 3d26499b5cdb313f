import { beforeAll, expect, test } from 'vitest'
import type { ActivityLine } from '../../../shared/api.ts'
import { choice, count, flag, longText, money, ref, text } from '../../../shared/fields.ts'
import { speak } from '../../../shared/language.ts'
import { resource } from '../../../shared/resource.ts'
import { mentionedIn, sentencesOf } from './history-words.ts'

const tickets = resource('tickets', {
  label: 'Tickets',
  one: 'Ticket',
  access: { permission: 'complaints' },
  ownership: 'chain',
  fields: {
    title: text('Title'),
    status: choice('Status', [
      { value: 'new', label: 'New' },
      { value: 'processing', label: 'Processing' },
    ]),
    assignee: ref('Assignee', 'users'),
    cost: money('Cost'),
    year: count('Year', { ungrouped: true }),
    note: longText('Note'),
    urgent: flag('Urgent'),
  },
})
const zone = 'Asia/Ho_Chi_Minh'
const line = (action: string, changes: ActivityLine['changes'] = {}): ActivityLine => ({
  id: 1,
  at: '2026-11-21T01:00:00Z',
  done_at: null,
  actor: { id: 7, name: 'Nguyễn Lan' },
  action,
  resource: 'tickets',
  record_id: 3,
  record_title: 'T',
  changes,
  address: null,
})
const told = (found: ActivityLine) =>
  sentencesOf(tickets, found, { zone, nameOf: (_, id) => (id === 9 ? 'Vũ Hải' : undefined) })

beforeAll(() => speak({ en: {} }, 'en'))

test('a change is told from what it was to what it is', () => {
  expect(told(line('update', { status: ['new', 'processing'] }))).toEqual([
    'Nguyễn Lan changed Status from New to Processing',
  ])
})

test('a value given or taken away reads as such', () => {
  expect(told(line('update', { cost: [null, 1250000] }))).toEqual(['Nguyễn Lan set Cost to 1,250,000'])
  expect(told(line('update', { assignee: [9, null] }))).toEqual(['Nguyễn Lan cleared Assignee (was Vũ Hải)'])
})

test('a number that is no quantity, such as a year, has no marks between thousands', () => {
  expect(told(line('update', { year: [2026, 2027] }))).toEqual(['Nguyễn Lan changed Year from 2026 to 2027'])
})

test('long texts are told by name only', () => {
  expect(told(line('update', { note: ['a', 'b'] }))).toEqual(['Nguyễn Lan changed Note'])
})

test('making, deleting and restoring are sentences of their own', () => {
  expect(told(line('create'))).toEqual(['Nguyễn Lan created this'])
  expect(told(line('destroy', { deleted_at: [null, '2026-11-21T01:00:00Z'] }))).toEqual(['Nguyễn Lan deleted this'])
  expect(told({ ...line('restore'), actor: null })).toEqual(['The system restored this'])
})

test('a reason given with a step is told', () => {
  expect(told(line('reopen', { reason: [null, 'Not solved'] }))).toEqual(['Nguyễn Lan: Reopen', 'Reason: Not solved'])
})

test('whoever a history points at is looked up once', () => {
  expect(mentionedIn(tickets, [line('update', { assignee: [9, 4] }), line('update', { assignee: [4, null] })])).toEqual(
    { users: [4, 9] },
  )
})
