import * as z from 'zod'

/** A text of one line or more; the limits are those of reliability 8.6. */
export const text = (max: number) => z.string().max(max)
export const requiredText = (max: number) => z.string().trim().min(1).max(max)

/** Ids are short and opaque; anything else is invalid rather than unknown. */
export const Id = z.string().min(1).max(100)

/** The documented client sends `null` or an empty text for an absent id. */
export const optionalId = z
  .union([z.literal(''), z.null(), Id])
  .optional()
  .transform((value) => value || undefined)
