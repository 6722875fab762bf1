import type { Position, Recorded } from '@shop/language/events/event'
import type { Batch } from '@shop/stores/event-store/event-store'
import { BATCH } from './reads.ts'

/** A checkpoint, if it has a position; else "caught up". It counts once this many messages were received from the client. */
type Mark = Readonly<{ behind: number; position?: Position }>

/**
 * The events of a subscription that wait for its consumer, and how far it has read the log.
 *
 * The client emits checkpoints and "caught up" before events that are still in its own buffer. Each is stored as a mark that counts only
 * after those events have come out. A checkpoint that counted earlier would skip them after a failure.
 */
export function createSubscriptionBuffer(after: Position) {
  const waiting: Recorded[] = []
  const marks: Mark[] = []
  let received = 0
  let upTo = after
  let isLive = false
  let hasNews = false

  function countMarks() {
    while (marks[0] && marks[0].behind <= received) {
      const { position } = marks.shift()!
      if (position === undefined) isLive = true
      else if (position > upTo) upTo = position
      hasNews = true
    }
  }

  return {
    /** The number of waiting events. */
    waiting: () => waiting.length,
    /** Whether there is a batch: events, or a position or "caught up" without events. */
    hasBatch: () => waiting.length > 0 || hasNews,

    /** One more message came out of the client's buffer, with or without an event. */
    take(event: Recorded | undefined) {
      received += 1
      if (event && event.position > upTo) {
        waiting.push(event)
        upTo = event.position
      }
      countMarks()
    },

    /** The client has emitted a checkpoint, or "caught up" without a position, with this many messages still in its own buffer. */
    mark(inClient: number, position?: Position) {
      marks.push({ behind: received + inClient, ...(position !== undefined && { position }) })
      countMarks()
    },

    next(): Batch {
      const events = waiting.splice(0, BATCH)
      const isAll = waiting.length === 0
      hasNews &&= !isAll
      return { events, upTo: isAll ? upTo : events.at(-1)!.position, caughtUp: isAll && isLive }
    },
  }
}
