/** Whether the error only means that the caller disconnected during the answer. That is not a defect. */
export const isCallerGone = (error: NodeJS.ErrnoException) =>
  ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(error.code ?? '')
