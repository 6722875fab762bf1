import { setFlagsFromString } from 'node:v8'
import { defect } from '@shop/logger/logger'
import { ConfigError } from './config.ts'
import { GRACE_MS, HARD_LIMIT_MS, ListenError } from './http/serve.ts'

/** Ctrl-C arrives twice: from the terminal, and forwarded by npm. */
const SAME_SIGNAL_MS = 500

/**
 * Runs one process: starts it, and on SIGTERM or SIGINT finishes what is in flight and exits 0. An operator's mistake is printed in one
 * line, with exit code 1, or 78 for data that cannot be used as it is. A process that does not end within 15 s, or gets a second signal,
 * exits 1.
 */
export async function runUntilAsked(start: () => Promise<{ close(graceMs: number): Promise<void> }>) {
  // All files that the process writes are for its owner only: the log, the read models, uploads.
  process.umask(0o077)
  // V8 then collects garbage when the heap is half as large again as after the last collection. By default, under a hostile client, it
  // waits until the heap is four times as large.
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
