import { isShopError } from '@shop/language/errors'
import { blockOf, clientOf, networkOf } from '@shop/server/limits/address-keys'
import { GUESSES_UNDER_ATTACK, registrations, registrationsOfNetwork, signIns } from '@shop/server/limits/budgets'
import { createLimit, createNetworkLimit, tooMany } from '@shop/server/limits/limit'
import type { Counters } from '@shop/stores/counters/counters'

const TOO_MANY = 'Too many attempts from here. Try again later'

/** `known`: a device that has signed in to the account before, or the account's signed-in owner. */
export type Guesser = Readonly<{ address: string; emailKey: string; known?: string | undefined }>

/**
 * Limits guessing. Within a quarter of an hour:
 * - A network may fail ten times for each account.
 * - A network may fail a hundred times for all accounts. After that, each part of the network (an IPv4 address or an IPv6 /56) is refused
 *   after two failures, including earlier failures.
 * - After a hundred failures for one account, a network with two of these failures is refused for this account. So the owner can always
 *   sign in from elsewhere. A device that has signed in before has a separate budget (decisions K3: the owner's own way in).
 */
export function createSignInLimits(counters: Counters) {
  const ofNetwork = counters.counter(signIns.ofNetwork)
  const ofBlock = counters.counter(signIns.ofBlock)
  const ofPair = createLimit(counters, signIns.ofPair, TOO_MANY)
  const ofAccount = counters.counter(signIns.ofAccount)
  const ofKnown = createLimit(counters, signIns.ofKnown, TOO_MANY)
  const keysFor = ({ address, emailKey, known }: Guesser) => {
    const network = networkOf(address)
    const block = blockOf(address)
    return { network, block, pair: `${network} ${emailKey}`, known: known && `${known} ${emailKey}` }
  }

  return {
    /** Throws RATE_LIMITED. */
    async refuseGuesser(guesser: Guesser) {
      const { network, block, pair, known } = keysFor(guesser)
      if (known) return void (await ofKnown.refuseIfUsedUp(known))
      const all = await ofNetwork.look(network)
      if (all.taken >= signIns.ofNetwork.points && (await ofBlock.look(block)).taken >= signIns.ofBlock.points)
        throw tooMany(TOO_MANY, all.againInMs)
      const { taken, againInMs } = await ofPair.refuseIfUsedUp(pair)
      if (taken < GUESSES_UNDER_ATTACK) return
      if ((await ofAccount.look(guesser.emailKey)).taken >= signIns.ofAccount.points) throw tooMany(TOO_MANY, againInMs)
    },

    /** Counts a try as failed before the password is checked, so that concurrent tries cannot evade the limit. Throws RATE_LIMITED. */
    async countTry(guesser: Guesser) {
      const { network, block, pair, known } = keysFor(guesser)
      if (known) return void (await ofKnown.take(known))
      const [all, own] = [await ofNetwork.take(network), await ofBlock.take(block)]
      if (all.isOver && own.isOver) throw tooMany(TOO_MANY, all.againInMs)
      const { taken, againInMs } = await ofPair.take(pair)
      const { isOver } = await ofAccount.take(guesser.emailKey)
      if (isOver && taken > GUESSES_UNDER_ATTACK) throw tooMany(TOO_MANY, againInMs)
    },

    /** Call this after a successful try. */
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

/**
 * Limits registrations of a client and of a network. When the network has used up its budget, each part of the network (an IPv4 address or
 * an IPv6 /56) may still register its first account. A registration with a taken email address counts too, because the answer reveals the
 * account (decisions C11).
 */
export function createRegistrationLimit(counters: Counters) {
  const ofClient = createLimit(counters, registrations, TOO_MANY)
  const ofNetwork = createNetworkLimit(counters, registrationsOfNetwork, TOO_MANY)

  /** Counts the registration before it is made. Throws RATE_LIMITED. */
  return async <Result>(address: string, register: () => Promise<Result>): Promise<Result> => {
    const client = clientOf(address)
    await ofClient.take(client)
    await ofNetwork.take(address)
    try {
      return await register()
    } catch (error) {
      // A fault of the shop must not use up the visitor's budget.
      if (!isShopError(error) || error.status >= 500)
        await Promise.all([ofClient.giveBack(client), ofNetwork.giveBack(address)])
      throw error
    }
  }
}
