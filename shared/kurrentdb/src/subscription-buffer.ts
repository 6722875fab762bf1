import type { Position, Recorded } from '@shop/language/events/event'
import type { Batch } from '@shop/stores/event-store/event-store'
import { BATCH } from './reads.ts'

/** "Caught up", or with a position: a checkpoint. It counts once this many messages were taken from the client. */
type Mark = Readonly<{ behind: number; position?: Position }>

/**
 * The events of a subscription that wait for its consumer, and how far it has read the log.
 *
 * The client emits checkpoints and "caught up" ahead of the events that are still in its own buffer: each is a mark
 * that counts only after those have come out. A checkpoint that counted earlier would skip them after a failure.
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
    /** How many events wait. */
    waiting: () => waiting.length,
    /** Whether a batch can be taken: events, or a position or "caught up" without any. */
    hasBatch: () => waiting.length > 0 || hasNews,

    /** One more message has come out of the client's buffer, with an event unless it has none. */
    take(event: Recorded | undefined) {
      received += 1
      if (event && event.position > upTo) {
        waiting.push(event)
        upTo = event.position
      }
      countMarks()
    },

    /** The client has emitted a checkpoint, or "caught up" if there is no position, with so many messages still in its own buffer. */
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
