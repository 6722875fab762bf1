import { clientOf } from '@shop/server/limits/address-keys'
import { mailRequests } from '@shop/server/limits/budgets'
import { createLimit, usedUp } from '@shop/server/limits/limit'
import { createNetworkLimit } from '@shop/server/limits/network-limit'
import type { Counters } from '@shop/stores/counters/counters'

const TOO_MANY = 'Too many attempts from here. Try again later'

/**
 * Limits requests that anyone may send and that the shop answers with a mail. A client may send ten requests an hour, but only three for
 * the same e-mail address, with or without an account. A network may send sixty requests an hour. After that, a client of the network (in
 * IPv6, a /56) may send a request only if it has sent fewer than three in that hour. So strangers cannot use up the requests of the
 * address's owner, who is in another network (decisions K3). A further limit, in the code that sends mails, bounds how many mails of one
 * kind a person gets. `what` names the budgets. `happened` says in the message what has used up the address's budget. The returned
 * function throws RATE_LIMITED.
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
