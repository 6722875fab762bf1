import { defect, logFact } from '@shop/stores/logger/logger'

const CODES = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'UND_ERR_SOCKET']

/** For the event `error` of Koa. A connection, usually the caller's, that ended before the answer was complete is not logged. */
export function logUnsent(error: NodeJS.ErrnoException) {
  const isCallerGone = CODES.includes(error.code ?? '') || error.name === 'AbortError'
  if (!isCallerGone) logFact('error', 'An answer was not sent completely', defect(error))
}
