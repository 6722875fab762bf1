import { TrailBody } from '@shop/language/analysis/trail'
import { trailWords } from '@shop/language/analysis/trail-tables'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { describedTables } from './column-texts.ts'

const textsOf = (table: string, column: string) =>
  describedTables.find(({ name }) => name === table)?.columns.find(({ name }) => name === column)?.texts

test('a column with few values has a list of them, and a record has the fields that are pseudonyms', () => {
  expect(textsOf('events', 'actorRole')).toEqual([
    { field: '', values: ['guest', 'system', 'customer', 'analyst', 'admin'] },
  ])
  expect(textsOf('events', 'kind')?.[0]?.values).toEqual(expect.arrayContaining(['order', 'cart', 'provider-order']))
  expect(textsOf('MailBegun', 'kind')?.[0]?.values).toContain('welcome')
  expect(textsOf('OrderRestored', 'refunds')).toEqual(
    expect.arrayContaining([
      { field: 'refundId' },
      { field: 'state', values: ['requested', 'pending', 'made', 'refused'] },
    ]),
  )
  expect(textsOf('OrderPlaced', 'country')).toBeUndefined()
})

test('the lists of the trail have the words that pages can send', () => {
  const { device, entry, seen } = TrailBody.shape
  const what = (z.toJSONSchema(seen.element).oneOf ?? []).map(
    (one) => (one as { properties: { what: { const: string } } }).properties.what.const,
  )
  expect(trailWords).toEqual({ device: device.options, entry: entry.options, what })
})
