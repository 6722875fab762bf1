import { checkoutStream } from '@shop/language/events/checkout-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { type CheckoutCommand, checkoutDecider } from '../checkout/checkout-decider.ts'
import type { Checkout } from '../checkout/checkout-state.ts'
import { loadCheckout, recallCheckout } from '../checkout/load-checkout.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import type { Parts } from '../parts.ts'

/** A checkout that becomes an order, a refund or a case. A step takes it in its current state and returns it afterwards. */
export type Purchase = Readonly<{
  parts: Parts
  /** The metadata of the request or job that moves it on. */
  metadata: CommandMetadata
  checkout: Checkout
}>

/** A begun payment that is still unreported after this time becomes a case. */
export const CASE_AFTER_MS = 60 * 60_000

/** PayPal lets an order be approved for three hours. One hour later, counted from the checkout's end, no more money can come. */
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

/** Like loadPurchase, but up to a second old: for steps whose append conflicts if the checkout has changed. */
export const recallPurchase = purchaseBy(recallCheckout)

/**
 * Like loadPurchase, for a purchase that will become an order. A checkout known to be paid while its pieces are held cannot change any
 * more, so the state in memory is used, however old.
 */
export async function recallPaid(...which: Parameters<typeof loadPurchase>): Promise<Purchase> {
  const [parts, checkoutId, metadata, customerId] = which
  const checkout = parts.commands.remembered(checkoutDecider, checkoutStream(checkoutId))?.state
  const isKnown = checkout?.payment && checkout.held && [undefined, checkout.customerId].includes(customerId)
  return isKnown ? { parts, metadata, checkout } : loadPurchase(...which)
}

/**
 * Runs work that queries the provider about a purchase's payment: one at a time in all processes; the others wait (decisions M15). `work`
 * gets the purchase as it is when its turn comes. It must not take another turn of the same checkout.
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

/** Handles a command on the purchase's checkout. With `words` it is a further command of the request, without them the request's own. */
export async function record(purchase: Purchase, step: Step, ...words: readonly string[]): Promise<Purchase> {
  const { parts, metadata, checkout } = purchase
  const { checkoutId } = checkout
  const command = { ...step, checkoutId } as CheckoutCommand
  const own = words.length > 0 ? furtherCommand(metadata, ...words) : metadata
  const { state } = await parts.commands.ensure(checkoutDecider, checkoutStream(checkoutId), command, own)
  return { ...purchase, checkout: state ?? checkout }
}

/** The same purchase with the metadata of a further command of the request. */
export const further = (purchase: Purchase, ...words: readonly string[]): Purchase => ({
  ...purchase,
  metadata: furtherCommand(purchase.metadata, ...words),
})
