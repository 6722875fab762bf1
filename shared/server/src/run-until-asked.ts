import { setFlagsFromString } from 'node:v8'
import { defect } from '@shop/stores/logger/logger'
import { ConfigError } from './config.ts'
import { ListenError } from './http/listen.ts'
import { GRACE_MS, HARD_LIMIT_MS } from './http/serve.ts'

/** On Ctrl-C, the terminal and npm each send the signal. A second signal within this time is ignored. */
const SAME_SIGNAL_MS = 500

/**
 * Runs one process. On SIGTERM or SIGINT, finishes the running work and exits with 0. Prints a mistake of the operator without a stack, and
 * exits with 1, or with 78 if stored data cannot be used. Exits with 1 if the process does not end within 15 s or gets a second signal.
 */
export async function runUntilAsked(start: () => Promise<{ close(graceMs: number): Promise<void> }>) {
  // Only the owner may read the files that the process writes.
  process.umask(0o077)
  // With this flag, V8 collects garbage when the heap has grown by half. By default, requests can make the heap four times as large.
  setFlagsFromString('--heap-growing-percent=50')
  const started = start().catch(exitWithReason)
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

function exitWithReason(error: unknown): never {
  const forTheOperator = error instanceof ConfigError || error instanceof ListenError
  process.stderr.write(`${forTheOperator ? error.message : (defect(error).stack ?? error)}\n`)
  process.exit(error instanceof ConfigError ? error.exitCode : 1)
}
