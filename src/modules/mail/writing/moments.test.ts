import { expect, test } from 'vitest'
import { laterMoments } from './moments.ts'

const HANOI = 'Asia/Ho_Chi_Minh'
const from = (at: string) =>
  laterMoments(new Date(at), HANOI).map(({ label, moment }) => `${label} ${moment.toISOString()}`)

test('the usual moments are those of the chain’s clock, also where the day differs from that of UTC', () => {
  // Wednesday, 01:00 in Hà Nội.
  expect(from('2026-11-24T18:00:00Z')).toEqual([
    'Today at 13:30 2026-11-25T06:30:00.000Z',
    'Today at 17:00 2026-11-25T10:00:00.000Z',
    'Tomorrow at 8:00 2026-11-26T01:00:00.000Z',
    'Monday at 8:00 2026-11-30T01:00:00.000Z',
  ])
})

test('what has passed is not offered, and on a Sunday Monday is the one after', () => {
  expect(from('2026-11-29T11:00:00Z')).toEqual([
    'Tomorrow at 8:00 2026-11-30T01:00:00.000Z',
    'Monday at 8:00 2026-12-07T01:00:00.000Z',
  ])
})
