import { clientOf, networkOf } from './address-keys.ts'

type Network<Item> = { count: number; readonly clients: Map<string, Item[]> }

/**
 * Those who wait, taken out so that the networks come in turn, in each its clients, and of one client whoever came first: what many clients of one
 * network send at once delays the others by one of theirs, not by all of them.
 */
export function createFairLine<Item>() {
  /** By network, then by client; whose turn is next comes first. */
  const waiting = new Map<string, Network<Item>>()

  const waitingOf = (address: string) => waiting.get(networkOf(address))?.clients.get(clientOf(address))?.length ?? 0

  return {
    /** Refuses nobody: the caller bounds how many wait. */
    join(address: string, item: Item) {
      const [client, key] = [clientOf(address), networkOf(address)]
      const network = waiting.get(key) ?? { count: 0, clients: new Map<string, Item[]>() }
      const line = network.clients.get(client) ?? []
      line.push(item)
      network.clients.set(client, line)
      network.count += 1
      waiting.set(key, network)
    },

    /** Takes out whoever is next of the networks that may go on; undefined when none of them waits. */
    next(mayGoOn: (network: string) => boolean = () => true): Item | undefined {
      for (const [key, network] of waiting) {
        if (!mayGoOn(key)) continue
        // The first alone: a list of all would cost as much as there are clients, for each that is taken out.
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

    /** How many of an address's client wait. */
    waitingOf,

    /** How many at most come before one that joins now. */
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
