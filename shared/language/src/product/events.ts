import * as z from 'zod'
import { defineEvent, type EventOf } from '../events/event.ts'

const image = z.object({
  url: z.string(),
  altText: z.string(),
  color: z.string().optional(),
  view: z.string().optional(),
})

export const ProductDetails = z.object({
  name: z.string(),
  description: z.string(),
  priceCents: z.int().nonnegative(),
  sku: z.string(),
  category: z.string(),
  brand: z.string(),
  material: z.string(),
  gender: z.string(),
  collections: z.string(),
  sizes: z.array(z.string()),
  colors: z.array(z.string()),
  images: z.array(image),
  tones: z.record(z.string(), z.array(z.string())),
  /** The SKUs of the product's stock lines (decisions S1b: lines of stock; decisions P7: SKUs). */
  lineSkus: z.array(z.object({ size: z.string(), color: z.string(), sku: z.string() })),
})
export type ProductDetails = z.output<typeof ProductDetails>

export const ProductListed = defineEvent('ProductListed', {
  says: 'A product was listed for sale.',
  schema: z.object({ productId: z.string(), details: ProductDetails }),
  upcasters: [({ productId, details }) => ({ productId, details: { ...details, lineSkus: [] } })],
})
export const ProductEdited = defineEvent('ProductEdited', {
  says: 'A product was edited. `changes` has only the fields that differ.',
  schema: z.object({ productId: z.string(), changes: ProductDetails.partial() }),
  upcasters: [(data) => data],
})
export const ProductDeleted = defineEvent('ProductDeleted', {
  says: 'A product was deleted from the shop.',
  schema: z.object({ productId: z.string() }),
})
export const ProductRestored = defineEvent('ProductRestored', {
  says: 'The deletion of a product was undone. The product is as it was before.',
  schema: z.object({ productId: z.string() }),
})

export const productEvents = [ProductListed, ProductEdited, ProductDeleted, ProductRestored] as const
export type ProductEvent = EventOf<(typeof productEvents)[number]>

export const productStream = (productId: string) => `product-${productId}`
