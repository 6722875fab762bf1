import { type EventStoreDBClient, START as LOG_START, streamNameFilter } from '@eventstore/db-client'
import { type Position, START } from '@shop/language/events/event'
import { streamPrefixes } from '@shop/language/stream-names'
import type { Batch } from '@shop/stores/event-store/event-store'
import { Late } from '@shop/stores/time-limit'
import { pointOf, recorded, textOf } from './events.ts'
import { createSubscriptionBuffer } from './subscription-buffer.ts'

/** If more events than this wait in memory, reading stops. */
const MAX_WAITING = 10_000

/** The server scans 32 events at a time. It sends a checkpoint after this many scans. */
const CHECKPOINT_INTERVAL = 8

/**
 * Yields the batches of one subscription. Events are read as soon as they arrive and wait in memory, because the server drops a live
 * subscriber that is 32 events behind.
 */
export async function* subscribe(
  client: EventStoreDBClient,
  after: Position,
  signal: AbortSignal,
  timeLimitMs: number,
  /** The position at which the server starts. Events up to `after` are ignored. */
  from: Position = after,
): AsyncGenerator<Batch> {
  const buffer = createSubscriptionBuffer(after)
  let failure: Error | undefined
  let wake = () => {}

  const source = client.subscribeToAll({
    fromPosition: from === START ? LOG_START : pointOf(from),
    requiresLeader: true,
    filter: streamNameFilter({
      prefixes: [...streamPrefixes],
      checkpointInterval: CHECKPOINT_INTERVAL,
      checkpointReached: async (_, { commit }) => mark(textOf(commit)),
    }),
  })
  const unconfirmed = setTimeout(() => fail(new Late(timeLimitMs)), timeLimitMs)
  source
    .on('confirmation', () => clearTimeout(unconfirmed))
    .on('data', ({ event }) => {
      buffer.take(event && recorded(event))
      wake()
      if (buffer.waiting() >= MAX_WAITING) source.pause()
    })
    .on('caughtUp', () => mark())
    .on('error', fail)
    .on('end', () => fail(new Error('The subscription has ended')))
    .on('close', () => fail(new Error('The subscription was closed')))
  const stop = () => wake()
  signal.addEventListener('abort', stop)

  function mark(position?: Position) {
    buffer.mark(source.readableLength, position)
    wake()
  }
  function fail(error: Error) {
    failure ??= error
    wake()
  }

  try {
    while (!signal.aborted) {
      if (buffer.hasBatch()) {
        const batch = buffer.next()
        if (source.isPaused() && buffer.waiting() < MAX_WAITING / 2) source.resume()
        yield batch
      } else if (failure) throw failure
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    clearTimeout(unconfirmed)
    signal.removeEventListener('abort', stop)
    // The listeners stay, because an error event without a listener would end the process.
    source.unsubscribe().catch(() => {})
    source.destroy()
  }
}
