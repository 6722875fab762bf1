import { rm } from 'node:fs/promises'
import type { createLeases } from './copy-view.ts'
import type { CountedTail } from './recover-copy.ts'
import type { createSegmentWriter } from './segment-writer.ts'
import { areWhole, endsLarger, mergeable, removeSegment, type Segment } from './segments.ts'

/**
 * While more than this many full tails wait to become segments, no events are added. With a lower limit, the copy would pause each time
 * ten tails are made into one larger segment.
 */
const MOST_WAITING = 10

/** An interruption stops only the running statement, so `stop` interrupts repeatedly. */
const INTERRUPT_EVERY_MS = 20

/** The segments, then the tails, without gaps between their events. */
export type Parts = { segments: readonly Segment[]; tails: readonly CountedTail[] }

type Surroundings = Readonly<{
  parts: Parts
  /** Events in a segment of the lowest level. */
  smallest: number
  writer: ReturnType<typeof createSegmentWriter>
  leases: ReturnType<typeof createLeases>
  /** Called before a segment is made, because a segment must have only committed events. */
  commit: () => Promise<void>
  /** Closes a tail, but never during a commit. */
  closeTail: (tail: CountedTail) => Promise<void>
  onFailure: (error: unknown) => void
}>

export function createSegmentQueue(surroundings: Surroundings) {
  const { parts, smallest, writer, leases, commit, closeTail, onFailure } = surroundings
  let isStopped = false
  let lastWork = Promise.resolve()
  let waiting = 0

  function next(work: () => Promise<void>) {
    lastWork = lastWork.then(work)
    lastWork.catch((error) => isStopped || onFailure(error))
  }

  /** Resolves when no work waits or runs. Throws if the queue has failed, unless it was stopped. */
  const done = () =>
    lastWork.catch((error) => {
      if (!isStopped) throw error
    })

  async function build(tails: readonly CountedTail[]) {
    if (isStopped) return
    await commit()
    const made = await writer.ofLines(tails, smallest)
    parts.segments = [...parts.segments, made]
    parts.tails = parts.tails.filter((one) => !tails.includes(one))
    for (const whole of tails) {
      await closeTail(whole)
      await leases.retire(() => rm(whole.tail.file, { force: true }))
    }
    await merge()
    waiting -= tails.length
  }

  async function merge() {
    for (;;) {
      const some = mergeable(parts.segments, smallest)
      if (!some || isStopped) return
      const merged = await writer.merged(some)
      parts.segments = [...parts.segments.slice(0, -some.length), merged]
      for (const { folder } of some) await leases.retire(() => removeSegment(folder))
    }
  }

  // A killed process may have left segments that it was about to merge.
  next(merge)
  const gathering = createGathering(smallest, (tails) => {
    waiting += tails.length
    next(() => build(tails))
  })

  return {
    ...gathering,
    done,
    /** Resolves when another tail may begin, or the queue has stopped. Throws if the queue has failed. */
    room: async () => {
      if (waiting > MOST_WAITING) await done()
    },
    /** Ends the running work. The next start of the shop does the remaining work. */
    async stop() {
      isStopped = true
      using _interrupting = setInterval(writer.interrupt, INTERRUPT_EVERY_MS)
      await done()
    },
  }
}

/**
 * Collects full tails while the copy catches up. If ten tails cover exactly one segment of the next level, they become this segment. All
 * other tails become segments of the lowest level, which are merged later.
 */
function createGathering(smallest: number, make: (tails: readonly CountedTail[]) => void) {
  let isGathering = true
  let gathered: readonly CountedTail[] = []

  function makeAll() {
    const tails = gathered
    gathered = []
    const firsts = tails.map(({ tail }) => tail.first)
    if (areWhole(firsts, smallest)) make(tails)
    else for (const one of tails) make([one])
  }

  return {
    push(whole: CountedTail) {
      gathered = [...gathered, whole]
      if (!isGathering || endsLarger(whole.tail.first + smallest - 1, smallest)) makeAll()
    },
    gatherNoMore() {
      isGathering = false
      makeAll()
    },
  }
}
