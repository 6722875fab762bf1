/**
 * The time limits of one attempt of a call, the number of attempts, and how long no attempt may be answered until the connection is
 * replaced.
 */
export type Limits = Readonly<{ appendMs: number; readMs: number; tries: number; silentMs: number }>

/** Refusals of the server, by the client's names and by gRPC's codes (grpc.io, status codes). */
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
 * comes as a class, as a plain error with a code, or with neither. So this accepts every error except a refusal, a defect and an abort
 * by the caller.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError) return false
  const { name, type, code } = error as { name: string; type?: unknown; code?: unknown }
  if (name === 'AbortError') return false
  // This refusal also has the code NOT_FOUND. It names the leader, to which the client sends the next call.
  if (type === 'not-leader') return true
  return !REFUSALS.has(type) && !REFUSING_CODES.has(code)
}
