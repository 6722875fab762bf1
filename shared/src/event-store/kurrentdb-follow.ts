import { setTimeout as sleep } from 'node:timers/promises'
import type { EventStoreDBClient } from '@eventstore/db-client'
import type { Position } from '../events/event.ts'
import { log } from '../log.ts'
import type { Batch } from './event-store.ts'
import { isUnavailable } from './kurrentdb-calls.ts'
import { subscribe } from './kurrentdb-subscription.ts'

const SHORTEST_PAUSE_MS = 20
const LONGEST_PAUSE_MS = 5_000

/**
 * Follows the log over as many subscriptions as it takes. The server drops one whose reader lags, or when it goes
 * away, and none ever comes back: the next begins behind what was handed out last.
 */
export async function* follow(
  client: EventStoreDBClient,
  after: Position,
  signal: AbortSignal,
  timeLimitMs: number,
): AsyncGenerator<Batch> {
  let last = after
  let failures = 0
  while (!signal.aborted) {
    try {
      for await (const batch of subscribe(client, last, signal, timeLimitMs)) {
        last = batch.upTo
        failures = 0
        yield batch
      }
    } catch (error) {
      if (!isUnavailable(error)) throw error
      if (failures === 0)
        log('warn', 'A subscription to the log was lost, another is made', { reason: (error as Error).message })
      const pauseMs = Math.min(SHORTEST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS) * (0.5 + Math.random())
      failures += 1
      await sleep(pauseMs, undefined, { signal }).catch(() => {})
    }
  }
}
