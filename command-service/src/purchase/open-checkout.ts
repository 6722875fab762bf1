import type { StartCheckoutBody } from '@shop/language/checkout/api'
import { checkoutStream } from '@shop/language/checkout/events'
import { isShopError, ShopError } from '@shop/language/errors'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { JobOutcome } from '@shop/stores/job-queue/job-queue'
import { checkoutDecider } from '../checkout/checkout-decider.ts'
import { type Checkout, holdsPieces } from '../checkout/checkout-state.ts'
import { releaseLapsed } from '../checkout/hold-stock.ts'
import { startCheckout } from '../checkout/start-checkout.ts'
import { type WithinBudgets, withoutBudgets } from '../checkout/within-budgets.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import type { Parts } from '../parts.ts'
import { isUnanswered, leavesMoneyUnknown } from '../payment/verify-payment.ts'
import { PENDING_HOLD_MS, placeOrder } from './outcome.ts'
import { tryToPlace } from './payment-checks.ts'
import { settleStarted } from './payment-settlement.ts'
import { boughtAlready, further, inPaymentTurn, type Purchase, record, reload } from './purchase.ts'

/**
 * Starts a checkout. An earlier checkout whose payment is approved or captured is not superseded but becomes an order (decisions M11). If
 * that order has the same lines, the new checkout is refused with CONFLICT and the order's id (decisions S6).
 */
export function startPurchase(
  parts: Parts,
  customerId: string,
  body: StartCheckoutBody,
  metadata: CommandMetadata,
  withinBudgets: WithinBudgets = withoutBudgets,
) {
  /** The earlier checkout that became an order. `finishEarlier` may be called again after the lines have left the cart. */
  let bought: string | undefined
  const finishEarlier = async (earlier: Checkout | undefined) => {
    if (bought) throw boughtAlready(bought)
    if (!earlier) return undefined
    const own = { parts, metadata: furtherCommand(metadata, 'finish', earlier.checkoutId), checkout: earlier }
    const { isOrdered, after } = await finish(own)
    const isBought = isOrdered || (await wasFinished(own))
    if (!isBought || linesOf(earlier.items) !== linesOf(body.checkoutItems)) return after
    bought = earlier.checkoutId
    throw boughtAlready(bought)
  }
  return startCheckout(parts, customerId, body, metadata, { finishEarlier, withinBudgets })
}

async function finish(purchase: Purchase) {
  const { checkout } = purchase
  const { status, providerOrderIds } = checkout
  if (!(status === 'open' && providerOrderIds.length > 0) && status !== 'paid')
    return { isOrdered: false, after: checkout }
  try {
    const paid = await settleStarted(purchase)
    await placeOrder(paid)
    return { isOrdered: true, after: paid.checkout }
  } catch (refusal) {
    // The payment is not captured, or its outcome is unknown. The job CheckPayment keeps checking the payment.
    if (!isShopError(refusal) || refusal.code === 'RATE_LIMITED') throw refusal
    return { isOrdered: false, after: (await reload(purchase)).checkout }
  }
}

/** Whether an earlier run of this request, whose answer was lost, made the checkout an order. */
async function wasFinished(purchase: Purchase): Promise<boolean> {
  const { checkoutId, status, payment } = purchase.checkout
  if (status !== 'finalized' || !payment) return false
  const { parts, metadata } = further(purchase, 'settle', payment.providerOrderId)
  return (await parts.commands.answered(checkoutDecider, checkoutStream(checkoutId), metadata)) !== undefined
}

type Line = Readonly<{ productId: string; size: string; color: string; quantity: number }>

/** Lines with the same pieces give the same text, in any order. */
const linesOf = (lines: readonly Line[]) =>
  JSON.stringify(
    lines.map(({ productId, size, color, quantity }) => [productId, size, color, quantity].join('\n')).sort(),
  )

const PROVIDER_PAUSE_MS = 60_000

/**
 * Expires an open checkout whose time is over. If its payment is approved or captured, the checkout becomes an order instead. While the
 * provider does not answer, the pieces stay held. If the time was extended, or the clock was set back, tries again later.
 */
