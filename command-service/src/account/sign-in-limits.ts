import { isShopError } from '@shop/language/errors'
import { clientOf, networkOf } from '@shop/server/limits/address-keys'
import { createLimit, tooMany } from '@shop/server/limits/limit'
import type { Counters } from '@shop/stores/counters/counters'

const QUARTER_HOUR_SECONDS = 15 * 60
const FOUR_HOURS_SECONDS = 4 * 60 * 60
const TOO_MANY = 'Too many attempts from here. Try again later'

const OF_NETWORK = { name: 'failed sign-ins of a network', points: 100, seconds: QUARTER_HOUR_SECONDS }
const OF_PAIR = { name: 'failed sign-ins of a network to an account', points: 10, seconds: QUARTER_HOUR_SECONDS }
const OF_ACCOUNT = { name: 'failed sign-ins to an account', points: 100, seconds: QUARTER_HOUR_SECONDS }
/** What each network still has for an account at which many networks guess. */
const LEFT_UNDER_ATTACK = 2

/**
 * Limits guessing: ten failures in a quarter of an hour for an account from one network, a hundred for the network. After
 * a hundred for the account each network has two. So an account is never locked: its owner signs in from elsewhere.
 */
export function createSignInLimits(counters: Counters) {
  const ofNetwork = createLimit(counters, OF_NETWORK, TOO_MANY)
  const ofPair = createLimit(counters, OF_PAIR, TOO_MANY)
  const ofAccount = counters.counter(OF_ACCOUNT)
  const keysFor = (address: string, emailKey: string) => {
    const network = networkOf(address)
    return { network, pair: `${network} ${emailKey}` }
  }

  return {
    /** Throws RATE_LIMITED after too many failures. */
    async refuseGuesser(address: string, emailKey: string) {
      const { network, pair } = keysFor(address, emailKey)
      await ofNetwork.refuseIfUsedUp(network)
      const { taken, againInMs } = await ofPair.refuseIfUsedUp(pair)
      if (taken < LEFT_UNDER_ATTACK) return
      if ((await ofAccount.look(emailKey)).taken >= OF_ACCOUNT.points) throw tooMany(TOO_MANY, againInMs)
    },

    /** Counts a try as failed before it is made, so that concurrent tries do not evade the limit. Throws RATE_LIMITED. */
    async countTry(address: string, emailKey: string) {
      const { network, pair } = keysFor(address, emailKey)
      await ofNetwork.take(network)
      const { taken, againInMs } = await ofPair.take(pair)
      const { isOver } = await ofAccount.take(emailKey)
      if (isOver && taken > LEFT_UNDER_ATTACK) throw tooMany(TOO_MANY, againInMs)
    },

    /** Takes the count back: the try has succeeded. */
    async forgiveTry(address: string, emailKey: string) {
      const { network, pair } = keysFor(address, emailKey)
      await Promise.all([ofNetwork.giveBack(network), ofPair.forget(pair), ofAccount.giveBack(emailKey)])
    },
  }
}

const OF_CLIENT = { name: 'registrations', points: 20, seconds: FOUR_HOURS_SECONDS }
const OF_NEIGHBOURS = { name: 'registrations of a network', points: 100, seconds: FOUR_HOURS_SECONDS }

/**
 * At most twenty registrations in four hours from one client, five an hour in the long run, and a hundred from its network.
 * One with a taken address counts too: its answer says that somebody has an account (decisions C11).
 */
export function createRegistrationLimit(counters: Counters) {
  const ofClient = createLimit(counters, OF_CLIENT, TOO_MANY)
  const ofNetwork = createLimit(counters, OF_NEIGHBOURS, TOO_MANY)

  /** Runs one registration, counted before. Throws RATE_LIMITED. */
  return async <Result>(address: string, register: () => Promise<Result>): Promise<Result> => {
    const [client, network] = [clientOf(address), networkOf(address)]
    await ofClient.take(client)
    await ofNetwork.take(network)
    try {
      return await register()
    } catch (error) {
      // The shop's own trouble is not the visitor's.
      if (!isShopError(error) || error.status >= 500)
        await Promise.all([ofClient.giveBack(client), ofNetwork.giveBack(network)])
      throw error
    }
  }
}
