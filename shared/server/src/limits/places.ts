import { ShopError } from '@shop/language/errors'
import { tooMany } from './limit.ts'
import { createShares, type Shares } from './shares.ts'

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
    if (leave)
      return () => {
        leave()
        giveBack()
      }
    giveBack()
    throw new ShopError('OVERLOADED', 'Too many pages are open right now. Try again soon')
  }
}
