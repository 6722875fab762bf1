import * as z from 'zod'

/*
 * TABLE: the kinds of text that a person types (decisions A4: control characters). All kinds refuse control characters and unpaired
 * surrogates. The regular expressions do not use \p, because some programs that read the OpenAPI document do not support it.
 */

export const UNPRINTABLE = '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029'
/** Tab, line feed, carriage return, U+2028 and U+2029 are allowed. */
const UNPRINTABLE_IN_LINES = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f'
/** Invisible characters that change the direction of text. They can make a name or an address look like another name or address. */
const DIRECTION_MARKS = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069'
/** A text without a visible character is blank. */
const NOT_BLANK = `[^\\s\\uFEFF${DIRECTION_MARKS}]`

const ONE_LINE = {
  all: new RegExp(`^[^${UNPRINTABLE}]*$`),
  says: 'Use only visible characters on one line. Type the text again, without invisible characters',
}
const LINES = {
  all: new RegExp(`^[^${UNPRINTABLE_IN_LINES}]*$`),
  says: 'Use only visible characters and line breaks. Type the text again, without invisible characters',
}
const HALF_A_CHARACTER = /\p{Surrogate}/u
const EVERY_DIRECTION_MARK = new RegExp(`[${DIRECTION_MARKS}]`, 'g')

export const withoutDirection = (text: string) => text.replaceAll(EVERY_DIRECTION_MARK, '')

export const printable = (schema: z.ZodString, { all, says } = ONE_LINE) =>
  schema.regex(all, says).refine((value) => !HALF_A_CHARACTER.test(value), says)

function notBlank(schema: z.ZodString, { all } = ONE_LINE) {
  return schema.meta({ pattern: all.source, allOf: [{ pattern: NOT_BLANK }] })
}

const typed = () => z.string().overwrite(withoutDirection)

/**
 * One line, kept exactly as sent, because the shop compares the text with a stored text: an id, a size in a cart, a password. The limits
 * come from reliability 8.6.
 */
export const exact = (max: number) => printable(z.string().max(max))
/** One line without direction marks, such as a search or a field of an address. */
export const text = (max: number) => printable(typed().max(max))
export const trimmedText = (max: number) => printable(typed().trim().max(max))
/** A name that is shown in lists, mails and the operator's terminal. */
export const requiredText = (max: number) => notBlank(printable(typed().trim().min(1).max(max)))
/** Several lines without direction marks, such as a reason, a note or a message. */
export const lines = (max: number) => printable(typed().max(max), LINES)
export const requiredLines = (max: number) => notBlank(printable(typed().trim().min(1).max(max), LINES), LINES)
/** Several lines, kept exactly as sent: the value of a question's parameter. */
export const exactLines = (max: number) => printable(z.string().max(max), LINES)
/** The text of a question or a rule. Direction marks are kept, but not the white space around the text. */
export const requiredSource = (max: number) => notBlank(printable(z.string().trim().min(1).max(max), LINES), LINES)

/** A text that cannot be an id is answered with 400, not with 404. */
export const Id = exact(100).min(1)

/** The documented client sends `null` or an empty text for an absent id. */
export const optionalId = z
  .union([z.literal(''), z.null(), Id])
  .optional()
  .transform((value) => value || undefined)

/**
 * `guest_<ms>`, optionally followed by 128 random bits. A client that knows an id with these bits may use the cart (decisions C1: guest
 * ids).
 */
export const GuestId = z.string().regex(/^guest_\d{1,20}(_[\w-]{22})?$/, 'Send a guest id')
