type Entry<What> = Readonly<{ atMs: number; what: What }>

/** Acts with the same time stay in the order in which they were added. */
export function createAgenda<What>() {
  const entries: Entry<What>[] = []

  return {
    put(atMs: number, what: What) {
      entries.splice(placeAfter(atMs), 0, { atMs, what })
    },
    takeBefore(untilMs: number): Entry<What> | undefined {
      const [first] = entries
      return first && first.atMs < untilMs ? entries.shift() : undefined
    },
    remaining: (): readonly Entry<What>[] => entries,
  }

  function placeAfter(atMs: number) {
    let [low, high] = [0, entries.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (entries[middle]!.atMs <= atMs) low = middle + 1
      else high = middle
    }
    return low
  }
}
