import { messageOf } from '../lib/api.ts'

/** The server's message. Without one, the message of the error itself (spec §8). */
export const entryFailure = (error: Error | null): string | undefined =>
  error ? messageOf(error, error.message || 'The shop did not answer. Try again.') : undefined
