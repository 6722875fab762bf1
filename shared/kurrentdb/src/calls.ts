import { setTimeout as sleep } from 'node:timers/promises'
import { StoreUnavailable } from '@shop/language/errors'
import { within } from '@shop/stores/time-limit'

/** Time limits of one attempt of a call, and the number of attempts. */
export type Limits = Readonly<{ appendMs: number; readMs: number; tries: number }>

/** Repeats a call until it has an answer or a refusal, each attempt within the limit; throws StoreUnavailable when none had one. */
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
      if (left <= 0) throw new StoreUnavailable(`The log could not ${what}`, { cause: error })
      await sleep(50 + Math.random() * 100)
    }
  }
}

/** The server's refusals of a call, by the client's names and by gRPC's codes (grpc.io, status codes). */
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
 * Whether the server or the connection failed, so that a retry may succeed. The client's error classes are not enough: the same failure
 * comes as a class, as a plain error with a code or with neither; so it is every error that is neither a refusal nor a defect.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError) return false
  const { type, code } = error as { type?: unknown; code?: unknown }
  // It also says NOT_FOUND and names the leader, to which the client sends the next call.
  if (type === 'not-leader') return true
  return !REFUSALS.has(type) && !REFUSING_CODES.has(code)
}
