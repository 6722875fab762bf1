import * as z from 'zod'
import { MAX_TEXT } from '../limits.ts'
import { StockLine } from '../stock/answers.ts'
import { count, dollars, id, listOf, moment, picture, word } from '../values/answer-values.ts'
import { perFacet } from './facets.ts'
import { Image } from './picture.ts'
import { productWordNames } from './words.ts'

const counts = z.record(z.string(), count).readonly()
const words = Object.fromEntries(productWordNames.map((name) => [name, word])) as Record<
  (typeof productWordNames)[number],
  typeof word
>

/** One product (spec §3). The fields for collections, sizes and colors have two names each (decisions P2). */
export const Product = z.object({
  _id: id,
  name: z.string().max(MAX_TEXT.productName),
  description: z.string().max(MAX_TEXT.description),
  price: dollars,
  sku: word.exactOptional(),
  countInStock: count.describe('Pieces on hand minus reserved pieces, over all sizes and colors'),
  stock: listOf(StockLine).exactOptional().describe('The stock by size and color; absent in public lists of products'),
  soldOutSizes: listOf(word).describe('The sizes that are sold out in every color'),
  ...words,
  collection: word,
  sizes: listOf(word),
  size: listOf(word),
  colors: listOf(word),
  color: listOf(word),
  images: listOf(Image),
  tones: z
    .record(z.string(), listOf(z.string()))
    .readonly()
    .describe("For each color, the cloth's tones as hex codes (`#rrggbb`)"),
  createdAt: moment,
})

/** Answer of GET /api/products/best-seller. */
export const BestSeller = Product.extend({
  hasSold: z
    .boolean()
    .describe(
      'Whether this product was ever sold. If no product was ever sold, the newest product in stock is shown, or the newest of all',
    ),
})

/** For each value of a filter: how many products match this value and all other filters. */
export const Facets = z.object({
  total: count,
  counts: z.object(perFacet(counts)).readonly(),
  left: z
    .object({ color: counts, size: counts })
    .describe(
      'For each color and for each size: how many of the products have pieces left in that color or size. Sold-out colors and sizes are left out',
    ),
  price: z.object({ min: dollars, max: dollars }).exactOptional().describe('Absent if no product matches'),
  passedOver: listOf(z.string()).describe(
    'Words that the search ignored, because no product matches them together with the other words',
  ),
  corrected: listOf(z.object({ typed: z.string(), readAs: z.string() })).describe(
    'Words of the search that were corrected as typing errors, and the words that replaced them',
  ),
})

export const Suggestions = z.object({
  products: listOf(
    z.object({
      _id: id,
      name: z.string().max(MAX_TEXT.productName),
      price: dollars,
      image: picture,
      color: word.exactOptional().describe('The color of the image; present only if the search names it'),
    }),
  ).describe('The products that match best'),
  categories: listOf(z.object({ category: word, total: count })).describe(
    'The categories of all found products, the largest category first',
  ),
  nearest: z
    .string()
    .exactOptional()
    .describe('Another search that finds products; present only if this search finds no products'),
})
