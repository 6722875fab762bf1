import { expect, test } from 'vitest'
import { statuses } from '../admin/orders/statuses.ts'
import { trailTables } from './questions/trail-tables.ts'
import { textWords } from './text-words.ts'

test('a column with few values has all of them, and the table of events says where the role is', () => {
  const texts = [{ field: '', values: ['guest', 'admin'] }]
  expect(textWords('events', { name: 'actorRole', texts })).toEqual(["one of 'guest', 'admin'"])
  expect(textWords('events', { name: 'actor' })[0]).toContain('the role is in actorRole')
  expect(textWords('orders_as_of', { name: 'status' })[0]).toContain(statuses[0])
})

test('the texts inside a record have their names', () => {
  const texts = [{ field: 'refundId' }, { field: 'state', values: ['made'] }]
  expect(textWords('OrderRestored', { name: 'refunds', texts })).toEqual([
    'refundId: a pseudonym',
    "state: one of 'made'",
  ])
})

test('the columns of the trail have plain words', () => {
  const device = trailTables[0]?.columns.find(({ name }) => name === 'device')
  expect(device && textWords('trail', device)).toEqual(["one of 'phone', 'tablet', 'desk'"])
})
