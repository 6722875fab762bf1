import type { ProductDetails } from '../src/product/events.ts'

/** A product with every field. Tests change only the fields that they are about. */
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
