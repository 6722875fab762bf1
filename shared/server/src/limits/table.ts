import { MAX_PICTURE_MIB } from '@shop/language/api/limits'
import type { Places } from './places.ts'
import type { QueueLimits } from './queue.ts'
import type { Shares } from './shares.ts'

/*
 * TABLE: how much may happen at once (reliability 8.6). Limits of how often something may happen are counters, with their budgets where
 * they count.
 */

const MIB = 1024 * 1024
/** A picture with the form around it. */
const PICTURE_BYTES = (MAX_PICTURE_MIB + 1) * MIB
/** A request that would wait for longer is refused at once (reliability R14). */
const MOST_WAIT_MS = 500
const FULL = 'The shop is full right now. Try again soon'

/**
 * Requests are started until this much time of a turn of the event loop is spent. 512 waiting requests are more than a client's budget in
 * any second, and more than the files of a few pages at once.
 */
export const turns = { spentMs: 2, waitingOfClient: 512, full: FULL }

/**
 * Requests in flight, with their bodies received. The share of a network always leaves some for all others. The limit of present requests
 * only bounds memory: no office and no mobile network has that many in flight.
 */
const inFlight = { present: { network: 2048 }, mostWaitMs: MOST_WAIT_MS, full: FULL }
export const writes: QueueLimits = { atOnce: 64, ofNetwork: 40, ...inFlight }
export const reads: QueueLimits = { atOnce: 256, ofNetwork: 48, ...inFlight }

/** Memory for bodies being received. One client may have three pictures. */
export const bodyBytes: Shares = { all: 96 * MIB, client: 3 * PICTURE_BYTES, network: 9 * PICTURE_BYTES }
export const pictureBytes: number = PICTURE_BYTES

/** Answers that pages wait for. */
export const pageAnswers: Shares = { all: 256, client: 24, network: 96 }

/** Password hashing. Fewer may be present than concurrent writes, so that a flood of sign-ins leaves room for other writes. */
export const passwords: QueueLimits = {
  atOnce: 2,
  present: { all: 56 },
  full: 'Too many people sign in right now. Try again soon',
}

/** Uploads. Each holds at most one picture in memory. A page sends its pictures one after the other. */
export const uploads: QueueLimits = {
  atOnce: 12,
  present: { all: 72, client: 6, network: 24 },
  full: 'Too many pictures at once. Try again soon',
}

/** Listeners, who stay as long as they like. */
export const liveListeners: Places = { all: 1000, ofClient: 100, ofNetwork: 250 }
export const tailListeners: Places = { all: 200, ofClient: 40, ofNetwork: 100 }
