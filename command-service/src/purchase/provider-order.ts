import { isShopError, ShopError } from '@shop/language/errors'
import { MAX_PAYMENT_CENTS } from '@shop/language/limits'
import { openCase, settleCase } from '../case/cases.ts'
import { holdsPieces, notOpen } from '../checkout/checkout-state.ts'
import { holdStock, unlessSoldOut } from '../checkout/hold-stock.ts'
import { claim, ownerOf } from '../claim/claims.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import { answered, type Creation, type PaymentState, type ProviderOrder } from '../payment/payment-provider.ts'
import { leftOutAfter } from '../payment/provider-answers.ts'
import { notKnownYet, notVerified } from '../payment/verify-payment.ts'
import { inPaymentTurn, type Purchase, record, requireUnbought } from './purchase.ts'

/**
 * Creates the provider order for a checkout, with the shop's own total. Returns an earlier provider order if it was not finally refused.
 * The pieces are held first (decisions M3). Throws PAYMENT_NOT_VERIFIED if the provider refuses. Throws PROVIDER_UNAVAILABLE if the
 * provider does not answer, or cannot create the order now.
 */
export const startPayment = (purchase: Purchase): Promise<string> =>
  inPaymentTurn(purchase, async (current) => {
    await requireUnbought(current)
    const checkout = await holdStock(current.parts.commands, current.checkout, current.metadata)
    const { status, totalCents, providerOrderIds, refusals } = checkout
    if (status !== 'open') throw notOpen(status)
    // Only a checkout that an earlier release started can have such a total.
    if (totalCents === 0 || totalCents > MAX_PAYMENT_CENTS)
      throw new ShopError('VALIDATION_FAILED', 'Invalid amount for payment.')
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
  const leavesOut = leftOutAfter(startRefusals)
  const goods = { checkoutId, totalCents, items, shippingAddress, leavesOut }
  const attempt = refusedOrders + startRefusals.length
  const created = await purchase.parts.payments.createOrder({ ...goods, attempt })
  if (created.is === 'created' || created.is === 'unknown')
    return answered(await noteForMerchant(purchase, created)).providerOrderId
  const { code, is: meaning } = created
  const refusal = { type: 'NoteStartRefusal', code, meaning, attempt: startRefusals.length } as const
  const noted = await record(purchase, refusal, 'not started', String(startRefusals.length))
  if (leftOutAfter(noted.checkout.startRefusals) !== leavesOut) return createOrder(noted, refusedOrders)
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
  /** The number of the hold, if it has all its pieces. */
  heldLapses: number | undefined
}>

/**
 * Claims a capture permanently for this purchase, and completes the hold of its pieces. An earlier request may have died after it reserved
 * only some of the pieces. If the other pieces are sold out, the money comes too late (decisions S3). Throws PAYMENT_NOT_VERIFIED if
 * another checkout has claimed the capture.
 */
export async function claimMoney(purchase: Purchase, providerOrderId: string, captureId: string): Promise<Held> {
  const begun = await beginPayment(purchase, providerOrderId)
  await claimFor(begun, 'capture', captureId)
  const checkout = await holdStock(begun.parts.commands, begun.checkout, begun.metadata).catch(unlessSoldOut)
  if (!checkout) return { purchase: begun, heldLapses: undefined }
  return { purchase: { ...begun, checkout }, heldLapses: holdsPieces(checkout) ? checkout.lapses : undefined }
}

/** Throws if another checkout has already claimed the payment. If another checkout claims it after this check, `claimFor` throws. */
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

/** A process that has settled the case `payments-refused` does not check it again for this long, even if another process reopens it. */
const KNOWN_MS = 60_000

/** By `load`, because all copies of a command handler share this function. */
const closedAtMs = new WeakMap<CommandHandler['load'], number>()

/**
 * Opens one case for all problems that only the merchant can remove, such as a wrong secret. Settles the case when the provider reports a
 * payment as taken or pending (decisions M18). Returns the given answer.
 */
export async function noteForMerchant<Answer extends Creation | PaymentState>(
  { parts: { commands }, metadata }: Purchase,
  answer: Answer,
): Promise<Answer> {
  const kind = 'payments-refused'
  if ('isForMerchant' in answer && answer.isForMerchant) {
    closedAtMs.delete(commands.load)
    const { code, debugId } = answer
    await openCase(commands, { kind, amountCents: 0, code, debugId }, metadata)
  } else if (answer.is === 'taken' || answer.is === 'pending') {
    const nowMs = commands.now().getTime()
    if (nowMs - (closedAtMs.get(commands.load) ?? 0) < KNOWN_MS) return answer
    await settleCase(commands, { kind }, { outcome: 'settled' }, metadata)
    closedAtMs.set(commands.load, nowMs)
  }
  return answer
}
