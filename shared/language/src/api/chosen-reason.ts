import * as z from 'zod'

/**
 * Why pieces come back, money goes back, or an order is cancelled: chosen from this list, so that reasons can be counted. The words in
 * `reason` beside it are personal. The payment provider's reason for a refusal is a `code`.
 */
export const ChosenReason = z.enum(['too-small', 'too-large', 'quality', 'late', 'changed-mind', 'other'])
export type ChosenReason = z.output<typeof ChosenReason>

/** A chosen reason, words, or both. */
export type Why = Readonly<{ chosenReason?: ChosenReason | undefined; reason?: string | undefined }>
