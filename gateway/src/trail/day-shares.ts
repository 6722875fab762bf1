import { TRAIL_ROWS_A_DAY } from '@shop/server/limits/sizes'

/** Each of the first clients and networks, up to this number, has its own count. All other clients and networks share one count. */
const MOST_KNOWN = 100_000
const ALL_OTHERS = 'all others'

/** Limits the rows of each client and network on a day, so that one client cannot use up the space. The keys do not identify a person. */
export function createDayShares() {
  const taken = new Map<string, number>()

  function countOf(key: string, most: number) {
    const known = taken.has(key) || taken.size < MOST_KNOWN ? key : ALL_OTHERS
    const count = taken.get(known) ?? 0
    return { isLeft: count < most, take: () => taken.set(known, count + 1) }
  }

  return {
    take(client: string, network: string): boolean {
      const counts = [
        countOf(`client ${client}`, TRAIL_ROWS_A_DAY.client),
        countOf(`network ${network}`, TRAIL_ROWS_A_DAY.network),
      ]
      if (!counts.every(({ isLeft }) => isLeft)) return false
      for (const { take } of counts) take()
      return true
    },
  }
}
