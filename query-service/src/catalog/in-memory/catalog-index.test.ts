import { noPieces } from '@shop/language/stock/lines'
import { sampleProduct } from '@shop/language/test-support/sample-product'
import { expect, test } from 'vitest'
import { createCatalogIndex } from './catalog-index.ts'

const listing = (id: string, name: string, version = 0) => ({
  product: {
    ...sampleProduct,
    _id: id,
    name,
    version,
    listedAt: '2026-01-01T00:00:00.000Z',
    listedPosition: '1',
    sold: 0,
    soldLately: [],
    deleted: false,
  },
  available: 0,
  fewest: 0,
  lines: noPieces,
  counts: 0,
})

test('the words of products are read some at a time, and the rest before they are used', () => {
  const index = createCatalogIndex()
  for (const n of [1, 2, 3, 4, 5]) index.put(listing(`p${n}`, 'Shirt'))
  expect(index.readWords(2)).toBe(true)
  expect(index.readWords(2)).toBe(true)
  expect(index.words.formsOf('shirt').flatMap(({ name }) => name)).toHaveLength(5)
  expect(index.readWords(2)).toBe(false)
})

test('a product whose words were not read yet can be changed and removed', () => {
  const index = createCatalogIndex()
  for (const n of [1, 2, 3]) index.put(listing(`p${n}`, 'Shirt'))
  index.put(listing('p1', 'Skirt', 1))
  index.put(listing('p4', 'Shirt'))
  index.remove('p4')
  const found = (word: string) =>
    index.words.formsOf(word).flatMap(({ name }) => name.map((item) => item.listing.product._id))
  expect(found('shirt')).toEqual(['p2', 'p3'])
  expect(found('skirt')).toEqual(['p1'])
})

test('an order that was asked for before is sorted again after a change', () => {
  const index = createCatalogIndex()
  for (const [id, name] of [
    ['p1', 'Coat'],
    ['p2', 'Shirt'],
  ] as const)
    index.put(listing(id, name))
  const names = () => index.inOrder('name').map((item) => item.listing.product.name)
  expect(names()).toEqual(['Coat', 'Shirt'])
  index.put(listing('p1', 'Trousers', 1))
  expect(names()).toEqual(['Shirt', 'Trousers'])
  index.put(listing('p3', 'Coat'))
  expect(names()).toEqual(['Coat', 'Shirt', 'Trousers'])
  index.remove('p2')
  expect(names()).toEqual(['Coat', 'Trousers'])
})
