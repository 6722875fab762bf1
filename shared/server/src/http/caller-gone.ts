/** Whether the error only means that the caller has disconnected before the end of the answer. Such an error is no defect. */
export const isCallerGone = (error: NodeJS.ErrnoException) =>
  ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(error.code ?? '')
