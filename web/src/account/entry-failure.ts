import { messageOf } from '../lib/api.ts'

/** The server's message, or else the error's own message (spec §8). */
export const entryFailure = (error: Error | null): string | undefined =>
  error ? messageOf(error, error.message || 'The shop did not answer. Try again.') : undefined
