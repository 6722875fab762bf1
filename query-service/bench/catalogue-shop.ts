import { START } from '@shop/language/events/event'
import { SHARED } from '@shop/language/events/stock-events'
import { oneOf as oneAtRandom, randomFrom } from '@shop/language/random-from'
import type { Document } from '@shop/language/read-models/collection'
import { type ProductDocument, products } from '@shop/language/read-models/products'
import type { StockDocument } from '@shop/language/read-models/stock'
import { sampleProduct } from '@shop/language/test-support/sample-product'
import type { ReadStore, Step } from '@shop/stores/read-store/read-store'

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

const stockOf = ({ _id }: ProductDocument): StockDocument => ({
  _id,
  lines: [{ ...SHARED, onHand: 5, reserved: 0 }],
  counts: 1,
})

/** A read store that costs what parsing its documents costs, and tells of a change when asked to. */
export function createShelf(all: readonly ProductDocument[]) {
  const stored = all.map((one) => JSON.stringify(one))
  const counted = all.map((one) => JSON.stringify(stockOf(one)))
  let tell: (steps: readonly Step[]) => void = () => {}

  const readStore = {
    async find({ name }, { after, limit = Number.POSITIVE_INFINITY } = {}) {
      const from = Number(after ?? 0)
      const page = (name === products.name ? stored : counted).slice(from, from + limit)
      const next = page.length < limit ? undefined : String(from + limit)
      return { documents: page.map((text) => JSON.parse(text) as never), ...(next && { next }) }
    },
    checkpoint: async () => ({ position: '1' }),
    onCommit(listener) {
      tell = listener
      return () => {}
    },
  } satisfies Pick<ReadStore, 'find' | 'checkpoint' | 'onCommit'>

  return {
    readStore: readStore as Partial<ReadStore> as ReadStore,
    /** Nobody keeps anything of it any more. */
    forget() {
      tell = () => {}
    },
    parse: (): readonly Document[] => [...stored, ...counted].map((text) => JSON.parse(text) as Document),
    changed: (product: ProductDocument) =>
      tell([
        { projection: products.name, from: `${START}1`, to: '2', writes: [{ id: product._id, document: product }] },
      ]),
  }
}
