import { ShopError } from '@shop/language/errors'
import { clientOf, networkOf } from './address-keys.ts'
import { tooMany } from './limit.ts'

/** How many may listen at once, and how many of them with one address and from one network. */
export type Places = Readonly<{ all: number; ofClient: number; ofNetwork: number }>

const AGAIN_AFTER_MS = 10_000

/** The places of those who listen for as long as they like: no client and no network can take them all. */
export function createPlaces({ all, ofClient, ofNetwork }: Places) {
  const taken = new Map<string, number>()
  const count = (key: string, more: 1 | -1) => {
    const now = (taken.get(key) ?? 0) + more
    if (now === 0) taken.delete(key)
    else taken.set(key, now)
  }

  /** Takes a place and returns what gives it back. Throws RATE_LIMITED when the share is taken, OVERLOADED when all are. */
  return (address: string): (() => void) => {
    const [client, network] = [`client ${clientOf(address)}`, `network ${networkOf(address)}`]
    if ((taken.get(client) ?? 0) >= ofClient || (taken.get(network) ?? 0) >= ofNetwork)
      throw tooMany('Too many listen from here already. Close a few pages', AGAIN_AFTER_MS)
    if ((taken.get('all') ?? 0) >= all)
      throw new ShopError('OVERLOADED', 'Too many are listening right now. Try again soon')
    const keys = ['all', client, network]
    for (const key of keys) count(key, 1)
    return () => {
      for (const key of keys) count(key, -1)
    }
  }
}
