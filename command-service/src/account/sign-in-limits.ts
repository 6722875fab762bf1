import { isIPv6 } from 'node:net'
import { ShopError } from '@shop/language/errors'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

const QUARTER_HOUR_SECONDS = 15 * 60
const FOUR_HOURS_SECONDS = 4 * 60 * 60

/**
 * Limits guessing: ten failures in a quarter of an hour for an account from one network, a hundred for the
 * network. An account is never locked: its owner signs in from elsewhere.
 */
export function createSignInLimits(on: boolean) {
  const perAccount = new RateLimiterMemory({ points: 10, duration: QUARTER_HOUR_SECONDS })
  const perNetwork = new RateLimiterMemory({ points: 100, duration: QUARTER_HOUR_SECONDS })
  const keysFor = (address: string, emailKey: string) => {
    const network = networkOf(address)
    return { network, account: `${network} ${emailKey}` }
  }

  return {
    /** Throws RATE_LIMITED after too many failures. */
    async refuseGuesser(address: string, emailKey: string) {
      if (!on) return
      const { network, account } = keysFor(address, emailKey)
      await refuseIfUsedUp(perNetwork, network)
      await refuseIfUsedUp(perAccount, account)
    },

    /** Counts a try as failed before it is made, so that concurrent tries do not evade the limit. Throws RATE_LIMITED. */
    async countTry(address: string, emailKey: string) {
      if (!on) return
      const { network, account } = keysFor(address, emailKey)
      await take(perNetwork, network)
      await take(perAccount, account)
    },

    /** Takes the count back: the try has succeeded. */
    async forgiveTry(address: string, emailKey: string) {
      if (!on) return
      const { network, account } = keysFor(address, emailKey)
      await Promise.all([perNetwork.reward(network), perAccount.delete(account)])
    },
  }
}

/** At most twenty new accounts in four hours from one address: five an hour in the long run, twenty in a burst. */
export function createRegistrationLimit(on: boolean) {
  const perAddress = new RateLimiterMemory({ points: 20, duration: FOUR_HOURS_SECONDS })

  /** Runs one registration; only what succeeds counts. Throws RATE_LIMITED. */
  return async <Result>(address: string, register: () => Promise<Result>): Promise<Result> => {
    if (on) await refuseIfUsedUp(perAddress, address)
    const result = await register()
    if (on) await perAddress.penalty(address)
    return result
  }
}

async function refuseIfUsedUp(limiter: RateLimiterMemory, key: string) {
  const used = await limiter.get(key)
  if (used && used.consumedPoints >= limiter.points) throw tooMany(used)
}

async function take(limiter: RateLimiterMemory, key: string) {
  try {
    await limiter.consume(key)
  } catch (refusal) {
    throw refusal instanceof RateLimiterRes ? tooMany(refusal) : refusal
  }
}

const tooMany = ({ msBeforeNext }: RateLimiterRes) =>
  new ShopError('RATE_LIMITED', 'Too many attempts from here. Try again later', {
    details: { retryAfter: Math.ceil(msBeforeNext / 1000) },
  })

/** The /24 of an IPv4 address, the /64 of an IPv6 one. */
export function networkOf(address: string): string {
  const v4 = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(v4)) return v4.split('.').slice(0, 3).join('.')
  const [before = '', after = ''] = v4.toLowerCase().split('::')
  const head = before.split(':').filter(Boolean)
  const tail = after.split(':').filter(Boolean)
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0')
  return [...head, ...zeros, ...tail].slice(0, 4).join(':')
}
