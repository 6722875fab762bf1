const COUNTED_EVERY_MS = 60_000
const COUNTED_WHEN_FULL_EVERY_MS = 1000

type Counted = { bytes: number }

/**
 * The space that pictures may take before a product refers to them. What is there is counted once a minute, and what is taken meanwhile
 * is added, so that an upload costs the same however many wait. Before one is refused it is counted anew, at most once a second. What other processes
 * write into the same folder is seen at the next count.
 */
export function createPendingSpace(
  count: () => Promise<number>,
  mostBytes: number,
  { now = () => performance.now() }: { now?: () => number } = {},
) {
  let last: Promise<Counted> | undefined
  let lastMs = 0

  function counted(everyMs: number): Promise<Counted> {
    if (last && now() - lastMs < everyMs) return last
    lastMs = now()
    const counting = count().then((bytes) => ({ bytes }))
    counting.catch(() => {
      if (last === counting) last = undefined
    })
    last = counting
    return counting
  }

  /** Whether there is space for so many bytes, which are then taken. */
  return async (bytes: number): Promise<boolean> => {
    for (const everyMs of [COUNTED_EVERY_MS, COUNTED_WHEN_FULL_EVERY_MS]) {
      const there = await counted(everyMs)
      if (there.bytes + bytes > mostBytes) continue
      there.bytes += bytes
      return true
    }
    return false
  }
}
