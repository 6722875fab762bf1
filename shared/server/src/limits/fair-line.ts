import { clientOf, networkOf } from './address-keys.ts'

type Network<Item> = { count: number; readonly clients: Map<string, Item[]> }

/** A waiting line. The networks take turns. In each network its clients take turns, and the items of a client stay in order. */
export function createFairLine<Item>() {
  /** The network or client whose turn is next comes first. */
  const waiting = new Map<string, Network<Item>>()

  const waitingOf = (address: string) => waiting.get(networkOf(address))?.clients.get(clientOf(address))?.length ?? 0

  return {
    /** Never refuses an item, so the caller must limit how many items wait. */
    join(address: string, item: Item) {
      const [client, key] = [clientOf(address), networkOf(address)]
      const network = waiting.get(key) ?? { count: 0, clients: new Map<string, Item[]>() }
      const line = network.clients.get(client) ?? []
      line.push(item)
      network.clients.set(client, line)
      network.count += 1
      waiting.set(key, network)
    },

    next(mayGoOn: (network: string) => boolean = () => true): Item | undefined {
      for (const [key, network] of waiting) {
        if (!mayGoOn(key)) continue
        const [client, line] = network.clients.entries().next().value!
        const item = line.shift()
        network.clients.delete(client)
        if (line.length > 0) network.clients.set(client, line)
        waiting.delete(key)
        network.count -= 1
        if (network.count > 0) waiting.set(key, network)
        return item
      }
    },

    waitingOf,

    /** The most items that can come before an item that joins now. */
    ahead(address: string): number {
      const [client, key] = [clientOf(address), networkOf(address)]
      const turn = waitingOf(address) + 1
      let neighbours = turn - 1
      for (const [other, line] of waiting.get(key)?.clients ?? [])
        if (other !== client) neighbours += Math.min(line.length, turn)
      let all = neighbours
      for (const [other, { count }] of waiting) if (other !== key) all += Math.min(count, neighbours + 1)
      return all
    },
  }
}
