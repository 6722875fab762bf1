import { setTimeout as sleep } from 'node:timers/promises'
import type { EventStoreDBClient } from '@eventstore/db-client'
import { type Position, START } from '@shop/language/events/event'
import { logFact } from '@shop/logger/logger'
import type { Batch } from '@shop/stores/event-store/event-store'
import { within } from '@shop/stores/time-limit'
import { isUnavailable } from './calls.ts'
import { isOurs, positionOf } from './events.ts'
import { firstFrom, newestOf } from './reads.ts'
import { subscribe } from './subscription.ts'

const SHORTEST_PAUSE_MS = 20
const LONGEST_PAUSE_MS = 5_000

/**
 * Follows the log over as many subscriptions as needed. The server drops one whose reader lags, or when it shuts down,
 * and none resumes by itself: the next one begins after the last event that was yielded.
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
      const from = await whereToBegin(client, last, signal, timeLimitMs)
      for await (const batch of subscribe(client, last, signal, timeLimitMs, from)) {
        last = batch.upTo
        failures = 0
        yield batch
      }
    } catch (error) {
      if (signal.aborted) return
      if (!isUnavailable(error)) throw error
      if (failures === 0)
        logFact('warn', 'A subscription to the log was lost, another is made', { reason: (error as Error).message })
      const pauseMs = Math.min(SHORTEST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS) * (0.5 + Math.random())
      failures += 1
      await sleep(pauseMs, undefined, { signal }).catch(() => {})
    }
  }
}

/**
 * The shop's newest event at a position or before it. A server begins after the first event that it finds from the
 * position on (23.10), or after the first that passes the filter (24): if the position is a checkpoint at another
 * application's event, or at one that was scavenged since, that would be an event of the shop, which would be skipped.
 */
async function whereToBegin(
  client: EventStoreDBClient,
  after: Position,
  signal: AbortSignal,
  timeLimitMs: number,
): Promise<Position> {
  if (after === START) return START
  const reading = <T>(read: (signal: AbortSignal) => Promise<T>) =>
    within(timeLimitMs, (late) => read(AbortSignal.any([late, signal])))
  const found = await reading((signal) => firstFrom(client, after, signal))
  if (found && positionOf(found) === after && isOurs(found.streamId)) return after
  const newest = await newestOf(client, reading, isOurs, after)
  return newest ? positionOf(newest) : START
}
