import { checkoutStream } from '@shop/language/events/checkout-events'
import type { CommandHandler } from '../handler/command-handler.ts'
import { checkoutDecider } from './checkout-decider.ts'
import { holdIdOf } from './hold-stock.ts'

/** The hold of a checkout that waits for its payment, up to a second old; undefined for one that does not. */
export async function openHoldOf(commands: CommandHandler, checkoutId: string): Promise<string | undefined> {
  const { state } = await commands.fact(checkoutDecider, checkoutStream(checkoutId))
  return state?.status === 'open' ? holdIdOf(state) : undefined
}
