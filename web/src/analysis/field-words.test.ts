import { readFileSync } from 'node:fs'
import { isCents } from '@shop/language/analysis/money-column'
import { expect, test } from 'vitest'
import { fieldWords } from './field-words.ts'
import { asOfFunctions } from './questions/as-of-functions.ts'

type Entry = Readonly<{ type: string; fields: readonly Readonly<{ name: string; type: string }>[] }>
const catalog: readonly Entry[] = JSON.parse(
  readFileSync(new URL('../../../query-service/src/event-catalog.json', import.meta.url), 'utf8'),
)

test('the catalog says of each amount of money and each quantity what it is for', () => {
  const unsaid = catalog.flatMap(({ type, fields }) =>
    fields.flatMap((field) => {
      const names = [field.name, ...[...field.type.matchAll(/"(\w+)"/g)].map(([, name]) => name!)]
      const known = names.filter((name) => isCents(name) || name === 'quantity')
      const said = fieldWords(type, field)
      const isSaid = (name: string) => name === field.name || said.some((words) => words.startsWith(`${name}: `))
      return said.length > 0 ? known.filter((name) => !isSaid(name)) : known
    }),
  )
  expect(unsaid).toEqual([])
  for (const [table, columns] of Object.entries(asOfFunctions))
    for (const name of columns.filter((one) => isCents(one) || one === 'quantity'))
      expect(fieldWords(table, { name, type: 'BIGINT' })).toHaveLength(1)
})

/** `textWords` has the words for these fields. */
const ofTexts = new Set(['state', 'chosenReason', 'refundId', 'providerRefundId', 'processes', 'log'])

test('the catalog says of each field inside a record what it holds', () => {
  const unsaid = catalog.flatMap(({ type, fields }) =>
    fields.flatMap((field) => {
      const said = fieldWords(type, field)
      const names = [...field.type.matchAll(/"(\w+)" (?!STRUCT)/g)].map(([, name]) => name!)
      const left = names.filter((name) => !ofTexts.has(name) && !said.some((one) => one.startsWith(`${name}: `)))
      return left.map((name) => `${type}.${field.name}.${name}`)
    }),
  )
  expect(unsaid).toEqual([])
})

test('a line has the price of one piece, and what is paid for all its pieces', () => {
  const items = { name: 'items', type: 'STRUCT("priceCents" BIGINT, "quantity" BIGINT, "paidCents" BIGINT)[]' }
  expect(fieldWords('OrderPlaced', items)).toEqual([
    'priceCents: cents for one piece, before a discount',
    'quantity: pieces',
    'paidCents: cents for all pieces of the line, after its share of the discount',
  ])
  expect(fieldWords('DiscountGiven', { name: 'amountCents', type: 'BIGINT' })).toEqual([
    'cents of the discount of the whole checkout',
  ])
  expect(fieldWords('OrderPlaced', { name: 'orderId', type: 'VARCHAR' })).toEqual([])
})
