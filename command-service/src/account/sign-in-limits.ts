import { isShopError } from '@shop/language/errors'
import { blockOf, clientOf, networkOf } from '@shop/server/limits/address-keys'
import { createLimit, tooMany } from '@shop/server/limits/limit'
import { createNetworkLimit } from '@shop/server/limits/network-limit'
import type { Counters } from '@shop/stores/counters/counters'

const QUARTER_HOUR_SECONDS = 15 * 60
const FOUR_HOURS_SECONDS = 4 * 60 * 60
const TOO_MANY = 'Too many attempts from here. Try again later'

const OF_NETWORK = { name: 'failed sign-ins of a network', points: 100, seconds: QUARTER_HOUR_SECONDS }
const OF_PAIR = { name: 'failed sign-ins of a network to an account', points: 10, seconds: QUARTER_HOUR_SECONDS }
const OF_ACCOUNT = { name: 'failed sign-ins to an account', points: 100, seconds: QUARTER_HOUR_SECONDS }
const OF_BLOCK = { name: 'failed sign-ins of a part of a network', points: 2, seconds: QUARTER_HOUR_SECONDS }
const OF_KNOWN = { name: 'failed sign-ins of somebody known', points: 10, seconds: QUARTER_HOUR_SECONDS }
/** What each network still has for an account at which many networks guess. */
const LEFT_UNDER_ATTACK = 2

/** Where a guess comes from. `known`: names a device that has signed in to the account before, or its signed-in owner. */
export type Guesser = Readonly<{ address: string; emailKey: string; known?: string | undefined }>

/**
 * Limits guessing: ten failures in a quarter of an hour for an account from one network, a hundred for the network, after which each of its clients
 * still has two. After a hundred for the account each network has two. So an account is never locked: its owner signs in from elsewhere, and from
 * where they have signed in before, since who is known has a budget of their own (decisions K3).
 */
export function createSignInLimits(counters: Counters) {
  const ofNetwork = counters.counter(OF_NETWORK)
  const ofBlock = counters.counter(OF_BLOCK)
  const ofPair = createLimit(counters, OF_PAIR, TOO_MANY)
  const ofAccount = counters.counter(OF_ACCOUNT)
  const ofKnown = createLimit(counters, OF_KNOWN, TOO_MANY)
  const keysFor = ({ address, emailKey, known }: Guesser) => {
    const network = networkOf(address)
    const block = blockOf(address)
    return { network, block, pair: `${network} ${emailKey}`, known: known && `${known} ${emailKey}` }
  }

  return {
    /** Throws RATE_LIMITED after too many failures. */
    async refuseGuesser(guesser: Guesser) {
      const { network, block, pair, known } = keysFor(guesser)
      if (known) return void (await ofKnown.refuseIfUsedUp(known))
      const all = await ofNetwork.look(network)
      if (all.taken >= OF_NETWORK.points && (await ofBlock.look(block)).taken >= OF_BLOCK.points)
        throw tooMany(TOO_MANY, all.againInMs)
      const { taken, againInMs } = await ofPair.refuseIfUsedUp(pair)
      if (taken < LEFT_UNDER_ATTACK) return
      if ((await ofAccount.look(guesser.emailKey)).taken >= OF_ACCOUNT.points) throw tooMany(TOO_MANY, againInMs)
    },

    /** Counts a try as failed before it is made, so that concurrent tries do not evade the limit. Throws RATE_LIMITED. */
    async countTry(guesser: Guesser) {
      const { network, block, pair, known } = keysFor(guesser)
      if (known) return void (await ofKnown.take(known))
      const [all, own] = [await ofNetwork.take(network), await ofBlock.take(block)]
      if (all.isOver && own.isOver) throw tooMany(TOO_MANY, all.againInMs)
      const { taken, againInMs } = await ofPair.take(pair)
      const { isOver } = await ofAccount.take(guesser.emailKey)
      if (isOver && taken > LEFT_UNDER_ATTACK) throw tooMany(TOO_MANY, againInMs)
    },

    /** Takes the count back: the try has succeeded. */
    async forgiveTry(guesser: Guesser) {
      const { network, block, pair, known } = keysFor(guesser)
      if (known) return ofKnown.forget(known)
      await Promise.all([
        ofNetwork.giveBack(network),
        ofBlock.giveBack(block),
        ofPair.forget(pair),
        ofAccount.giveBack(guesser.emailKey),
      ])
    },
  }
}

const OF_CLIENT = { name: 'registrations', points: 20, seconds: FOUR_HOURS_SECONDS }
const OF_NEIGHBOURS = { name: 'registrations of a network', points: 100, left: 1, seconds: FOUR_HOURS_SECONDS }

/**
 * At most twenty registrations in four hours from one client, five an hour in the long run, and a hundred from its network, and then one of
 * each other client there.
 * One with a taken address counts too: its answer says that somebody has an account (decisions C11).
 */
export function createRegistrationLimit(counters: Counters) {
  const ofClient = createLimit(counters, OF_CLIENT, TOO_MANY)
  const ofNetwork = createNetworkLimit(counters, OF_NEIGHBOURS, TOO_MANY)

  /** Runs one registration, counted before. Throws RATE_LIMITED. */
  return async <Result>(address: string, register: () => Promise<Result>): Promise<Result> => {
    const client = clientOf(address)
    await ofClient.take(client)
    await ofNetwork.take(address)
    try {
      return await register()
    } catch (error) {
      // The shop's own trouble is not the visitor's.
      if (!isShopError(error) || error.status >= 500)
        await Promise.all([ofClient.giveBack(client), ofNetwork.giveBack(address)])
      throw error
    }
  }
}
