import { MONEY_MAY_COME_MS } from '@shop/language/checkout/money-may-come'
import { invalidField, isShopError, ShopError } from '@shop/language/errors'
import { MAX_PAYMENT_CENTS } from '@shop/language/limits'
import { LRUCache } from 'lru-cache'
import { holdsPieces, isRefused, notOpen, refusedFor } from '../checkout/checkout-state.ts'
import { NOTED_AGAIN_MS } from '../checkout/decide-payment.ts'
import { holdStock, unlessSoldOut } from '../checkout/hold-stock.ts'
import { claim, ownerOf } from '../claim/claims.ts'
import { perHandler } from '../handler/per-handler.ts'
import { answered, type PaymentState, type ProviderOrder } from '../payment/payment-provider.ts'
import { leftOutAfter } from '../payment/provider-answers.ts'
import { NOT_KNOWN_YET, notKnownYet, notVerified, refusedPayment } from '../payment/verify-payment.ts'
import { noteForMerchant } from './merchant-case.ts'
import { inPaymentTurn, type Purchase, record, requireUnbought } from './purchase.ts'

/**
 * Creates the provider order for a checkout. Returns an earlier provider order if it was not finally refused. The pieces are held first
 * (decisions M3). Throws PAYMENT_NOT_VERIFIED if the provider refuses. Throws PROVIDER_UNAVAILABLE if the provider does not answer, or
 * cannot create the order now.
 */
export const startPayment = (purchase: Purchase): Promise<string> =>
  inPaymentTurn(purchase, async (current) => {
    await requireUnbought(current)
    const checkout = await holdStock(current.parts.commands, current.checkout, current.metadata)
    const { status, totalCents, providerOrderIds, refusals } = checkout
    if (status !== 'open') throw notOpen(status)
    // Only a checkout that an earlier release started can have such a total.
    if (totalCents === 0 || totalCents > MAX_PAYMENT_CENTS)
      throw invalidField('totalPrice', 'Invalid amount for payment.')
    const refused = providerOrderIds.filter((id) => refusals.get(id)?.final)
    const known = providerOrderIds.find((id) => !refused.includes(id))
    if (known) return known
    const held = { ...current, checkout }
    const providerOrderId = await createOrder(held, refused.length)
    const begun = await beginPayment(held, providerOrderId)
    if (begun.checkout.status !== 'open') throw notOpen(begun.checkout.status)
    return providerOrderId
  })

/**
 * `refusedOrders` is the number of finally refused provider orders. If the provider refuses the address or the lines, the next try leaves
 * them out (decisions M16).
 */
async function createOrder(purchase: Purchase, refusedOrders: number): Promise<string> {
  const { checkoutId, totalCents, items, shippingAddress, startRefusals } = purchase.checkout
  const leavesOut = leftOutAfter(refusedFor(purchase.checkout))
  const goods = { checkoutId, totalCents, items, shippingAddress, leavesOut }
  const attempt = refusedOrders + startRefusals.length
  const created = await purchase.parts.payments.createOrder({ ...goods, attempt })
  if (created.is === 'created' || created.is === 'unknown') return answered(created).providerOrderId
  const { code, is: meaning } = created
  const refusal = { type: 'NoteStartRefusal', code, meaning, attempt: startRefusals.length } as const
  const noted = await record(purchase, refusal, 'not started', String(startRefusals.length))
  if (leftOutAfter(refusedFor(noted.checkout)) !== leavesOut) return createOrder(noted, refusedOrders)
  await noteForMerchant(noted, created)
  if (meaning === 'not carried out')
    throw notKnownYet('The payment cannot be started right now. Nothing was charged. Try again in a moment')
  throw notVerified('The payment provider takes no payment for this checkout. Nothing was charged')
}

/**
 * Claims a provider order permanently for this purchase, and records it as a begun payment. A repeat changes nothing. Throws
 * PAYMENT_NOT_VERIFIED if another checkout has claimed the order.
 */
export async function beginPayment(purchase: Purchase, providerOrderId: string): Promise<Purchase> {
  if (purchase.checkout.providerOrderIds.includes(providerOrderId)) return purchase
  await claimFor(purchase, 'provider-order', providerOrderId)
  return record(purchase, { type: 'StartPayment', providerOrderId }, 'begin', providerOrderId)
}

type Held = Readonly<{
  purchase: Purchase
  /** The `lapses` of the checkout, or undefined if its pieces are not held. */
  heldLapses: number | undefined
}>

/**
 * Claims a capture permanently for this purchase. If an earlier request was interrupted while it reserved the pieces, reserves the rest. If
 * these pieces are sold out, `heldLapses` is undefined (decisions S3). Throws PAYMENT_NOT_VERIFIED if another checkout has claimed the capture.
 */
export async function claimMoney(purchase: Purchase, providerOrderId: string, captureId: string): Promise<Held> {
  const begun = await beginPayment(purchase, providerOrderId)
  await claimFor(begun, 'capture', captureId)
  const checkout = await holdStock(begun.parts.commands, begun.checkout, begun.metadata).catch(unlessSoldOut)
  if (!checkout) return { purchase: begun, heldLapses: undefined }
  return { purchase: { ...begun, checkout }, heldLapses: holdsPieces(checkout) ? checkout.lapses : undefined }
}

