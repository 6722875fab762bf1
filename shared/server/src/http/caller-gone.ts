const CODES = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'UND_ERR_SOCKET']

/** Whether a connection, usually the caller's, ended before the answer was complete. */
export const isCallerGone = ({ code = '', name }: NodeJS.ErrnoException) =>
  CODES.includes(code) || name === 'AbortError'
