import { accountStream } from '@shop/language/account/events'
import { cartStream } from '@shop/language/cart/events'
import { checkoutStream } from '@shop/language/checkout/events'
import { invalidField } from '@shop/language/errors'
import { checkoutOfHold } from '@shop/language/stock/events'
import { accountDecider } from '../account/account-decider.ts'
import { cartDecider } from '../cart/cart-decider.ts'
import type { Cart } from '../cart/cart-state.ts'
import { discountCodeOf, isSameCode } from '../discount/discount-code.ts'
import { CODE_IS_USED } from '../discount/discount-decider.ts'
import { holderOf } from '../discount/hold-code.ts'
import { discountOf, type GivenDiscount } from '../discount/share-discount.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import { idsOfRecent, valueOfRecentId } from '../handler/recent-ids.ts'
import type { Parts } from '../parts.ts'
import { checkoutDecider } from './checkout-decider.ts'
import { holdIdOf } from './hold-stock.ts'

type Code = Readonly<{
  typed: string
  /** The hold of the open checkout that the new checkout replaces. The new checkout may use the same code. */
  ownHold: string | undefined
}>

/**
 * If the discount is below half a cent, returns undefined, and the code is not used. Throws VALIDATION_FAILED at `discountCode` if the code
 * belongs to another address or was used, or if the customer has ordered before (decisions P15: newsletter code).
 */
export async function firstOrderDiscount(
  { commands, keys }: Pick<Parts, 'commands' | 'keys'>,
  customerId: string,
  { typed, ownHold }: Code,
  totalCents: number,
): Promise<GivenDiscount | undefined> {
  const { state: account } = await commands.load(accountDecider, accountStream(customerId))
  const { emailKey } = account
  if (!isSameCode(typed, await discountCodeOf(keys, emailKey)))
    throw refused('This code is not for the email address of your account')
  const { state: cart } = await commands.load(cartDecider, cartStream(customerId))
  if (await hasOrdered(commands, cart)) throw refused('The code is only for a first order, but you have ordered before')
  const heldBy = await holderOf(commands, emailKey)
  if (heldBy !== undefined && heldBy !== ownHold && (await isCurrentHold(commands, heldBy))) throw refused(CODE_IS_USED)
  const amountCents = discountOf(totalCents)
  return amountCents > 0 ? { emailKey, amountCents } : undefined
}

/** A purchase counts even while its payment is reviewed. A refused or refunded purchase does not count. */
async function hasOrdered(commands: CommandHandler, { purchases }: Cart): Promise<boolean> {
  const newest = idsOfRecent(purchases).toReversed()
  for (const id of newest.filter((id) => valueOfRecentId(purchases, id) === true)) {
    const { state: checkout } = await commands.load(checkoutDecider, checkoutStream(id))
    if (checkout?.status !== 'refunded') return true
  }
  return false
}

/** An ended hold is about to release the code. */
async function isCurrentHold(commands: CommandHandler, holdId: string): Promise<boolean> {
  const { state: checkout } = await commands.load(checkoutDecider, checkoutStream(checkoutOfHold(holdId)))
  return checkout !== undefined && holdIdOf(checkout) === holdId
}

const refused = (message: string) => invalidField('discountCode', message)
