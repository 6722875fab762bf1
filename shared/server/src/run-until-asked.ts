import { setFlagsFromString } from 'node:v8'
import { defect } from '@shop/logger/logger'
import { ConfigError } from './config.ts'
import { GRACE_MS, HARD_LIMIT_MS, ListenError } from './http/serve.ts'

/** Ctrl-C sends the signal twice: the terminal sends it, and npm passes it on. A second signal within this time is the same signal. */
const SAME_SIGNAL_MS = 500

/**
 * Runs one process. Calls `start`. On SIGTERM or SIGINT, finishes what is running and exits with 0. A mistake of the operator is printed in
 * one line, with exit code 1, or with 78 if data cannot be used as it is. The process exits with 1 if it does not end within 15 s or gets a
 * second signal.
 */
export async function runUntilAsked(start: () => Promise<{ close(graceMs: number): Promise<void> }>) {
  // Only the owner may read the files that the process writes: the log, the read models, uploads.
  process.umask(0o077)
  // With this flag, V8 collects garbage when the heap has grown by half since the last collection. By default, if a hostile client sends
  // many requests, V8 waits until the heap is four times as large.
  setFlagsFromString('--heap-growing-percent=50')
  const started = start().catch(sayWhyNot)
  let askedMs: number | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, async () => {
      if (askedMs !== undefined) {
        if (performance.now() - askedMs > SAME_SIGNAL_MS) process.exit(1)
        return
      }
      askedMs = performance.now()
      setTimeout(() => process.exit(1), HARD_LIMIT_MS).unref()
      await (await started).close(GRACE_MS)
      process.exit(0)
    })
  await started
}

function sayWhyNot(error: unknown): never {
  const forTheOperator = error instanceof ConfigError || error instanceof ListenError
  process.stderr.write(`${forTheOperator ? error.message : (defect(error).stack ?? error)}\n`)
  process.exit(error instanceof ConfigError ? error.exitCode : 1)
}
