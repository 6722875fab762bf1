import * as z from 'zod'

/** What is left of it after trimming is not empty. */
const NOT_BLANK = '[^\\s\\uFEFF]'

/** A text of one line or more; the limits are those of reliability 8.6. */
export const text = (max: number) => z.string().max(max)
export const requiredText = (max: number) => z.string().trim().min(1).max(max).meta({ pattern: NOT_BLANK })

/**
 * A name that is shown in lists, mails and the operator's terminal: no control character or line break, nothing that turns
 * the direction of the text around it, and no half of a character.
 */
export function oneLine(schema: z.ZodString) {
  const { pattern, ...meta } = schema.meta() ?? {}
  return schema
    .regex(PRINTABLE, NOT_PRINTABLE)
    .refine((value) => !HALF_A_CHARACTER.test(value), NOT_PRINTABLE)
    .meta(pattern ? { ...meta, pattern: PRINTABLE.source, allOf: [{ pattern }] } : meta)
}

const HALF_A_CHARACTER = /\p{Surrogate}/u
const NOT_PRINTABLE = 'Letters and signs on one line are expected'
/** What no name has, for a class of a regular expression. Without \p{Cc}, since it stands in the OpenAPI document, whose readers may not know that. */
export const UNPRINTABLE = '\\u0000-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069'
const PRINTABLE = new RegExp(`^[^${UNPRINTABLE}]*$`, 'u')

/** Ids are short and opaque; anything else is invalid rather than unknown. */
export const Id = z.string().min(1).max(100)

/** The documented client sends `null` or an empty text for an absent id. */
export const optionalId = z
  .union([z.literal(''), z.null(), Id])
  .optional()
  .transform((value) => value || undefined)

/** `guest_<ms>`, or with 128 random bits behind it, which makes it a capability (decisions C1). */
export const GuestId = z.string().regex(/^guest_\d{1,20}(_[\w-]{22})?$/, 'A guest id is expected')
