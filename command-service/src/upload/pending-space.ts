const COUNTED_EVERY_MS = 1000

type Counted = { bytes: number }

/**
 * The space that pictures may take before a product refers to them. What is there is counted at most once a second, and what is taken meanwhile
 * is added, so that an upload costs the same however many wait, and what other processes write into the same folder is seen soon.
 */
export function createPendingSpace(
  count: () => Promise<number>,
  mostBytes: number,
  { now = () => performance.now() }: { now?: () => number } = {},
) {
  let last: Promise<Counted> | undefined
  let lastMs = 0

  function counted(): Promise<Counted> {
    if (last && now() - lastMs < COUNTED_EVERY_MS) return last
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
    const there = await counted()
    if (there.bytes + bytes > mostBytes) return false
    there.bytes += bytes
    return true
  }
}
