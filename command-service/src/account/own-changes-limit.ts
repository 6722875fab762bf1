import { spanInWords } from '@shop/language/values/span'
import { networkOf } from '@shop/server/limits/address-keys'
import { confirmLinks, confirmLinksOfNetwork, ownChanges } from '@shop/server/limits/budgets'
import { createLimit, usedUp } from '@shop/server/limits/limit'
import type { Counters } from '@shop/stores/counters/counters'

type Asked = Readonly<{ address: string; accountId: string; emailKey: string }>

/**
 * `ofAccount` limits the changes of one account, because each change appends an event to the account's stream, which is always read whole.
 * `ofAddress` limits how many links an account or a network can request for one e-mail address, so that strangers cannot fill the owner's
 * mailbox (decisions K3: limits per client). Both functions throw RATE_LIMITED.
 */
export function createOwnChangesLimit(counters: Counters) {
  const ofAccount = createLimit(counters, ownChanges, 'You have done this too often today. Try again tomorrow')
  const ofAddress = createLimit(counters, confirmLinks, usedUp('links were requested', confirmLinks))
  const ofNetwork = createLimit(
    counters,
    confirmLinksOfNetwork,
    `Too many links were requested from here. Try again in ${spanInWords(confirmLinksOfNetwork.seconds)}`,
  )
  return {
    ofAccount: ofAccount.take,
    async ofAddress({ address, accountId, emailKey }: Asked) {
      await ofAddress.take(`${accountId} ${emailKey}`)
      await ofNetwork.take(`${networkOf(address)} ${emailKey}`)
    },
  }
}
