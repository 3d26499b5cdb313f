import { expect, test } from 'vitest'
import { type Filling, fillReply, unknownVariables, VARIABLES } from './variables.ts'

const filling = {
  ...(Object.fromEntries(VARIABLES.map(({ name }) => [name, ''])) as Filling), // every name, empty
  customer_name: 'Trần Thu Hà',
  issue_number: '2611-000123',
}

test('a reply is filled in with what is known; the rest stands there for the writer to see', () => {
  expect(fillReply('Chào {customer_name} ({ issue_number }), hạn {deadline}.', filling)).toBe(
    'Chào Trần Thu Hà (2611-000123), hạn {deadline}.',
  )
})

test('names that are no variable are found, each once', () => {
  expect(unknownVariables('{tên_khách} {customer_name} {store} {tên_khách} {Store}')).toEqual(['tên_khách', 'Store'])
})

test('what a customer is called is never read as a gap itself', () => {
  expect(fillReply('{customer_name}', { ...filling, customer_name: '{my_name} $& $1' })).toBe('{my_name} $& $1')
})
