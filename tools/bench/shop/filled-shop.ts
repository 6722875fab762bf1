import { mkdirSync } from 'node:fs'
import type { ProductDetails } from '@shop/language/product/events'
import { sampleProduct } from '@shop/language/test-support/sample-product'
import { makeSoldShop } from '../../labs/crash/sold-shop.ts'

const oneOf = <Value>(values: readonly Value[], n: number): Value => values[n % values.length]!
const KINDS = [
  'Linen',
  'Denim',
  'Wool',
  'Cotton',
  'Striped',
  'Silk',
  'Washed',
  'Breton',
  'Merino',
  'Corduroy',
  'Oxford',
]
const PIECES = ['Shirt', 'Trousers', 'Coat', 'Jacket', 'Jumper', 'Scarf', 'Skirt']
const COLORS = ['Blue', 'Green', 'Black', 'White']

/** Makes the data folder of a shop. The log has the products' events and `events` further events. */
export async function makeFilledShop(folder: string, { products, events }: { products: number; events: number }) {
  mkdirSync(folder)
  await makeSoldShop(
    folder,
    events,
    Array.from({ length: products }, (_, n) => detailsOf(n)),
  )
}

const detailsOf = (n: number): ProductDetails => ({
  ...sampleProduct,
  name: `${oneOf(KINDS, n)} ${oneOf(PIECES, Math.floor(n / 3))} ${n}`,
  description: `${oneOf(KINDS, n * 7)} that gets softer with each wash, cut for every day. `.repeat(3),
  priceCents: 900 + ((n * 7919) % 20_000),
  sku: `SEL-${n}`,
  category: oneOf(['Top Wear', 'Bottom Wear'], n),
  brand: oneOf(['Ondine', 'Fenn', 'Halden', 'Marlowe'], n >> 1),
  gender: oneOf(['Women', 'Men', 'Unisex'], n),
  sizes: ['S', 'M', 'L'],
  colors: ['Red', oneOf(COLORS, n)],
  images: [{ url: `https://example.com/piece-${n % 50}.png`, altText: 'A piece of clothing' }],
})
