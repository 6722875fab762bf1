import * as z from 'zod'

const MAX_PRICE = 1_000_000

/** A form may send a number as text. `digits`: the pattern that the text must match. */
export const orText = <Schema extends z.ZodType<number, number>>(schema: Schema, digits: RegExp) =>
  z.union([schema, z.string().regex(digits).transform(Number).pipe(schema)])

/** Decimal dollars. */
export const price = orText(z.number().min(0).max(MAX_PRICE).multipleOf(0.01), /^\d{1,7}(\.\d{1,2})?$/)