export async function expirePurchase(purchase: Purchase): Promise<JobOutcome> {
  const { parts, checkout } = purchase
  const { status, expiresAt, providerOrderIds } = checkout
  const presentMs = parts.clock.lasting(heldSinceMs(purchase))
  const leftMs = Date.parse(expiresAt) - presentMs
  if (status === 'open' && leftMs > 0) return { againInMs: leftMs }
  if (status === 'open' && providerOrderIds.length > 0) {
    const refusal = await tryToPlace(purchase, { place: placeOrder })
    if (!refusal) return undefined
    if (isUnanswered(refusal)) return { againInMs: PROVIDER_PAUSE_MS }
  }
  const after = await record(purchase, { type: 'Expire', at: new Date(presentMs).toISOString() }, 'expire')
  await releaseLapsed(parts.commands, after.checkout, purchase.metadata)
  const heldMs = holdsPieces(after.checkout) ? Date.parse(after.checkout.expiresAt) - presentMs : 0
  return heldMs > 0 ? { againInMs: heldMs } : undefined
}

/** When the hold began. `clock.lasting` needs this time, so that a jump of the clock does not shorten the hold (reliability R21). */
const heldSinceMs = ({ parts, checkout: { status, expiresAt } }: Purchase) =>
  Date.parse(expiresAt) - (status === 'pending' ? PENDING_HOLD_MS : parts.checkoutTtlMs)

type Asked = Readonly<{
  reason: string
  /**
   * Releases the pieces even if the buyer has begun to pay. If the payment is approved later, the checkout gets the pieces again, or the
   * payment is refunded (decisions S3).
   */
  evenIfBegun: boolean
}>

/**
 * Ends a checkout that waits for its payment, and releases its pieces (decisions K1). A checkout that is paid after all becomes an order
 * instead. Throws CONFLICT with advice if the pieces cannot be released. Throws PROVIDER_UNAVAILABLE or RATE_LIMITED while the shop does not
 * know whether money was taken.
 */
export async function releaseHold(purchase: Purchase, { reason, evenIfBegun }: Asked): Promise<Checkout> {
  // Look-up and release are in one turn, so that no capture begins between them.
  return inPaymentTurn(purchase, async () => {
    const before = await reload(purchase)
    const stream = checkoutStream(before.checkout.checkoutId)
    const earlier = await before.parts.commands.answered(checkoutDecider, stream, before.metadata)
    if (earlier?.state) return releasing({ ...before, checkout: earlier.state })
    requireOpen(before.checkout, evenIfBegun)
    const current = before.checkout.providerOrderIds.length > 0 ? await requireUnpaid(before) : before
    requireOpen(current.checkout, evenIfBegun)
    return releasing(await record(current, { type: 'Abandon', reason, lapses: current.checkout.lapses }))
  })
}

async function releasing({ parts, metadata, checkout }: Purchase): Promise<Checkout> {
  await releaseLapsed(parts.commands, checkout, metadata)
  return checkout
}

async function requireUnpaid(purchase: Purchase): Promise<Purchase> {
  const look = further(purchase, 'look before release')
  const refusal = await tryToPlace(look, { isInTurn: true, place: placeOrder })
  if (!refusal) throw isOrderNow(purchase.checkout)
  if (leavesMoneyUnknown(refusal)) throw refusal
  return reload(purchase)
}

const isOrderNow = ({ checkoutId: orderId }: Checkout) =>
  new ShopError('CONFLICT', 'This checkout has just been paid, and is an order now', { details: { orderId } })

function requireOpen(checkout: Checkout, evenIfBegun: boolean) {
  const { status, providerOrderIds } = checkout
  if (status === 'finalized') throw isOrderNow(checkout)
  if (status === 'pending')
    throw new ShopError(
      'CONFLICT',
      'The provider is still reviewing this payment. The pieces stay held until the review ends',
    )
  if (status !== 'open')
    throw new ShopError('CONFLICT', 'This checkout holds no pieces, or is not waiting for a payment')
  if (providerOrderIds.length > 0 && !evenIfBegun)
    throw new ShopError(
      'CONFLICT',
      'The buyer has started to pay. Press Release again to end the checkout anyway, or wait until the hold ends',
    )
}
