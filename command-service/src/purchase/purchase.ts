import { accountStream } from '@shop/language/account/events'
import { checkoutStream } from '@shop/language/checkout/events'
import { isShopError, ShopError } from '@shop/language/errors'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { accountDecider } from '../account/account-decider.ts'
import { type CheckoutCommand, checkoutDecider } from '../checkout/checkout-decider.ts'
import { type Checkout, winnerIn } from '../checkout/checkout-state.ts'
import { releaseLapsed } from '../checkout/hold-stock.ts'
import { loadCheckout, recallCheckout } from '../checkout/load-checkout.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import type { Without } from '../handler/decider.ts'
import type { Parts } from '../parts.ts'

/** A checkout that becomes an order, a refund or a case. Each step returns the purchase in its new state. */
export type Purchase = Readonly<{
  parts: Parts
  metadata: CommandMetadata
  checkout: Checkout
}>

/** For this long after a checkout has expired, the shop checks its unsettled payments without opening a case. */
export const CASE_AFTER_MS = 60 * 60_000

const purchaseBy =
  (find: typeof loadCheckout) =>
  async (parts: Parts, checkoutId: string, metadata: CommandMetadata, customerId?: string): Promise<Purchase> => ({
    parts,
    metadata,
    checkout: await find(parts.commands, checkoutId, customerId),
  })

/** Throws NOT_FOUND for an unknown checkout. If `customerId` is given, also for another customer's checkout. */
export const loadPurchase = purchaseBy(loadCheckout)

/** See recallCheckout: the state may be up to a second out of date. */
export const recallPurchase = purchaseBy(recallCheckout)

/**
 * Like loadPurchase, but uses the state in memory for a paid checkout that holds its pieces, because payment and hold cannot change any
 * more.
 */
export async function recallPaid(...which: Parameters<typeof loadPurchase>): Promise<Purchase> {
  const [parts, checkoutId, metadata, customerId] = which
  const checkout = parts.commands.remembered(checkoutDecider, checkoutStream(checkoutId))?.state
  const isKnown = checkout?.payment && checkout.held && [undefined, checkout.customerId].includes(customerId)
  return isKnown ? { parts, metadata, checkout } : loadPurchase(...which)
}

export const reload = ({ parts, checkout, metadata }: Purchase) => loadPurchase(parts, checkout.checkoutId, metadata)

/**
 * One process at a time works on a purchase's payment (decisions M15). `work` receives the current purchase, and must not wait for another
 * turn of the same checkout.
 */
export const inPaymentTurn = <Result>(
  purchase: Purchase,
  work: (current: Purchase) => Promise<Result>,
): Promise<Result> =>
  purchase.parts.turns.inTurn(`payment ${purchase.checkout.checkoutId}`, async (hasWaited) =>
    work(hasWaited ? await reload(purchase) : purchase),
  )

/** Without `words`, the command has the request's id. */
export async function record(
  purchase: Purchase,
  step: Without<CheckoutCommand, 'checkoutId'>,
  ...words: readonly string[]
): Promise<Purchase> {
  const { checkout } = purchase
  const state = await handle(purchase, { ...step, checkoutId: checkout.checkoutId } as CheckoutCommand, words)
  return { ...purchase, checkout: state ?? checkout }
}

async function handle({ parts, metadata }: Purchase, command: CheckoutCommand, words: readonly string[]) {
  const own = words.length > 0 ? furtherCommand(metadata, ...words) : metadata
  return (await parts.commands.ensure(checkoutDecider, checkoutStream(command.checkoutId), command, own)).state
}

export const further = (purchase: Purchase, ...words: readonly string[]): Purchase => ({
  ...purchase,
  metadata: furtherCommand(purchase.metadata, ...words),
})

/*
 * A buyer may approve payments for the same cart in two tabs. The checkout whose payment is verified first becomes the order, and every
 * later payment is refunded (decisions S6). The stream of the purchase's first checkout decides which checkout wins.
 */

/**
 * Returns the checkout that wins the purchase. Undefined for the first checkout of a purchase, because that checkout's command `Pay`
 * decides.
 */
export async function takePurchase(purchase: Purchase): Promise<string | undefined> {
  const { checkoutId: by, purchaseId = by } = purchase.checkout
  if (purchaseId === by) return undefined
  const state = await handle(purchase, { type: 'TakePurchase', checkoutId: purchaseId, by }, ['take purchase', by])
  return state && winnerIn(state)
}

/** Lets another checkout of the purchase become the order, after this checkout was paid and refunded. */
export async function freePurchase(purchase: Purchase) {
  const { checkoutId: by, purchaseId = by, status } = purchase.checkout
  if (purchaseId === by || status !== 'refunded') return
  await handle(purchase, { type: 'FreePurchase', checkoutId: purchaseId, by }, ['free purchase', by])
}

export async function endLost(purchase: Purchase, winner: string) {
  const { checkout, metadata, parts } = await record(purchase, { type: 'Supersede', by: winner }, 'lost to', winner)
  await releaseLapsed(parts.commands, checkout, metadata)
}

/** Whether the customer's account was erased. The shop charges no erased customer. */
export async function isErased({ parts, checkout }: Purchase): Promise<boolean> {
  const { state: account } = await parts.commands.fact(accountDecider, accountStream(checkout.customerId))
  return account.status === 'erased'
}

/** Throws CONFLICT with the order's id if another checkout has bought the cart of this checkout. */
export async function requireUnbought({ parts, checkout }: Purchase) {
  const { checkoutId, purchaseId = checkoutId } = checkout
  const winner = winnerIn(purchaseId === checkoutId ? checkout : await loadCheckout(parts.commands, purchaseId))
  if (winner && winner !== checkoutId) throw boughtAlready(winner)
}

/** If the step conflicts because another checkout has bought the cart, throws CONFLICT with the order's id. */
export async function namingOrder<Result>(purchase: Purchase, step: () => Promise<Result>): Promise<Result> {
  try {
    return await step()
  } catch (refusal) {
    if (isShopError(refusal) && refusal.status === 409) await requireUnbought(await reload(purchase))
    throw refusal
  }
}

export const boughtAlready = (orderId: string) =>
  new ShopError('CONFLICT', 'You have bought these pieces already. You pay once: we refund a second payment', {
    details: { orderId },
  })
