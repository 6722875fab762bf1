import { ShopError } from '@shop/language/errors'
import { blockOf, clientOf, networkOf } from './address-keys.ts'
import { tooMany } from './limit.ts'

/** How much may be taken at the same time: by all clients together, by one client, and by one network. */
export type Shares = Readonly<{ all: number; client: number; network: number }>

/**
 * Takes an amount for an address, and returns a function that gives the amount back; undefined if too little is left. The limit of a
 * network must be less than the limit of all clients, so that something is left for other networks. `left`: each part of a network
 * (`blockOf`) can get this amount, even after other parts have used up the network's share.
 */
export function createShares({ all, client, network }: Partial<Shares>, left = 0) {
  const taken = new Map<string, number>()

  function change(key: string, amount: number) {
    const after = (taken.get(key) ?? 0) + amount
    if (after > 0) taken.set(key, after)
    else taken.delete(key)
  }

  return (address: string, amount = 1): (() => void) | undefined => {
    const [ofClient, ofNetwork] = [`client ${clientOf(address)}`, `network ${networkOf(address)}`]
    const ofBlock = `block ${blockOf(address)}`
    const isOver = (key: string, most = Number.POSITIVE_INFINITY) => (taken.get(key) ?? 0) + amount > most
    if (isOver('all', all) || isOver(ofClient, client)) return undefined
    if (isOver(ofNetwork, network) && isOver(ofBlock, left)) return undefined
    const keys = ['all', ofClient, ofNetwork, ofBlock]
    for (const key of keys) change(key, amount)
    return () => {
      for (const key of keys) change(key, -amount)
    }
  }
}

const AGAIN_AFTER_MS = 10_000

/** Each part of a network (`blockOf`) can get this many places, even after other parts have used up the network's share. */
const LEFT = 2

/** A listener can stay connected forever, so its client and its network have limits. */
export function createPlaces({ all, ...ofAddress }: Shares) {
  const takeOwn = createShares(ofAddress, LEFT)
  const takeAny = createShares({ all })

  /**
   * Returns a function that gives the place back. Throws RATE_LIMITED if the client or network has used up its share, and OVERLOADED if all
   * places are taken.
   */
  return (address: string): (() => void) => {
    const giveBack = takeOwn(address)
    if (!giveBack) throw tooMany('Too many pages are open from here. Close a few of them', AGAIN_AFTER_MS)
    const leave = takeAny(address)
    if (!leave) {
      giveBack()
      throw new ShopError('OVERLOADED', 'Too many pages are open right now. Try again soon')
    }
    return () => {
      leave()
      giveBack()
    }
  }
}
