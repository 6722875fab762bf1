import { messageOf } from '../lib/api.ts'

/** The response's message, else the error's own (spec §8). */
export const entryFailure = (error: Error | null): string | undefined =>
  error ? messageOf(error, error.message || 'The shop did not answer. Try again.') : undefined
