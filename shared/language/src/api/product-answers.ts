import * as z from 'zod'
import { count, dollars, id, listOf, moment, picture, word } from './answer-values.ts'
import { MAX_TEXT } from './limits.ts'
import { Image } from './picture.ts'
import { productWordNames } from './product-words.ts'
import { StockLine } from './stock-answers.ts'

const counts = z.record(z.string(), count).readonly()
const words = Object.fromEntries(productWordNames.map((name) => [name, word])) as Record<
  (typeof productWordNames)[number],
  typeof word
>

/** One product (spec §3). Three fields have two names (decisions P2). */
export const Product = z.object({
  _id: id,
  name: z.string().max(MAX_TEXT.productName),
  description: z.string().max(MAX_TEXT.description),
  price: dollars,
  sku: word.exactOptional(),
  countInStock: count.describe('On hand less reserved, over all sizes and colours'),
  stock: listOf(StockLine)
    .exactOptional()
    .describe('By size and colour, where it is counted so: of one product, and for admins (decisions S1b)'),
  soldOutSizes: listOf(word).describe('The sizes that are left in no colour'),
  ...words,
  collection: word,
  sizes: listOf(word),
  size: listOf(word),
  colors: listOf(word),
  color: listOf(word),
  images: listOf(Image),
  tones: z.record(z.string(), listOf(z.string())).readonly().describe('The tones of the cloth for each colour'),
  createdAt: moment,
})

/** Answer of GET /api/products/best-seller. */
export const BestSeller = Product.extend({
  hasSold: z.boolean().describe('False before the first sale: it is the newest in stock then'),
})

/** Answer of GET /api/products/facets: for each value of a filter, how many products match this value and all other filters. */
export const Facets = z.object({
  total: count,
  counts: z
    .object({
      category: counts,
      gender: counts,
      color: counts,
      size: counts,
      material: counts,
      brand: counts,
      collection: counts,
    })
    .readonly(),
  left: z
    .object({ color: counts, size: counts })
    .describe('How many of them have pieces of it left; none without a count'),
  price: z.object({ min: dollars, max: dollars }).exactOptional().describe('Absent when nothing matches'),
  passedOver: listOf(z.string()).describe(
    'Words of the search that nothing has to match, since nothing of what it names does',
  ),
  corrected: listOf(z.object({ typed: z.string(), readAs: z.string() })).describe(
    'Words of the search that were taken for typing errors, and what was looked for instead',
  ),
})

/** Answer of GET /api/search/suggestions: completions of a search that is being typed. */
export const Suggestions = z.object({
  products: listOf(
    z.object({ _id: id, name: z.string().max(MAX_TEXT.productName), price: dollars, image: picture }),
  ).describe('The nearest'),
  categories: listOf(z.object({ category: word, total: count })).describe(
    'Where the search finds products; the most first',
  ),
  nearest: z.string().exactOptional().describe('Words that find something, where the search finds nothing'),
})
