import { clientOf, networkOf } from './address-keys.ts'

/**
 * Those who wait, taken out so that the networks come in turn, in each its clients, and of one client whoever came first: what many clients of one
 * network send at once delays the others by one of theirs, not by all of them.
 */
export function createFairLine<Item>() {
  /** By network, then by client; whose turn is next comes first. */
  const waiting = new Map<string, Map<string, Item[]>>()

  return {
    /** Throws nothing away: how many wait is for the caller to bound. */
    join(address: string, item: Item) {
      const [client, network] = [clientOf(address), networkOf(address)]
      const clients = waiting.get(network) ?? new Map<string, Item[]>()
      const line = clients.get(client) ?? []
      line.push(item)
      waiting.set(network, clients.set(client, line))
    },

    /** Takes out whoever is next; undefined when nobody waits. */
    next(): Item | undefined {
      const [first] = waiting
      if (!first) return undefined
      const [network, clients] = first
      const [client, line] = [...clients.entries()][0]!
      const item = line.shift()
      clients.delete(client)
      if (line.length > 0) clients.set(client, line)
      waiting.delete(network)
      if (clients.size > 0) waiting.set(network, clients)
      return item
    },

    /** How many of an address's client wait. */
    waitingOf: (address: string) => waiting.get(networkOf(address))?.get(clientOf(address))?.length ?? 0,
  }
}
