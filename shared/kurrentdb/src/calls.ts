/**
 * `appendMs`, `readMs`: the time limits of one attempt. `tries`: the number of attempts. `silentMs`: if no attempt is answered within this
 * time, the connection is replaced.
 */
export type Limits = Readonly<{ appendMs: number; readMs: number; tries: number; silentMs: number }>

/** The errors by which the server refuses a call: the client's names, then the codes of gRPC (grpc.io, status codes). */
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
 * Whether the server or the connection failed, so that a retry may succeed. Every error counts, except a refusal, a defect and an abort by
 * the caller.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError) return false
  const { name, type, code } = error as { name: string; type?: unknown; code?: unknown }
  if (name === 'AbortError') return false
  // After this refusal, the client sends the next call to the leader.
  if (type === 'not-leader') return true
  return !REFUSALS.has(type) && !REFUSING_CODES.has(code)
}
