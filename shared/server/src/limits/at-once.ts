import { MAX_PICTURE_MIB } from '@shop/language/limits'
import type { QueueLimits } from './queue.ts'
import type { Shares } from './shares.ts'

/* TABLE: how much may happen at the same time (reliability 8.6). */

const MIB = 1024 * 1024
const PICTURE_BYTES = (MAX_PICTURE_MIB + 1) * MIB
/** A request that would wait for longer than this is refused immediately (reliability R14). */
const MOST_WAIT_MS = 500
const FULL = 'The shop has too many requests right now. Try again soon'

/**
 * `spentMs`: how much of a turn of the event loop may be used to start requests. A higher value delays answers that are ready; a lower
 * value starts fewer requests. `waitingOfClient`: how many requests of one client may wait.
 */
export const turns = { spentMs: 2, waitingOfClient: 512, full: FULL }

/**
 * Requests in progress whose bodies were received. `ofNetwork` is less than `atOnce`, so that other networks always have places. `present`
 * limits the memory for waiting requests. A higher `atOnce` would not be faster, because one process does all the work.
 */
const inFlight = { present: { network: 2048 }, mostWaitMs: MOST_WAIT_MS, full: FULL }
export const writes: QueueLimits = { atOnce: 64, ofNetwork: 40, ...inFlight }
export const reads: QueueLimits = { atOnce: 256, ofNetwork: 48, ...inFlight }

/** Memory for bodies that are being received. One client may send three pictures at the same time. */
export const bodyBytes: Shares = { all: 96 * MIB, client: 3 * PICTURE_BYTES, network: 9 * PICTURE_BYTES }
export const pictureBytes: number = PICTURE_BYTES

/** Requests to the API for the first views of pages. Over a limit, a page is sent without answers, and the browser requests the answers. */
export const pageAnswers: Shares = { all: 256, client: 24, network: 96 }

/** Password hashing has a lower limit than writes, so that a flood of sign-ins leaves places for other writes (reliability SEC3). */
export const passwords: QueueLimits = {
  atOnce: 2,
  present: { all: 56 },
  full: 'Too many people sign in right now. Try again soon',
}

/** Each upload has at most one picture in memory. */
export const uploads: QueueLimits = {
  atOnce: 12,
  present: { all: 72, client: 6, network: 24 },
  full: 'Too many pictures at once. Try again soon',
}

/** How many listeners may be connected: to live changes, and to the newest events of the log. */
export const liveListeners: Shares = { all: 1000, client: 100, network: 250 }
export const tailListeners: Shares = { all: 200, client: 40, network: 100 }
