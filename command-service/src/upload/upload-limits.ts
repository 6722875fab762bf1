import { ShopError } from '@shop/language/errors'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

const ONE_MINUTE_SECONDS = 60
const ACCEPTED = 10
const ATTEMPTED = 60
const AT_ONCE = 12

/**
 * Ten pictures a minute from one address, sixty attempts, and a dozen in progress in all: each holds at most one picture
 * in memory. Throws RATE_LIMITED or OVERLOADED.
 */
export function createUploadLimits(on: boolean) {
  const accepted = new RateLimiterMemory({ points: ACCEPTED, duration: ONE_MINUTE_SECONDS })
  const attempted = new RateLimiterMemory({ points: ATTEMPTED, duration: ONE_MINUTE_SECONDS })
  let inHand = 0

  return async <Result>(address: string, upload: () => Promise<Result>): Promise<Result> => {
    if (on) await take(attempted, address)
    if (on) await take(accepted, address)
    try {
      if (inHand >= AT_ONCE) throw new ShopError('OVERLOADED', 'Too many pictures at once. Try again soon')
      inHand += 1
      try {
        return await upload()
      } finally {
        inHand -= 1
      }
    } catch (error) {
      if (on) await accepted.reward(address)
      throw error
    }
  }
}

async function take(limiter: RateLimiterMemory, key: string) {
  try {
    await limiter.consume(key)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    throw new ShopError('RATE_LIMITED', 'Too many pictures from here. Try again in a minute', {
      details: { retryAfter: Math.ceil(refusal.msBeforeNext / 1000) },
    })
  }
}
