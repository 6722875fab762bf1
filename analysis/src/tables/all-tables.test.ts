import { allEvents } from '@shop/language/all-events'
import { describe, expect, test } from 'vitest'
import { allTables, copiedData, eventsTable, tableOf } from './all-tables.ts'
import { shapeOf, textPaths } from './shape.ts'
import { treatments } from './treatments.ts'

const types = allEvents.map(({ type }) => type)

describe.each(types)('%s', (type) => {
  const data = copiedData(type)!

  test('has exactly one treatment for each of its free texts', () => {
    const { kept = '', pseudonym = '' } = treatments[type]
    const classified = `${kept} ${pseudonym}`.trim().split(/ +/)
    expect(classified.filter(Boolean).toSorted()).toEqual([...textPaths(data.shape)].toSorted())
  })

  test('is a table without its personal fields', () => {
    const { schema, personal } = allEvents.find((event) => event.type === type)!
    const { columns, dropped } = tableOf(type)!
    const fields = Object.keys(shapeOf(schema).fields)
    expect(dropped).toEqual(personal?.fields ?? [])
    expect(columns.slice(4).map(({ name }) => name)).toEqual(fields.filter((field) => !dropped.includes(field)))
  })
})

test('ids that give access to something are in no column in plain form', () => {
  const shown = allTables.flatMap(({ name, columns }) =>
    columns.filter(({ treatment }) => treatment === 'kept').map((column) => `${name}.${column.name}`),
  )
  const opening =
    /\.(ownerId|accountId|customerId|guestId|sessionId|emailKey|captureId|providerOrderId|refundId|actor)$/
  expect(shown.filter((name) => opening.test(name))).toEqual([])
})

test('no table has two columns whose names differ only in upper and lower case', () => {
  for (const { name, columns } of allTables) {
    const names = columns.map((column) => column.name.toLowerCase())
    expect(new Set(names).size, name).toBe(names.length)
  }
})

test('a column has the type of its field', () => {
  const typeIn = (table: string, column: string) => tableOf(table)?.columns.find(({ name }) => name === column)?.type
  expect(typeIn('OrderPlaced', 'totalCents')).toBe('BIGINT')
  expect(typeIn('OrderPlaced', 'orderId')).toBe('VARCHAR')
  expect(typeIn('CheckoutPaid', 'held')).toBe('BOOLEAN')
  expect(typeIn('StockReserved', 'lines')).toBe('STRUCT("size" VARCHAR, "color" VARCHAR, "quantity" BIGINT)[]')
  expect(typeIn('ProductListed', 'details')).toContain('"tones" JSON')
  expect(typeIn('SignalReceived', 'amountCents')).toBe('BIGINT')
})

test('there is a table for every event type, and a table for all events', () => {
  expect(allTables.map(({ name }) => name)).toEqual([eventsTable.name, ...types])
})
