import { checkoutStream } from '@shop/language/checkout/events'
import type { OwnStock } from '../cart/offers.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import { checkoutDecider } from './checkout-decider.ts'
import { holdIdOf } from './hold-stock.ts'

/** Lets carts read stock and the hold of their checkout. If several processes write the log, the results may be up to a second old. */
export const ownStockIn = (commands: CommandHandler): OwnStock => ({
  commands,
  holdOf: async (checkoutId) => (checkoutId === undefined ? undefined : openHoldOf(commands, checkoutId)),
})

async function openHoldOf(commands: CommandHandler, checkoutId: string) {
  const { state } = await commands.fact(checkoutDecider, checkoutStream(checkoutId))
  return state?.status === 'open' ? holdIdOf(state) : undefined
}
