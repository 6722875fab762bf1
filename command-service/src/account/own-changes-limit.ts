import { spanInWords } from '@shop/language/values/span'
import { networkOf } from '@shop/server/limits/address-keys'
import { confirmLinks, confirmLinksOfNetwork, ownChanges } from '@shop/server/limits/budgets'
import { createLimit, usedUp } from '@shop/server/limits/limit'
import type { Counters } from '@shop/stores/counters/counters'

type Asked = Readonly<{ address: string; accountId: string; emailKey: string }>

/**
 * An account may change its name or request another address twenty times a day. Each change appends an event to the account's stream, which
 * must stay short, because the shop always reads the whole stream. For one address, an account gets three mailed links an hour, and a
 * network gets six. So strangers with many accounts can neither stop an owner from using an address nor fill the owner's mailbox (decisions
 * K3: limits per client). Both functions throw RATE_LIMITED.
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
