import { ApiError, messageOf } from '../lib/api.ts'

/** What the server said of one field of the form. */
export const fieldError = (error: Error | null, name: string): string | undefined =>
  error instanceof ApiError ? error.fields?.find(({ path }) => path.split('.').at(-1) === name)?.message : undefined

/** The response's message, else the error's own (spec §8). */
export const entryFailure = (error: Error | null): string | undefined =>
  error ? messageOf(error, error.message || 'The shop did not answer. Try again.') : undefined
