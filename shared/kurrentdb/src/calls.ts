import { setTimeout as sleep } from 'node:timers/promises'
import { ShopError } from '@shop/language/errors'
import { within } from '@shop/stores/time-limit'

/** How long one try of a call may take, and how many tries it has. */
export type Limits = Readonly<{ appendMs: number; readMs: number; tries: number }>

/** Calls until there is an answer or a refusal, each time within the limit; ShopError UNAVAILABLE when no try had one. */
export async function trying<T>(
  what: string,
  timeLimitMs: number,
  tries: number,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await within(timeLimitMs, call)
    } catch (error) {
      if (!isUnavailable(error)) throw error
      if (left <= 0) throw new ShopError('UNAVAILABLE', `The log could not ${what}`, { cause: error })
      await sleep(50 + Math.random() * 100)
    }
  }
}

/** What the server says about the call itself, by the client's names and by gRPC's codes (grpc.io, status codes). */
const REFUSALS: ReadonlySet<unknown> = new Set([
  'wrong-expected-version',
  'stream-not-found',
  'stream-deleted',
  'no-stream',
  'access-denied',
  'invalid-argument',
  'invalid-transaction',
  'maximum-append-size-exceeded',
  'missing-required-metadata-property',
  'unsupported',
])
const [INVALID_ARGUMENT, NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION, UNIMPLEMENTED, UNAUTHENTICATED] = [
  3, 5, 7, 9, 12, 16,
]
const REFUSING_CODES: ReadonlySet<unknown> = new Set([
  INVALID_ARGUMENT,
  NOT_FOUND,
  PERMISSION_DENIED,
  FAILED_PRECONDITION,
  UNIMPLEMENTED,
  UNAUTHENTICATED,
])

/**
 * The server or the way to it failed: another try may work. The client's classes do not tell, for the same failure
 * comes as a class, as a plain error with a code or with neither; so it is whatever is no refusal and no defect of ours.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError) return false
  const { type, code } = error as { type?: unknown; code?: unknown }
  // It says NOT_FOUND too, and names whom to ask: the client goes there with the next call.
  if (type === 'not-leader') return true
  return !REFUSALS.has(type) && !REFUSING_CODES.has(code)
}
