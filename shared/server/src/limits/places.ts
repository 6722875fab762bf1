import { ShopError } from '@shop/language/errors'
import { blockOf, clientOf, networkOf } from './address-keys.ts'
import { tooMany } from './limit.ts'

/** The most listeners that may be connected at the same time: in total, of one client, and of one network. */
export type Places = Readonly<{ all: number; ofClient: number; ofNetwork: number }>

const AGAIN_AFTER_MS = 10_000

/** Each part of a network (`blockOf`) can get this many places, even after other parts have used up the network's share. */
const LEFT = 2

/** A listener can stay connected forever, so its client and its network have limits. */
export function createPlaces({ all, ofClient, ofNetwork }: Places) {
  const taken = new Map<string, number>()
  const count = (key: string, more: 1 | -1) => {
    const now = (taken.get(key) ?? 0) + more
    if (now === 0) taken.delete(key)
    else taken.set(key, now)
  }

  /**
   * Returns a function that gives the place back. Throws RATE_LIMITED if the client or network has used up its share, and OVERLOADED if all
   * places are taken.
   */
  return (address: string): (() => void) => {
    const [client, network] = [`client ${clientOf(address)}`, `network ${networkOf(address)}`]
    const block = `block ${blockOf(address)}`
    const isNetworkFull = (taken.get(network) ?? 0) >= ofNetwork && (taken.get(block) ?? 0) >= LEFT
    if ((taken.get(client) ?? 0) >= ofClient || isNetworkFull)
      throw tooMany('Too many pages are open from here. Close a few of them', AGAIN_AFTER_MS)
    if ((taken.get('all') ?? 0) >= all)
      throw new ShopError('OVERLOADED', 'Too many pages are open right now. Try again soon')
    const keys = ['all', client, block, network]
    for (const key of keys) count(key, 1)
    return () => {
      for (const key of keys) count(key, -1)
    }
  }
}
