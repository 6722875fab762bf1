import { ShopError } from '@shop/language/errors'

const AT_ONCE = 12
const MOST_WAITING = 60
/** In progress and waiting. A page sends its pictures one after the other. */
const MOST_OF_A_CLIENT = 6

/**
 * Runs a dozen uploads at a time, each of which holds at most one picture in memory. Those beyond wait for a place in the order they
 * came, so that many clients whose pictures are refused at once delay an honest one, and no more. Throws OVERLOADED when too many wait, in
 * all or of one client.
 */
export function createUploadPlaces() {
  const waiting: (() => void)[] = []
  const ofClient = new Map<string, number>()
  let inHand = 0

  async function place() {
    if (inHand < AT_ONCE) inHand += 1
    else await new Promise<void>((take) => waiting.push(take))
  }

  function leave() {
    const next = waiting.shift()
    if (next) next()
    else inHand -= 1
  }

  function count(client: string, change: 1 | -1) {
    const own = (ofClient.get(client) ?? 0) + change
    if (own > 0) ofClient.set(client, own)
    else ofClient.delete(client)
  }

  return async <Result>(client: string, upload: () => Promise<Result>): Promise<Result> => {
    if (waiting.length >= MOST_WAITING || (ofClient.get(client) ?? 0) >= MOST_OF_A_CLIENT)
      throw new ShopError('OVERLOADED', 'Too many pictures at once. Try again soon')
    count(client, 1)
    try {
      await place()
      try {
        return await upload()
      } finally {
        leave()
      }
    } finally {
      count(client, -1)
    }
  }
}
