import * as z from 'zod'
import { MAX_LISTED, MAX_TEXT } from './limits.ts'
import { oneLine, requiredText, text } from './text.ts'

const MAX_VALUES = 50
const MAX_CENTS = 100_000_000

/** Comma-joined values of one filter, as the documented client sends them (spec §4). */
const values = z
  .string()
  .max(1000)
  .transform((joined) => joined.split(',').flatMap((value) => value.trim() || []))
  .refine((list) => list.length <= MAX_VALUES, `At most ${MAX_VALUES} values`)

const decimal = z
  .string()
  .regex(/^\d{1,9}(\.\d+)?$/, 'A number is expected')
  .transform(Number)

/** A blank term is no search. */
const search = text(MAX_TEXT.search)
  .transform((words) => words.trim() || undefined)
  .optional()

export const SortBy = z.enum(['', 'priceasc', 'pricedesc', 'popularity'])

/** Query of GET /api/products and /api/products/facets (spec §7, decisions P3). Empty values count as absent. */
export const ProductQuery = z.object({
  collection: text(MAX_TEXT.word).optional(),
  size: values.optional(),
  color: values.optional(),
  gender: values.optional(),
  category: values.optional(),
  material: values.optional(),
  brand: values.optional(),
  minPrice: decimal.optional(),
  maxPrice: decimal.optional(),
  sortBy: z.string().toLowerCase().pipe(SortBy).optional(),
  search,
  limit: z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(1).max(MAX_LISTED)).optional(),
  cursor: text(500).optional(),
})
export type ProductQuery = z.output<typeof ProductQuery>

/** Query of the admin lists (decisions calls). */
export const ListQuery = z.object({
  search,
  sortBy: text(50).optional(),
  limit: ProductQuery.shape.limit,
  cursor: ProductQuery.shape.cursor,
})
export type ListQuery = z.output<typeof ListQuery>

/** How much of a product is in stock: none, few (LOW_STOCK in limits.ts), any. */
export const StockLevel = z.enum(['out', 'low', 'in'])
export type StockLevel = z.output<typeof StockLevel>

/** Query of GET /api/admin/products. */
export const AdminProductQuery = ListQuery.extend({ category: values.optional(), stock: StockLevel.optional() })

/** An https address, or a path of the shop's own pictures: the server never fetches it (decisions P9). */
const imageUrl = z
  .string()
  .max(2000)
  .regex(
    /^(https:\/\/[^\s"'<>\\]+|\/(pictures|uploads)\/[\w-]+\.(webp|png|jpg))$/,
    'An https, /pictures or /uploads address is expected',
  )

export const Image = z.object({
  url: imageUrl,
  altText: oneLine(text(300)).default(''),
  color: oneLine(text(MAX_TEXT.word)).optional(),
  view: oneLine(text(50)).optional(),
})
export type Image = z.output<typeof Image>

/** A form may send a number as text. */
const numeric = (schema: z.ZodType<number, number>) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,9}(\.\d+)?$/.test(value) ? Number(value) : value),
    schema,
  )

const price = numeric(
  z
    .number()
    .nonnegative()
    .max(MAX_CENTS / 100)
    .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'At most two decimals'),
)
const names = z.array(oneLine(requiredText(MAX_TEXT.word))).max(MAX_VALUES)
const list = z.union([
  names,
  text(1000)
    .transform((joined) => joined.split(',').flatMap((value) => value.trim() || []))
    .pipe(names),
])

const word = oneLine(text(MAX_TEXT.word).trim())
/** The plain texts of a product; bodies and answers follow from here. */
const productWords = { category: word, brand: word, material: word, gender: word, collections: word }
export type ProductWords = Readonly<Record<keyof typeof productWords, string>>
export const productWordNames = Object.keys(productWords) as readonly (keyof ProductWords)[]

const productFields = {
  name: oneLine(requiredText(MAX_TEXT.productName)),
  description: text(MAX_TEXT.description),
  price,
  sku: word,
  countInStock: numeric(z.int().min(0).max(1_000_000)),
  ...productWords,
  sizes: list,
  colors: list,
  images: z.array(Image).max(20),
  tones: z.record(oneLine(requiredText(MAX_TEXT.word)), z.array(z.string().regex(/^#[0-9a-f]{6}$/i)).max(4)),
}

/** The list view of the documented client names three fields in the singular (decisions P2). */
const plural = (body: unknown) => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const { collection, size, color, ...rest } = body as Record<string, unknown>
  return {
    ...(collection != null && { collections: collection }),
    ...(size != null && { sizes: size }),
    ...(color != null && { colors: color }),
    ...rest,
  }
}

const nullable = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.preprocess(
    (body) =>
      typeof body === 'object' && body !== null
        ? Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
        : body,
    z.preprocess(plural, z.object(shape)),
  )

/** Body of POST /api/admin/products. Prices are decimal dollars here, cents inside. */
export const CreateProductBody = nullable({
  ...productFields,
  description: productFields.description.default(''),
  sku: productFields.sku.optional(),
  countInStock: productFields.countInStock.default(0),
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

/** Body of PUT /api/products/{id}: absent fields stay as they are. */
export const EditProductBody = nullable(z.object(productFields).partial().shape)
export type EditProductBody = z.output<typeof EditProductBody>

/** One product as the API answers it (spec §3, decisions P2). */
export type Product = ProductWords & {
  _id: string
  name: string
  description: string
  /** Decimal dollars. */
  price: number
  sku?: string
  /** On hand less reserved (decisions S1). */
  countInStock: number
  collection: string
  sizes: readonly string[]
  size: readonly string[]
  colors: readonly string[]
  color: readonly string[]
  images: readonly Image[]
  /** The tones of the cloth for each colour, for swatches. */
  tones: Readonly<Record<string, readonly string[]>>
  createdAt: string
}

/** Answer of GET /api/products/facets: how many products each value would leave, the other filters kept. */
export type Facets = {
  total: number
  counts: Readonly<
    Record<
      'category' | 'gender' | 'color' | 'size' | 'material' | 'brand' | 'collection',
      Readonly<Record<string, number>>
    >
  >
  /** Decimal dollars; absent when nothing matches. */
  price?: { min: number; max: number }
}