/** Throws if another checkout has already claimed the payment. */
export async function refuseUsedElsewhere({ parts, checkout }: Purchase, order: ProviderOrder) {
  const captures = order.captures.map(({ id }) => ['capture', id] as const)
  const isBegun = checkout.providerOrderIds.includes(order.id)
  const unsure = isBegun ? captures : [['provider-order', order.id] as const, ...captures]
  for (const [kind, key] of unsure)
    if (![undefined, checkout.checkoutId].includes(await ownerOf(parts.commands, kind, key))) throw usedElsewhere()
}

async function claimFor({ parts, metadata, checkout }: Purchase, kind: 'provider-order' | 'capture', key: string) {
  try {
    await claim(parts.commands, { kind, key, ownerId: checkout.checkoutId }, async () => true, metadata)
  } catch (error) {
    throw isShopError(error, 'CONFLICT') ? usedElsewhere(error) : error
  }
}

const usedElsewhere = (cause?: unknown) => notVerified('This payment was used for another checkout', { cause })

const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 30 * 60_000

/** `times`: how often PayPal has not carried out the capture, or the outcome was unknown. */
const pauseMs = (times: number) => Math.min(FIRST_PAUSE_MS * 2 ** (times - 1), LONGEST_PAUSE_MS)

type Asking = Readonly<{ providerOrderId: string; buyerAsks: boolean }>

/**
 * Throws if an approved payment may not be captured (decisions M13). After a refusal that is not final, the shop waits until the buyer
 * tries again, because the buyer has read that nothing was charged. A capture that PayPal did not carry out is tried again, with growing
 * pauses, until four hours after the checkout's expiry. A capture with an unknown outcome is also tried no longer.
 */
export async function requireMayCapture(purchase: Purchase, { providerOrderId, buyerAsks }: Asking): Promise<Purchase> {
  const { parts, checkout } = purchase
  const refusal = checkout.refusals.get(providerOrderId)
  const isOver = parts.clock.forgetting() - Date.parse(checkout.expiresAt) > MONEY_MAY_COME_MS
  if (refusal?.final) throw refusedPayment(refusal)
  if (buyerAsks)
    return refusal
      ? record(purchase, { type: 'RetryPayment', providerOrderId }, 'retry', String(refusal.times))
      : purchase
  if (refusal && isRefused(refusal)) throw refusedPayment(refusal)
  if (isOver && checkout.unanswered.has(providerOrderId)) throw notKnownYet()
  if (refusal?.meaning !== 'not carried out') return purchase
  if (isOver || parts.commands.now().getTime() < Date.parse(refusal.at) + pauseMs(refusal.times)) throw notKnownYet()
  return purchase
}

/**
 * By the id of the provider order. A new process does not know the earlier tries. Its first try uses the same request id, so no buyer is
 * charged twice (decisions M14).
 */
const triesOf = perHandler(() => new LRUCache<string, { times: number; atMs: number }>({ max: 10_000 }))

/** Throws PROVIDER_UNAVAILABLE until a capture with an unknown outcome may be tried again. */
export function requirePauseOver(purchase: Purchase, providerOrderId: string) {
  const tries = triesOf(purchase.parts.commands).get(providerOrderId)
  if (tries && purchase.parts.commands.now().getTime() < tries.atMs + pauseMs(tries.times))
    throw new ShopError('PROVIDER_UNAVAILABLE', NOT_KNOWN_YET)
}

/**
 * An unknown outcome is also recorded as an event, so that the shop finds the money after a restart, or after the checkout was superseded.
 */
export async function noteOutcome(purchase: Purchase, providerOrderId: string, { is }: PaymentState) {
  const known = triesOf(purchase.parts.commands)
  const now = purchase.parts.commands.now()
  if (is !== 'unknown') return void known.delete(providerOrderId)
  known.set(providerOrderId, { times: (known.get(providerOrderId)?.times ?? 0) + 1, atMs: now.getTime() })
  const at = now.toISOString()
  await record(purchase, { type: 'NoteUnanswered', providerOrderId, at }, 'unanswered', providerOrderId, at)
}

/** Whether a capture with an unknown outcome may still bring money, even after the checkout has ended, or after a later try was refused. */
export function mayYetBeTaken({ parts, checkout }: Purchase, providerOrderId: string): boolean {
  const { unanswered, payment, refunds } = checkout
  if ([payment, ...refunds.values()].some((money) => money?.providerOrderId === providerOrderId)) return false
  const at = unanswered.get(providerOrderId)
  // Tries within NOTED_AGAIN_MS after a recorded try are not recorded. So the last try may be later by up to NOTED_AGAIN_MS.
  return at !== undefined && parts.clock.forgetting() - Date.parse(at) < MONEY_MAY_COME_MS + NOTED_AGAIN_MS
}
