import { rm } from 'node:fs/promises'
import type { createLeases } from './copy-view.ts'
import type { CountedTail } from './recover-copy.ts'
import type { createSegmentWriter } from './segment-writer.ts'
import { mergeable, removeSegment, type Segment } from './segments.ts'

/** Tails that wait to become segments; whoever adds more waits with them. */
const MOST_WAITING = 3

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

  async function build(whole: CountedTail) {
    if (isStopped) return
    const { tail, counts } = whole
    await commit()
    const made = await writer.ofLines(tail.file, tail.first, tail.first + smallest - 1, counts)
    parts.segments = [...parts.segments, made]
    parts.tails = parts.tails.filter((one) => one !== whole)
    await closeTail(whole)
    await leases.retire(() => rm(tail.file, { force: true }))
    await merge()
    waiting -= 1
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

  return {
    push(whole: CountedTail) {
      waiting += 1
      next(() => build(whole))
    },
    /** Resolves when another tail may be begun, or nothing becomes a segment any more. Throws what the queue failed with. */
    room: async () => {
      if (waiting >= MOST_WAITING) await Promise.race([stopped.promise, done])
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
