import { oneOf as oneAtRandom, randomFrom } from '@shop/language/random-from'
import type { ProductDocument } from '@shop/language/read-models/products'
import { sampleProduct } from '@shop/language/test-support/sample-product'

/** The same numbers in every run. */
export const random = randomFrom(42)
export const oneOf = <Value>(values: readonly Value[]) => oneAtRandom(random, values)
const someOf = <Value>(values: readonly Value[]) => values.filter(() => random() < 0.5)

export const genders = ['Men', 'Women', 'Unisex']
export const categories = ['Top Wear', 'Bottom Wear', 'Outerwear']
export const colors = ['Red', 'Blue', 'Green', 'Black', 'White']
export const sizes = ['XS', 'S', 'M', 'L', 'XL']
export const vocabulary = Array.from(
  { length: 5000 },
  (_, n) => `${oneOf(['sh', 'tw', 'lin', 'cor', 'wo'])}${n.toString(36)}`,
)

export const productOf = (n: number): ProductDocument => ({
  ...sampleProduct,
  _id: `p${n}`,
  name: `${oneOf(vocabulary)} ${oneOf(vocabulary)}`,
  description: Array.from({ length: 20 }, () => oneOf(vocabulary)).join(' '),
  priceCents: 900 + Math.floor(random() * 20_000),
  sku: `SEL-${n}`,
  category: oneOf(categories),
  brand: oneOf(['Ondine', 'Fenn', 'Halden', 'Marlowe']),
  material: oneOf(['Cotton', 'Polyester', 'Denim', 'Leather']),
  gender: oneOf(genders),
  collections: oneOf(['Weekend', 'City', 'Coast']),
  sizes: someOf(sizes),
  colors: someOf(colors),
  images: [{ url: `/pictures/shirt-${n % 50}-1200.webp`, altText: 'A shirt' }],
  listedAt: '2026-01-01T00:00:00.000Z',
  listedPosition: String(n).padStart(16, '0'),
  version: 0,
  sold: Math.floor(random() ** 4 * 1000),
  soldLately: [],
  deleted: false,
})
