import { clientOf } from '@shop/server/limits/address-keys'
import { mailRequests } from '@shop/server/limits/budgets'
import { createLimit, createNetworkLimit, usedUp } from '@shop/server/limits/limit'
import type { Counters } from '@shop/stores/counters/counters'

const TOO_MANY = 'Too many attempts from here. Try again later'

/**
 * Limits requests that anyone may send and that the shop answers with a mail. An e-mail address alone has no limit, so that strangers
 * cannot use up the requests of the address's owner (decisions K3). `what`: the name of the budgets. `happened`: as in `usedUp`. Throws
 * RATE_LIMITED.
 */
export function createMailRequestLimit(counters: Counters, what: string, happened: string) {
  const budgets = mailRequests(what)
  const ofClient = createLimit(counters, budgets.ofClient, TOO_MANY)
  const ofNetwork = createNetworkLimit(counters, budgets.ofNetwork, TOO_MANY)
  const ofAddress = createLimit(counters, budgets.ofAddress, usedUp(happened, budgets.ofAddress))

  return async (address: string, emailKey: string) => {
    await ofClient.take(clientOf(address))
    await ofNetwork.take(address)
    await ofAddress.take(`${clientOf(address)} ${emailKey}`)
  }
}
