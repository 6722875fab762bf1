import { demoCatalog } from '@shop/demo/demo-catalog'
import { products } from '@shop/language/product/document'
import { stock } from '@shop/language/stock/document'
import { sampleProduct } from '@shop/language/test-support/sample-product'
import { openSqliteReadStore } from '@shop/stores/read-store/sqlite/sqlite-read-store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Catalog } from '../catalog.ts'
import { relevance } from '../recommended.ts'
import freshQueries from '../search/fresh-queries.json' with { type: 'json' }
import queries from '../search/queries.json' with { type: 'json' }
import { createInMemoryCatalog } from './in-memory-catalog.ts'

const readStore = openSqliteReadStore(':memory:')
let catalog: Catalog

/** Loads the products of the demo. The id of each product is its SKU. */
beforeAll(async () => {
  const writes = (await demoCatalog()).map(({ price, ...details }, n) => {
    const _id = details.sku ?? ''
    const document = {
      ...sampleProduct,
      ...details,
      _id,
      priceCents: price * 100,
      listedPosition: String(n).padStart(16, '0'),
    }
    return {
      id: _id,
      document: {
        ...document,
        listedAt: '2026-01-01T00:00:00.000Z',
        version: 0,
        sold: 0,
        soldLately: [],
        deleted: false,
      },
    }
  })
  const projections = [products.name, stock.name]
  await readStore.commit({ projections, from: '', to: '1', writes: { [products.name]: writes } })
  catalog = createInMemoryCatalog(readStore)
})
afterAll(() => readStore.close())

type Query = { query: string; first: readonly string[] }

/** Whether the expected products of a query are the first products in the answer, in any order. */
async function isRight({ query, first }: Query) {
  const { listings } = await catalog.list({ search: query }, relevance, first.length)
  return first.every((sku) => listings.some(({ product }) => product._id === sku))
}

async function wrongOf(asked: readonly Query[]) {
  const wrong: string[] = []
  for (const one of asked) if (!(await isRight(one))) wrong.push(one.query)
  return wrong
}

test('at least 95 of the 100 queries show the expected products first', async () => {
  const wrong = await wrongOf(queries)
  expect(queries).toHaveLength(100)
  expect(wrong.length, wrong.join(', ')).toBeLessThanOrEqual(5)
})

/** These queries were written from the demo's pictures and names, after the search was built. The minimum is the last measured result. */
test('at least 32 of 40 further queries show the expected products first', async () => {
  const wrong = await wrongOf(freshQueries)
  expect(freshQueries).toHaveLength(40)
  expect(wrong.length, wrong.join(', ')).toBeLessThanOrEqual(8)
})
