import { type EventStoreDBClient, START as LOG_START, streamNameFilter } from '@eventstore/db-client'
import { type Position, type Recorded, START } from '@shop/language/events/event'
import type { Batch } from '@shop/stores/event-store/event-store'
import { Late } from '@shop/stores/time-limit'
import { pointOf, recorded, streamPrefixes, textOf } from './events.ts'
import { BATCH } from './reads.ts'

/** Beyond this many events in memory the server has to wait, or to drop the subscription. */
const MAX_WAITING = 10_000

/** In units of the 32 events that the server scans at a time. */
const CHECKPOINT_INTERVAL = 8

type Mark = Readonly<{ behind: number; position?: Position }>

/**
 * One subscription until it fails, in batches. Events are read from the connection as they come, since the server drops a
 * live subscriber that is 32 events late, and wait in memory for the consumer. Events from before a failure are
 * still yielded, then the failure is thrown.
 *
 * The client emits checkpoints and "caught up" ahead of the events that are still in its own buffer: each is a mark
 * that counts only after those have come out. A checkpoint that counted earlier would skip them after a failure.
 */
export async function* subscribe(
  client: EventStoreDBClient,
  after: Position,
  signal: AbortSignal,
  timeLimitMs: number,
  /** The position given to the server: events up to `after` that it then sends are known. */
  from: Position = after,
): AsyncGenerator<Batch> {
  const waiting: Recorded[] = []
  const marks: Mark[] = []
  let received = 0
  let upTo = after
  let isLive = false
  let hasNews = false
  let failure: Error | undefined
  let wake = () => {}

  const source = client.subscribeToAll({
    fromPosition: from === START ? LOG_START : pointOf(from),
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
      received += 1
      if (event) take(recorded(event))
      count()
      if (waiting.length >= MAX_WAITING) source.pause()
    })
    .on('caughtUp', () => mark())
    .on('error', fail)
    .on('end', () => fail(new Error('The subscription has ended')))
    .on('close', () => fail(new Error('The subscription was closed')))
  const stop = () => wake()
  signal.addEventListener('abort', stop)

  function take(event: Recorded) {
    if (event.position <= upTo) return
    waiting.push(event)
    upTo = event.position
    wake()
  }
  function mark(position?: Position) {
    marks.push({ behind: received + source.readableLength, ...(position !== undefined && { position }) })
    count()
  }
  function count() {
    while (marks[0] && marks[0].behind <= received) {
      const { position } = marks.shift()!
      if (position === undefined) isLive = true
      else if (position > upTo) upTo = position
      hasNews = true
      wake()
    }
  }
  function fail(error: Error) {
    failure ??= error
    wake()
  }
  function next(): Batch {
    const events = waiting.splice(0, BATCH)
    const isAll = waiting.length === 0
    hasNews &&= !isAll
    if (source.isPaused() && waiting.length < MAX_WAITING / 2) source.resume()
    return { events, upTo: isAll ? upTo : events.at(-1)!.position, caughtUp: isAll && isLive }
  }

  try {
    while (!signal.aborted) {
      if (waiting.length > 0 || hasNews) yield next()
      else if (failure) throw failure
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    clearTimeout(unconfirmed)
    signal.removeEventListener('abort', stop)
    // The listeners stay: an error event without a listener would end the process.
    source.unsubscribe().catch(() => {})
    source.destroy()
  }
}
