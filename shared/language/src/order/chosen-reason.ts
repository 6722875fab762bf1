import * as z from 'zod'

/**
 * The reason why pieces come back, money goes back, or an order is cancelled. It is chosen from this list, so that reasons can be counted.
 * Free words are in the field `reason` and are personal. The payment provider's reason for a refusal is in the field `code`.
 */
export const ChosenReason = z.enum(['too-small', 'too-large', 'quality', 'late', 'changed-mind', 'other'])
export type ChosenReason = z.output<typeof ChosenReason>

/** A chosen reason, words, or both. */
export type Why = Readonly<{ chosenReason?: ChosenReason | undefined; reason?: string | undefined }>
