import { sampleProduct } from '@shop/language/test-support/sample-product'
import { expect, test } from 'vitest'
import { createCatalogIndex } from './catalog-index.ts'
import { foundByWords } from './found-by-words.ts'

const clothes = [
  { name: 'Oxford Shirt', colors: ['Blue'], description: 'One chest pocket.' },
  { name: 'Red Dress', colors: ['Red'], description: 'For a summer evening.' },
  { name: 'Wool Poncho', colors: ['Grey'], material: 'Wool', description: 'Warm.' },
]
const index = createCatalogIndex()
for (const [n, details] of clothes.entries())
  index.put({
    product: {
      ...sampleProduct,
      ...details,
      ...{ _id: `p${n}`, listedPosition: String(n), listedAt: '', version: 0, sold: 0, soldLately: [], deleted: false },
    },
    ...{ available: 5, fewest: 5, lines: [], counts: 1 },
  })
const passedOver = (search: string) => foundByWords(index, search).passedOver

test.each([
  ['nice shirt for summer party', ['nice', 'summer', 'party']],
  ['velvet shirts', ['velvet']],
  ['beach dress', ['beach']],
  ['polka dot dress', ['polka dot']],
  ['shrit for a party', ['party']],
  ['nice poncho', ['nice']],
  ['shirt with velvet pocket', ['velvet']],
])('if a search names a thing, a word that no product of that kind has is passed over: %s', (search, words) => {
  expect(passedOver(search)).toEqual(words)
})

test.each(['summer dress', 'warm poncho', 'oxford shirts for men'])(
  'a word is not ignored if a product of the named kind has it: %s',
  (search) => {
    expect(passedOver(search)).toEqual([])
  },
)

test.each([
  ['without a thing', 'nice velvet'],
  ['with a thing that the shop does not have', 'nice skirt'],
  ['of two things', 'shirt dress'],
  ['of a thing in a color in which the shop does not sell it', 'red shirt'],
  ['of an unknown thing', 'red kilt'],
])('no word is passed over in a search %s', (_, search) => {
  expect(passedOver(search)).toEqual([])
})
