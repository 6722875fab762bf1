import { ApiError, messageOf } from './api.ts'

/** Why a write failed. If its answer was lost, the shop may have done it. */
export const writeFailure = (error: Error, failed: string): string =>
  messageOf(error, mayBeDone(error) ? 'The shop did not answer. Look whether it is done before you try again.' : failed)

export const mayBeDone = (error: unknown): boolean => error instanceof ApiError && error.mayBeDone
