import { rm } from 'node:fs/promises'
import type { createLeases } from './copy-view.ts'
import type { CountedTail } from './recover-copy.ts'
import type { createSegmentWriter } from './segment-writer.ts'
import { areWhole, endsLarger, mergeable, removeSegment, type Segment } from './segments.ts'

/** Tails that become segments, or wait for it; whoever adds more waits with them. So one larger segment is made while the next is read. */
const MOST_WAITING = 10

/** An interruption takes what the engine does at that moment, which may be nothing yet. */
const INTERRUPT_EVERY_MS = 20

/** Of what a copy consists now: ranges of events that follow each other. */
export type Parts = { segments: readonly Segment[]; tails: readonly CountedTail[] }

type Surroundings = Readonly<{
  parts: Parts
  /** Events of a segment of the lowest level. */
  smallest: number
  writer: ReturnType<typeof createSegmentWriter>
  leases: ReturnType<typeof createLeases>
  /** Puts all that was added on the disk: a segment must not have what the copy does not say it has. */
  commit: () => Promise<void>
  /** Closes a tail when nothing is being committed. */
  closeTail: (tail: CountedTail) => Promise<void>
  /** Told at once what the queue cannot go on after. */
  onFailure: (error: unknown) => void
}>

/** Makes whole tails segments in the background, one after the other, and merges segments. */
export function createSegmentQueue(surroundings: Surroundings) {
  const { parts, smallest, writer, leases, commit, closeTail, onFailure } = surroundings
  const stopped = Promise.withResolvers<void>()
  let isStopped = false
  let done = Promise.resolve()
  let waiting = 0

  function next(work: () => Promise<void>) {
    done = done.then(work)
    done.catch((error) => isStopped || onFailure(error))
  }

  /** Makes one segment of tails that follow each other. */
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

  // A killed process may have left some that it was about to merge.
  next(merge)
  const gathering = createGathering(smallest, (tails) => {
    waiting += tails.length
    next(() => build(tails))
  })

  return {
    ...gathering,
    /** Resolves when another tail may be begun, or nothing becomes a segment any more. Throws what the queue failed with. */
    room: async () => {
      if (waiting > MOST_WAITING) await Promise.race([stopped.promise, done])
    },
    /** Resolves when nothing waits, or when it was stopped. Throws what the queue failed with. */
    done: () => Promise.race([stopped.promise, done]),
    /** Interrupts what is being made and makes nothing more: at the next start it goes on. Resolves when nothing is under way. */
    async stop() {
      isStopped = true
      stopped.resolve()
      const interrupting = setInterval(writer.interrupt, INTERRUPT_EVERY_MS)
      await done.catch(() => {})
      clearInterval(interrupting)
    },
  }
}

/** Gathers whole tails, as long as more are about to come: as many as a larger segment has are made one, without merging. */
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
    /** A tail that is whole. */
    push(whole: CountedTail) {
      gathered = [...gathered, whole]
      if (!isGathering || endsLarger(whole.tail.first + smallest - 1, smallest)) makeAll()
    },
    /** From now on each tail becomes a segment at once. */
    gatherNoMore() {
      isGathering = false
      makeAll()
    },
  }
}
