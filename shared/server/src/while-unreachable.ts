import { setTimeout as sleep } from 'node:timers/promises'
import { isShopError } from '@shop/language/errors'
import { logFact } from '@shop/logger/logger'

/** How long a start waits for servers that cannot be reached. */
export const START_WAIT_MS = 60_000
const PAUSE_MS = 500

/**
 * Repeats a step of a start while a server cannot be reached, for `forMs` at most. Each failure is logged with this message. Then throws
 * UNAVAILABLE.
 */
export async function whileUnreachable<Result>(
  step: () => Promise<Result>,
  message: string,
  forMs = START_WAIT_MS,
): Promise<Result> {
  const giveUpMs = performance.now() + forMs
  for (;;) {
    try {
      return await step()
    } catch (error) {
      if (!isShopError(error, 'UNAVAILABLE') || performance.now() >= giveUpMs) throw error
      logFact('warn', message, { reason: error.message })
      await sleep(PAUSE_MS)
    }
  }
}
