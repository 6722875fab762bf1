import { checkoutStream } from '@shop/language/events/checkout-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { type CheckoutCommand, checkoutDecider } from '../checkout/checkout-decider.ts'
import type { Checkout } from '../checkout/checkout-state.ts'
import { loadCheckout, recallCheckout } from '../checkout/load-checkout.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import type { Parts } from '../parts.ts'

/** A checkout on its way to an order, a refund or a case. A step takes it as it is and returns it as the step left it. */
export type Purchase = Readonly<{
  parts: Parts
  /** Of the request or job that moves it on. */
  metadata: CommandMetadata
  checkout: Checkout
}>

/** Of a payment that was begun, how long it is at least asked about until what is not told of it is a case. */
export const CASE_AFTER_MS = 60 * 60_000

/** PayPal lets an order be approved for three hours: an hour after those, counted from the checkout's end, no more money can come. */
export const MONEY_MAY_COME_MS = 4 * 60 * 60_000

const purchaseBy =
  (find: typeof loadCheckout) =>
  async (parts: Parts, checkoutId: string, metadata: CommandMetadata, customerId?: string): Promise<Purchase> => ({
    parts,
    metadata,
    checkout: await find(parts.commands, checkoutId, customerId),
  })

/** Loads a purchase. Throws NOT_FOUND for an unknown checkout, and for another customer's if `customerId` is given. */
export const loadPurchase = purchaseBy(loadCheckout)

/** As loadPurchase, but up to a second old: for steps whose append conflicts if the checkout has changed. */
export const recallPurchase = purchaseBy(recallCheckout)

/**
 * As loadPurchase, for a purchase that is to become an order: one that is known to be paid while its pieces are held can become
 * nothing else, however long ago that was.
 */
export async function recallPaid(...which: Parameters<typeof loadPurchase>): Promise<Purchase> {
  const [parts, checkoutId, metadata, customerId] = which
  const checkout = parts.commands.remembered(checkoutDecider, checkoutStream(checkoutId))?.state
  const isKnown = checkout?.payment && checkout.held && [undefined, checkout.customerId].includes(customerId)
  return isKnown ? { parts, metadata, checkout } : loadPurchase(...which)
}

/**
 * Does what asks the provider about a purchase's payment, one at a time in all processes; the others wait for its answer (decisions
 * M15), and `work` gets the purchase as that has left it. It must not take another turn of the same checkout.
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

/** Handles a command on the purchase's checkout. `words` make it a further command of the request; without: its own. */
export async function record(purchase: Purchase, step: Step, ...words: readonly string[]): Promise<Purchase> {
  const { parts, metadata, checkout } = purchase
  const { checkoutId } = checkout
  const command = { ...step, checkoutId } as CheckoutCommand
  const own = words.length > 0 ? furtherCommand(metadata, ...words) : metadata
  const { state } = await parts.commands.ensure(checkoutDecider, checkoutStream(checkoutId), command, own)
  return { ...purchase, checkout: state ?? checkout }
}

/** The same purchase, for a further command of the same request. */
export const further = (purchase: Purchase, ...words: readonly string[]): Purchase => ({
  ...purchase,
  metadata: furtherCommand(purchase.metadata, ...words),
})
