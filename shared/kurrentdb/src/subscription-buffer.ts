import type { Position, Recorded } from '@shop/language/events/event'
import type { Batch } from '@shop/stores/event-store/event-store'
import { BATCH } from './reads.ts'

/** A checkpoint of the server, or "caught up" without a `position`. A mark counts as soon as `received` reaches `behind`. */
type Mark = Readonly<{ behind: number; position?: Position }>

/**
 * KurrentDB's client emits a checkpoint or "caught up" even while earlier events are still in its own buffer. If the checkpoint counted at
 * once, a follower would skip these events after a failure.
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
    waiting: () => waiting.length,
    /** A batch without events has a new position, or says "caught up". */
    hasBatch: () => waiting.length > 0 || hasNews,

    /** Call this for each message that comes out of the client's buffer, with or without an event. */
    take(event: Recorded | undefined) {
      received += 1
      if (event && event.position > upTo) {
        waiting.push(event)
        upTo = event.position
      }
      countMarks()
    },

    /**
     * Call this when the client emits a checkpoint or, without a position, "caught up". `inClient`: how many messages are still in the
     * client's buffer.
     */
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
