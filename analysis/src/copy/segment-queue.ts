import type { createLeases } from './copy-view.ts'
import type { CountedTail } from './recover-copy.ts'
import type { createSegmentWriter } from './segment-writer.ts'
import { mergeable, type Segment } from './segments.ts'

/** Tails that wait to become segments; whoever adds more waits with them. */
const MOST_WAITING = 3

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
}>

/** Makes whole tails segments in the background, one after the other, and merges segments. */
export function createSegmentQueue({ parts, smallest, writer, leases, commit, closeTail }: Surroundings) {
  // A killed process may have left some that it was about to merge.
  let done = merge()
  let waiting = 0

  async function build(whole: CountedTail) {
    const { tail, counts } = whole
    await commit()
    const made = await writer.ofLines(tail.file, tail.first, tail.first + smallest - 1, counts)
    parts.segments = [...parts.segments, made]
    parts.tails = parts.tails.filter((one) => one !== whole)
    await closeTail(whole)
    await leases.retire(tail.file)
    await merge()
    waiting -= 1
  }

  async function merge() {
    for (let some = mergeable(parts.segments, smallest); some; some = mergeable(parts.segments, smallest)) {
      const merged = await writer.merged(some)
      parts.segments = [...parts.segments.slice(0, -some.length), merged]
      for (const { folder } of some) await leases.retire(folder)
    }
  }

  // `room` and `done` tell of a failure.
  done.catch(() => {})

  return {
    push(whole: CountedTail) {
      waiting += 1
      done = done.then(() => build(whole))
      done.catch(() => {})
    },
    /** Resolves when another tail may be begun. Throws what stopped the queue. */
    room: async () => {
      if (waiting >= MOST_WAITING) await done
    },
    /** Resolves when nothing waits. Throws what stopped the queue. */
    done: () => done,
  }
}
