import { networkOf } from './address-keys.ts'
import { createFairLine } from './fair-line.ts'

type Network = { inHand: number; readonly line: ReturnType<typeof createFairLine<() => void>> }

/** So many of each network are in hand at once. Further ones wait, its clients' in turn: none is refused, and other networks do not wait for them. */
export function createNetworkPlaces(most: number) {
  const networks = new Map<string, Network>()

  /** Takes a place, or waits for one; returns what gives it back. */
  return async (address: string): Promise<() => void> => {
    const key = networkOf(address)
    const network = networks.get(key) ?? { inHand: 0, line: createFairLine<() => void>() }
    networks.set(key, network)
    if (network.inHand < most) network.inHand += 1
    else await new Promise<void>((begin) => network.line.join(address, begin))

    return () => {
      const begin = network.line.next()
      if (begin) return begin()
      network.inHand -= 1
      if (network.inHand === 0) networks.delete(key)
    }
  }
}
