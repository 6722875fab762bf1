import type { ProductDetails } from '../src/product/events.ts'

/**
 * A product with every field, for tests and benches. A test changes only the fields that it is about. So a new field is added only here.
 */
export const sampleProduct: ProductDetails = {
  name: 'Shirt',
  description: '',
  priceCents: 2500,
  sku: 'S-1',
  category: 'Top Wear',
  brand: 'Ondine',
  material: 'Cotton',
  gender: 'Women',
  collections: 'City',
  sizes: ['S', 'M'],
  colors: ['Red'],
  images: [],
  tones: {},
  lineSkus: [],
}
