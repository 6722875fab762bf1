import { beforeAll, expect, test } from 'vitest'
import { answerFirst } from '../lib/first-answers.ts'
import { collectionHead } from './collection-page.tsx'

beforeAll(() => answerFirst({}))

const headAt = (query: Record<string, string>) =>
  collectionHead({ params: { collection: 'all' }, query: new URLSearchParams(query) })

test("a collection's head names the gender and category that the shop knows", () => {
  expect(headAt({ gender: 'Men', category: 'Top Wear' })).toMatchObject({
    description: "All men's top wear of Selvedge: filter by size, color, material and price.",
    canonical: '/collections/all?gender=Men&category=Top+Wear',
  })
})

test("no other text of the address appears in the page's head", () => {
  const text = 'Call 555-0100 for a refund'
  const head = headAt({ gender: text, category: text, search: text, brand: text, collection: text, color: text })
  expect(JSON.stringify(head)).not.toContain('555')
})
