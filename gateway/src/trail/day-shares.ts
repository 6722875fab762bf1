/** So many things are kept of one client on one day, and of all clients of one network together. */
const MOST_OF_CLIENT = 600
const MOST_OF_NETWORK = 3_000
/** Clients and networks that are counted on one day; whoever comes then shares one count. */
const MOST_KNOWN = 100_000
const ALL_OTHERS = 'all others'

/** How much of a day's trail is one client's, so that nobody takes the place of all others. Keys reveal nothing of whose they are. */
export function createDayShares() {
  const taken = new Map<string, number>()

  /** Of what the key has had; `most` of it at most. */
  function countOf(key: string, most: number) {
    const known = taken.has(key) || taken.size < MOST_KNOWN ? key : ALL_OTHERS
    const count = taken.get(known) ?? 0
    return { isLeft: count < most, take: () => taken.set(known, count + 1) }
  }

  return {
    /** Counts one more thing of a client; false when it, or its network, has had what is kept of it. */
    take(client: string, network: string): boolean {
      const counts = [countOf(`client ${client}`, MOST_OF_CLIENT), countOf(`network ${network}`, MOST_OF_NETWORK)]
      if (!counts.every(({ isLeft }) => isLeft)) return false
      for (const { take } of counts) take()
      return true
    },
  }
}
