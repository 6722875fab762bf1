import { setTimeout as sleep } from 'node:timers/promises'
import { isShopError } from '@shop/language/errors'

const START_WAIT_MS = 60_000
const PAUSE_MS = 500

type Waiting = Readonly<{
  isWorthWaiting?: (error: Error) => boolean
  /** Called with the first failure only, because each try may fail with a different message. */
  onWait: (error: Error) => void
  forMs?: number
}>

/**
 * Repeats a step of a start until the step succeeds. Throws the step's failure if waiting cannot help (`isWorthWaiting`), or after `forMs`.
 */
export async function patiently<Result>(
  step: () => Promise<Result>,
  { isWorthWaiting = isUnreachable, onWait, forMs = START_WAIT_MS }: Waiting,
): Promise<Result> {
  const giveUpMs = performance.now() + forMs
  for (let tries = 1; ; tries++) {
    try {
      return await step()
    } catch (thrown) {
      const error = thrown as Error
      if (!isWorthWaiting(error) || performance.now() >= giveUpMs) throw error
      if (tries === 1) onWait(error)
      await sleep(PAUSE_MS)
    }
  }
}

const isUnreachable = (error: Error) => isShopError(error, 'UNAVAILABLE')
