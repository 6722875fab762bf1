import { checkoutStream } from '@shop/language/checkout/events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { type CheckoutCommand, checkoutDecider } from '../checkout/checkout-decider.ts'
import type { Checkout } from '../checkout/checkout-state.ts'
import { loadCheckout, recallCheckout } from '../checkout/load-checkout.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import type { Parts } from '../parts.ts'

/**
 * A checkout that becomes an order, a refund or a case. Each step receives the purchase in its current state, and returns it in the state
 * after the step.
 */
export type Purchase = Readonly<{
  parts: Parts
  /** The metadata of the request or job that works on the purchase. */
  metadata: CommandMetadata
  checkout: Checkout
}>

/** During this time after a checkout's end, the shop checks its unsettled payments again and opens no case for them. */
export const CASE_AFTER_MS = 60 * 60_000

/** PayPal lets a buyer approve an order for three hours. So four hours after the checkout's end, no more money can come. */
export const MONEY_MAY_COME_MS = 4 * 60 * 60_000

const purchaseBy =
  (find: typeof loadCheckout) =>
  async (parts: Parts, checkoutId: string, metadata: CommandMetadata, customerId?: string): Promise<Purchase> => ({
    parts,
    metadata,
    checkout: await find(parts.commands, checkoutId, customerId),
  })

/** Loads a purchase. Throws NOT_FOUND for an unknown checkout. With `customerId`, also throws NOT_FOUND for another customer's checkout. */
export const loadPurchase = purchaseBy(loadCheckout)

/** Like loadPurchase, but the state may be a second old. Use it for a step that conflicts if the checkout has changed. */
export const recallPurchase = purchaseBy(recallCheckout)

/**
 * Like loadPurchase, for a purchase that will become an order. A checkout that is paid and holds its pieces cannot change any more. So if
 * the state in memory shows such a checkout, it is used even if it is old.
 */
export async function recallPaid(...which: Parameters<typeof loadPurchase>): Promise<Purchase> {
  const [parts, checkoutId, metadata, customerId] = which
  const checkout = parts.commands.remembered(checkoutDecider, checkoutStream(checkoutId))?.state
  const isKnown = checkout?.payment && checkout.held && [undefined, checkout.customerId].includes(customerId)
  return isKnown ? { parts, metadata, checkout } : loadPurchase(...which)
}

/**
 * Runs work that queries the provider about a purchase's payment. For each checkout, one process at a time does such work; the other
 * processes wait (decisions M15). `work` receives the purchase as it is when its turn comes. `work` must not wait for another turn of the
 * same checkout.
 */
export const inPaymentTurn = <Result>(
  purchase: Purchase,
  work: (current: Purchase) => Promise<Result>,
): Promise<Result> => {
  const { parts, metadata, checkout } = purchase
  return parts.turns.inTurn(`payment ${checkout.checkoutId}`, async (hasWaited) =>
    work(hasWaited ? await loadPurchase(parts, checkout.checkoutId, metadata) : purchase),
  )
}

type Step = CheckoutCommand extends infer Command
  ? Command extends { checkoutId: string }
    ? Omit<Command, 'checkoutId'>
    : never
  : never

/**
 * Handles a command on the purchase's checkout. With `words` the command is a further command of the request; without them it is the
 * request's own command.
 */
export async function record(purchase: Purchase, step: Step, ...words: readonly string[]): Promise<Purchase> {
  const { parts, metadata, checkout } = purchase
  const { checkoutId } = checkout
  const command = { ...step, checkoutId } as CheckoutCommand
  const own = words.length > 0 ? furtherCommand(metadata, ...words) : metadata
  const { state } = await parts.commands.ensure(checkoutDecider, checkoutStream(checkoutId), command, own)
  return { ...purchase, checkout: state ?? checkout }
}

/** The given purchase, with the metadata of a further command of the request. */
export const further = (purchase: Purchase, ...words: readonly string[]): Purchase => ({
  ...purchase,
  metadata: furtherCommand(purchase.metadata, ...words),
})
