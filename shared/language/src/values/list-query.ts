import * as z from 'zod'
import { MAX_LISTED, MAX_TEXT } from '../limits.ts'
import { exact, text, UNPRINTABLE } from './text.ts'

/** The most values of one filter, and of one list of a product. */
export const MAX_VALUES = 50

/** A query contains only texts, so a text in the form of a JSON number becomes a number. */
export const numberInQuery = <Schema extends z.ZodType<number, number>>(schema: Schema) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value) ? Number(value) : value),
    schema,
  )

const oneValue = `[^,${UNPRINTABLE}]*`
/** Comma-separated values of one filter, as the documented client sends them (spec §4). */
export const valuesInQuery = z
  .string()
  .max(1000)
  .regex(
    new RegExp(`^${oneValue}(,${oneValue}){0,${MAX_VALUES - 1}}$`),
    `Send at most ${MAX_VALUES} values without line breaks`,
  )
  .transform((joined) => joined.split(',').flatMap((value) => value.trim() || []))

export const search = text(MAX_TEXT.search)
  .transform((words) => words.trim() || undefined)
  .optional()

/** One page of a list (decisions P3). */
export const paging = {
  limit: numberInQuery(z.int().min(1).max(MAX_LISTED)).optional(),
  /** The cursor from the `Link` header of the page before. */
  cursor: exact(500).meta({ format: 'cursor' }).optional(),
}

/** A sort may be named in any letter case. Empty means the list's default order. */
export const sortedBy = <const Names extends readonly string[]>(...names: Names) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.toLowerCase() : value),
    z.enum(['', ...names] as readonly ['', ...Names]),
  )

export const PageQuery = z.object(paging)

/** The list has only one order. */
export const inOneOrder = { ...paging, sortBy: z.literal('', 'This list has only one order').optional() }
