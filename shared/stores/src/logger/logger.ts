export type Level = 'info' | 'warn' | 'error'
export type Facts = Readonly<Record<string, unknown>>

// Without these listeners, a failed write would end the process.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})

/** Writes one line of JSON to standard error. Never pass a body, token, e-mail address or whole guest id. */
export function logFact(level: Level, message: string, facts: Facts = {}) {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...facts })}\n`)
}

export const defect = (error: unknown): Facts =>
  error instanceof Error
    ? { error: error.message, stack: error.stack, ...(error.cause instanceof Error && { cause: error.cause.message }) }
    : { error: String(error) }
