import { defect } from '@shop/logger/logger'
import { ConfigError } from './config.ts'
import { ListenError } from './http/serve.ts'

const GRACE_MS = 1000
const HARD_LIMIT_MS = 15_000
/** Ctrl-C comes twice at once: from the terminal, and handed on by npm. */
const SAME_WISH_MS = 500

/**
 * The life of one process: starts, and on SIGTERM or SIGINT finishes what is in flight and exits 0. What an operator
 * can put right is one line and exit 1. A process that cannot end within 15 s, or is asked again, exits 1.
 */
export async function runUntilAsked(start: () => Promise<{ close(graceMs: number): Promise<void> }>) {
  const started = start().catch(sayWhyNot)
  let askedMs: number | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, async () => {
      if (askedMs !== undefined) {
        if (performance.now() - askedMs > SAME_WISH_MS) process.exit(1)
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
  process.exit(1)
}
