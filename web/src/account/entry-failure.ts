import { messageOf } from '../lib/api.ts'

/** The message of the response, or else of the error itself (spec §8). */
export const entryFailure = (error: Error | null): string | undefined =>
  error ? messageOf(error, error.message || 'The shop did not answer. Try again.') : undefined
