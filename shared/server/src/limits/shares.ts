import { blockOf, clientOf, networkOf } from './address-keys.ts'

/** How much may be taken at the same time: by all clients together, by one client, and by one network. */
export type Shares = Readonly<{ all: number; client: number; network: number }>

const UNBOUNDED: Shares = {
  all: Number.POSITIVE_INFINITY,
  client: Number.POSITIVE_INFINITY,
  network: Number.POSITIVE_INFINITY,
}

/**
 * Takes an amount for an address, and returns a function that gives the amount back; undefined if too little is left. The limit of a
 * network must be less than the limit of all clients, so that something is left for other networks. `left`: each part of a network
 * (`blockOf`) can get this amount, even after other parts have used up the network's share.
 */
export function createShares(limits: Partial<Shares>, left = 0) {
  const { all, client, network } = { ...UNBOUNDED, ...limits }
  const taken = new Map<string, number>()

  function change(key: string, amount: number) {
    const after = (taken.get(key) ?? 0) + amount
    if (after > 0) taken.set(key, after)
    else taken.delete(key)
  }

  return (address: string, amount = 1): (() => void) | undefined => {
    const [ofClient, ofNetwork] = [`client ${clientOf(address)}`, `network ${networkOf(address)}`]
    const ofBlock = `block ${blockOf(address)}`
    const isOver = (key: string, most: number) => (taken.get(key) ?? 0) + amount > most
    if (isOver('all', all) || isOver(ofClient, client)) return undefined
    if (isOver(ofNetwork, network) && isOver(ofBlock, left)) return undefined
    const keys = ['all', ofClient, ofNetwork, ofBlock]
    for (const key of keys) change(key, amount)
    return () => {
      for (const key of keys) change(key, -amount)
    }
  }
}
