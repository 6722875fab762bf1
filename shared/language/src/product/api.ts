import * as z from 'zod'
import { MAX_PIECES, MAX_TEXT } from '../limits.ts'
import { stockRows } from '../stock/api.ts'
import { MAX_VALUES, numberInQuery, paging, search, sortedBy, valuesInQuery } from '../values/list-query.ts'
import { orText, price } from '../values/numbers-in-forms.ts'
import { exact, lines, requiredText, UNPRINTABLE } from '../values/text.ts'
import type * as answers from './answers.ts'
import { perFacet } from './facets.ts'
import { Image } from './picture.ts'
import { type ProductWords, productWordNames, productWords, word } from './words.ts'

const MAX_DOLLARS = 999_999_999

const filters = {
  ...perFacet(valuesInQuery.optional()),
  collection: exact(MAX_TEXT.word).optional(),
  minPrice: numberInQuery(z.number().min(0).max(MAX_DOLLARS)).optional(),
  maxPrice: numberInQuery(z.number().min(0).max(MAX_DOLLARS)).optional(),
  search,
}

/** Query of GET /api/products/facets. Empty values count as absent. */
export const ProductFilters = z.object(filters)
export type ProductFilters = z.output<typeof ProductFilters>

const sorts = ['priceasc', 'pricedesc', 'popularity'] as const

/** Query of GET /api/products (spec §7, decisions P3). */
export const ProductQuery = z.object({ ...filters, sortBy: sortedBy(...sorts).optional(), ...paging })

/** A blank query has no suggestions. */
export const SuggestionQuery = z.object({ q: search })

/** `out`: no pieces. `in`: at least one piece. `low`: `in`, but with at most LOW_STOCK of some size and color. */
export const StockLevel = z.enum(['out', 'low', 'in'])
export type StockLevel = z.output<typeof StockLevel>

export const AdminProductQuery = z.object({
  search,
  sortBy: sortedBy(...sorts, 'name', 'stock').optional(),
  category: valuesInQuery.optional(),
  stock: StockLevel.optional(),
  ...paging,
})

const names = z
  .array(requiredText(MAX_TEXT.word))
  .max(MAX_VALUES)
  .overwrite((values) => [...new Set(values)])
const oneName = `[^,${UNPRINTABLE}]{0,${MAX_TEXT.word}}`
const ofNames = new RegExp(`^${oneName}(,${oneName}){0,${MAX_VALUES - 1}}$`)
const list = z.union([
  names,
  z
    .string()
    .max(1000)
    .regex(ofNames)
    .transform((joined) => joined.split(',').flatMap((value) => value.trim() || []))
    .pipe(names),
])

const TONES = 'The tones of a color are a list of at most four values such as #d32f2f'

const productFields = {
  name: requiredText(MAX_TEXT.productName),
  description: lines(MAX_TEXT.description),
  price,
  sku: word,
  countInStock: orText(z.int().min(0).max(MAX_PIECES), /^\d{1,7}$/),
  stock: stockRows,
  ...productWords,
  sizes: list,
  colors: list,
  images: z.array(Image).max(20),
  tones: z.record(
    requiredText(MAX_TEXT.word),
    z.array(z.string(TONES).regex(/^#[0-9a-fA-F]{6}$/, TONES), TONES).max(4, TONES),
  ),
}

/**
 * The list view of the documented client sends three fields under singular names. If a client sends a field under both names, the value
 * that differs from the stored value is used (decisions P2: two names of a field).
 */
const otherNames = { collection: word.optional(), size: list.optional(), color: list.optional() }

const nullable = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.preprocess(
    (body) =>
      typeof body === 'object' && body !== null && !Array.isArray(body)
        ? Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
        : body,
    z.object({ ...shape, ...otherNames }),
  )

/** Prices are in decimal dollars. */
export const CreateProductBody = nullable({
  ...productFields,
  description: productFields.description.default(''),
  sku: productFields.sku.optional(),
  countInStock: productFields.countInStock.optional(),
  stock: stockRows.optional(),
  ...(Object.fromEntries(productWordNames.map((name) => [name, word.default('')])) as Record<
    keyof ProductWords,
    z.ZodDefault<typeof word>
  >),
  sizes: list.default([]),
  colors: list.default([]),
  images: productFields.images.default([]),
  tones: productFields.tones.default({}),
})
export type CreateProductBody = z.output<typeof CreateProductBody>

/** Absent fields stay as they are. */
export const EditProductBody = nullable(z.object(productFields).partial().shape)
export type EditProductBody = z.output<typeof EditProductBody>

export type Product = z.output<typeof answers.Product>
export type BestSeller = z.output<typeof answers.BestSeller>
export type Facets = z.output<typeof answers.Facets>
export type Suggestions = z.output<typeof answers.Suggestions>
