/** The caller went away in the middle of an answer: nobody's fault, and nobody to tell. */
export const isCallerGone = (error: NodeJS.ErrnoException) =>
  ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(error.code ?? '')
