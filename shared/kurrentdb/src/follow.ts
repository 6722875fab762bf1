import { setTimeout as sleep } from 'node:timers/promises'
import type { EventStoreDBClient } from '@eventstore/db-client'
import { type Position, type Recorded, START } from '@shop/language/events/event'
import { logFact } from '@shop/logger/logger'
import { type Batch, LogWentBack } from '@shop/stores/event-store/event-store'
import { joinedAbort } from '@shop/stores/joined-abort'
import { within } from '@shop/stores/time-limit'
import { isUnavailable } from './calls.ts'
import { isOurs, positionOf } from './events.ts'
import { firstFrom, newestOf } from './reads.ts'
import { subscribe } from './subscription.ts'

const SHORTEST_PAUSE_MS = 20
const LONGEST_PAUSE_MS = 5_000
/** How often a follower makes sure that the log still holds what it was handed, besides at each subscription. */
const LOOK_EVERY_MS = 30_000
/** A server that has just come up may not know its own end yet. */
const LOOK_AGAIN_MS = 1_000

/** How far the log was looked at, and the last event that was handed out since the follower began. */
type Reached = Readonly<{ upTo: Position; event?: Pick<Recorded, 'id' | 'position'> | undefined }>

/**
 * Follows the log over as many subscriptions as needed. The server drops one whose reader lags, or when it shuts down,
 * and none resumes by itself: the next one begins after the last event that was yielded. Throws LogWentBack when that
 * is no longer in the log, which is found out at each subscription, and now and then.
 */
export async function* follow(
  client: EventStoreDBClient,
  after: Position,
  signal: AbortSignal,
  timeLimitMs: number,
  { lookEveryMs = LOOK_EVERY_MS, lookAgainMs = LOOK_AGAIN_MS } = {},
): AsyncGenerator<Batch> {
  let reached: Reached = { upTo: after }
  let failures = 0
  const whereToBegin = createLook(client, signal, timeLimitMs)
  while (!signal.aborted) {
    try {
      let from = await whereToBegin(reached)
      if (from === undefined) {
        await sleep(lookAgainMs, undefined, { signal })
        from = await whereToBegin(reached)
      }
      if (from === undefined) throw new LogWentBack()
      const doubt = new AbortController()
      const look = setInterval(async () => {
        if ((await whereToBegin(reached).catch(() => START)) === undefined) doubt.abort()
      }, lookEveryMs)
      using until = joinedAbort(signal, doubt.signal)
      try {
        for await (const batch of subscribe(client, reached.upTo, until.signal, timeLimitMs, from)) {
          reached = { upTo: batch.upTo, event: batch.events.at(-1) ?? reached.event }
          failures = 0
          yield batch
        }
      } finally {
        clearInterval(look)
      }
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof LogWentBack || !isUnavailable(error)) throw error
      if (failures === 0)
        logFact('warn', 'A subscription to the log was lost, another is made', { reason: (error as Error).message })
      const pauseMs = Math.min(SHORTEST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS) * (0.5 + Math.random())
      failures += 1
      await sleep(pauseMs, undefined, { signal }).catch(() => {})
    }
  }
}

/**
 * Tells where the server is to begin: at the shop's newest event at a position or before it. A server begins after the first
 * event that it finds from the position on (23.10), or after the first that passes the filter (24): if the position is a
 * checkpoint at another application's event, or at one that was scavenged since, that would be an event of the shop, which
 * would be skipped. Undefined when the log does not reach as far, or has another event where the last one was handed out.
 */
function createLook(client: EventStoreDBClient, signal: AbortSignal, timeLimitMs: number) {
  const reading = <T>(read: (signal: AbortSignal) => Promise<T>) =>
    within(timeLimitMs, async (late) => {
      using over = joinedAbort(late, signal)
      return await read(over.signal)
    })
  const firstAt = (position: Position) => reading((signal) => firstFrom(client, position, signal))

  return async ({ upTo, event }: Reached): Promise<Position | undefined> => {
    if (upTo === START) return START
    const found = await firstAt(upTo)
    if (!found) return undefined
    const isOursAt = positionOf(found) === upTo && isOurs(found.streamId)
    const last = event?.position === upTo ? found : event && (await firstAt(event.position))
    if (last?.id !== event?.id) return undefined
    if (isOursAt) return upTo
    const newest = await newestOf(client, reading, isOurs, upTo)
    return newest ? positionOf(newest) : START
  }
}
