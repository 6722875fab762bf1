import * as z from 'zod'

/**
 * The reason for a return, a refund or a cancellation. People choose it from this list, so that reasons can be counted. Free text is in the
 * field `reason` and is personal.
 */
export const ChosenReason = z.enum(['too-small', 'too-large', 'quality', 'late', 'changed-mind', 'other'])
export type ChosenReason = z.output<typeof ChosenReason>

export type Why = Readonly<{ chosenReason?: ChosenReason | undefined; reason?: string | undefined }>
