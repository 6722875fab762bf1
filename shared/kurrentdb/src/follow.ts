import { setTimeout as sleep } from 'node:timers/promises'
import type { RecordedEvent } from '@eventstore/db-client'
import { type Position, type Recorded, START } from '@shop/language/events/event'
import { type Batch, LogWentBack } from '@shop/stores/event-store/event-store'
import { joinedAbort } from '@shop/stores/joined-abort'
import { logFact } from '@shop/stores/logger/logger'
import { isUnavailable } from './calls.ts'
import type { Call, Connection } from './connection.ts'
import { isOurs, positionOf } from './events.ts'
import { firstFrom, newestOf, type Read } from './reads.ts'
import { subscribe } from './subscription.ts'

const SHORTEST_PAUSE_MS = 20
const LONGEST_PAUSE_MS = 1_000
/** A follower checks this often, and at each new subscription, that the log still has the last yielded event. */
const LOOK_EVERY_MS = 30_000
/** A follower makes a call this often, because a subscription alone does not show that the node hangs. */
const ASK_EVERY_MS = 2_000
/** A server that has just started may not know the end of its log yet. */
const LOOK_AGAIN_MS = 1_000

type Reached = Readonly<{ upTo: Position; event?: Pick<Recorded, 'id' | 'position'> | undefined }>

/**
 * Subscribes again after each lost subscription: the server drops a subscription if its reader is too slow or the server shuts down. Throws
 * LogWentBack when the log no longer has the last yielded event.
 */
export async function* follow(
  connection: Connection,
  after: Position,
  signal: AbortSignal,
  timeLimitMs: number,
  { lookEveryMs = LOOK_EVERY_MS, lookAgainMs = LOOK_AGAIN_MS, askEveryMs = ASK_EVERY_MS } = {},
): AsyncGenerator<Batch> {
  let reached: Reached = { upTo: after }
  let failures = 0
  const reading = createReading(connection, signal, timeLimitMs)
  const whereToBegin = createLook(reading)

  /** Ends when the subscription is lost, or when the log seems to have gone back. */
  async function* oneSubscription(): AsyncGenerator<Batch> {
    const from = (await whereToBegin(reached)) ?? (await sleep(lookAgainMs, reached, { signal }).then(whereToBegin))
    if (from === undefined) throw new LogWentBack()
    const doubt = new AbortController()
    using _look = setInterval(async () => {
      if ((await whereToBegin(reached).catch(() => START)) === undefined) doubt.abort()
    }, lookEveryMs)
    using _ask = setInterval(() => reading(firstAt(reached.upTo)).catch(() => {}), askEveryMs)
    const { client, left } = connection.current()
    using until = joinedAbort(signal, doubt.signal, left)
    for await (const batch of subscribe(client, reached.upTo, until.signal, timeLimitMs, from)) {
      reached = { upTo: batch.upTo, event: batch.events.at(-1) ?? reached.event }
      failures = 0
      yield batch
    }
  }

  while (!signal.aborted) {
    try {
      yield* oneSubscription()
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof LogWentBack || !isUnavailable(error)) throw error
      if (failures === 0)
        logFact('warn', 'A subscription to the log was lost. A new subscription is made', {
          reason: (error as Error).message,
        })
      const pauseMs = Math.min(SHORTEST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS) * (0.5 + Math.random())
      failures += 1
      await sleep(pauseMs, undefined, { signal }).catch(() => {})
    }
  }
}

/**
 * Finds a safe start for a subscription: the position of the shop's newest event at or before `upTo`. The server skips one event at the
 * start of a subscription: the first event (version 23.10), or the first event that passes the filter (version 24). So this event must be
 * an event that the follower has seen. Undefined if the log does not reach `upTo`, or no longer has the last yielded event.
 */
function createLook(reading: Read) {
  return async ({ upTo, event }: Reached): Promise<Position | undefined> => {
    const found = await reading(firstAt(upTo))
    if (upTo === START) return START
    if (!found) return undefined
    const isOursAt = positionOf(found) === upTo && isOurs(found.streamId)
    const last = event?.position === upTo ? found : event && (await reading(firstAt(event.position)))
    if (last?.id !== event?.id) return undefined
    if (isOursAt) return upTo
    const newest = await newestOf(reading, isOurs, upTo)
    return newest ? positionOf(newest) : START
  }
}

const firstAt =
  (position: Position): Call<RecordedEvent | undefined> =>
  (client, signal) =>
    firstFrom(client, position, signal)

const createReading =
  (connection: Connection, signal: AbortSignal, timeLimitMs: number): Read =>
  (call) =>
    connection.attempt(timeLimitMs, async (client, late) => {
      using over = joinedAbort(late, signal)
      try {
        return await call(client, over.signal)
      } catch (error) {
        // An abort by the follower must not count as an unanswered call.
        signal.throwIfAborted()
        throw error
      }
    })
