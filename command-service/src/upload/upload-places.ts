import { ShopError } from '@shop/language/errors'
import { createShares } from '@shop/server/limits/shares'

/** In progress and waiting, in all and of one. A page sends its pictures one after the other. */
const PLACES = { all: 72, client: 6, network: 24 }
const AT_ONCE = 12

/**
 * Runs a dozen uploads at a time, each of which holds at most one picture in memory. Those beyond wait for a place in the order they
 * came, so that many clients whose pictures are refused at once delay an honest one, and no more. Throws OVERLOADED when too many wait, in
 * all, of one client or of its network.
 */
export function createUploadPlaces() {
  const take = createShares(PLACES)
  const waiting: (() => void)[] = []
  let inHand = 0

  async function place() {
    if (inHand < AT_ONCE) inHand += 1
    else await new Promise<void>((begin) => waiting.push(begin))
  }

  function leave() {
    const next = waiting.shift()
    if (next) next()
    else inHand -= 1
  }

  return async <Result>(address: string, upload: () => Promise<Result>): Promise<Result> => {
    const giveBack = take(address)
    if (!giveBack) throw new ShopError('OVERLOADED', 'Too many pictures at once. Try again soon')
    try {
      await place()
      try {
        return await upload()
      } finally {
        leave()
      }
    } finally {
      giveBack()
    }
  }
}
