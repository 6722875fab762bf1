import { ShopError } from '@shop/language/errors'
import { clientOf } from '@shop/server/limits/address-keys'
import { createLimit } from '@shop/server/limits/limit'
import type { Counters } from '@shop/stores/counters/counters'

const ONE_MINUTE_SECONDS = 60
const ACCEPTED = { name: 'uploads', points: 10, seconds: ONE_MINUTE_SECONDS }
const ATTEMPTED = { name: 'attempted uploads', points: 60, seconds: ONE_MINUTE_SECONDS }
const TOO_MANY = 'Too many pictures from here. Try again in a minute'
const AT_ONCE = 12

/**
 * Ten pictures a minute from one client, sixty attempts, and a dozen in progress in all: each holds at most one picture
 * in memory. Throws RATE_LIMITED or OVERLOADED.
 */
export function createUploadLimits(counters: Counters) {
  const accepted = createLimit(counters, ACCEPTED, TOO_MANY)
  const attempted = createLimit(counters, ATTEMPTED, TOO_MANY)
  let inHand = 0

  return async <Result>(address: string, upload: () => Promise<Result>): Promise<Result> => {
    const client = clientOf(address)
    await attempted.take(client)
    await accepted.take(client)
    try {
      if (inHand >= AT_ONCE) throw new ShopError('OVERLOADED', 'Too many pictures at once. Try again soon')
      inHand += 1
      try {
        return await upload()
      } finally {
        inHand -= 1
      }
    } catch (error) {
      await accepted.giveBack(client)
      throw error
    }
  }
}
