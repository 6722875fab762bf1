import { isShopError } from '@shop/language/errors'
import { checkoutStream } from '@shop/language/events/checkout-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { claim, ownerOf } from '../claim/claims.ts'
import type { CommandHandler } from '../handler/command-handler.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import type { Parts } from '../parts.ts'
import { type CheckoutCommand, checkoutDecider } from './checkout-decider.ts'
import { type Checkout, notOpen } from './checkout-state.ts'
import { holdForLateMoney, holdStock, unlessSoldOut } from './hold-stock.ts'
import { loadCheckout, recallCheckout } from './load-checkout.ts'
import type { Capture, ProviderOrder } from './payment-provider.ts'
import { notVerified, stateOf, verifyPayment } from './verify-payment.ts'

type Payment = Readonly<{
  checkoutId: string
  providerOrderId: string
  /** Whether the buyer asks: then a checkout that has ended is reopened, if its pieces are in stock. */
  buyerAsks: boolean
}>

/**
 * Settles a checkout with a provider's order, on what the provider reports and nothing else: captures the payment if it
 * is approved, records it once, and holds the pieces or requests a refund. Throws why it is not paid; then this order
 * was not captured, or, with PROVIDER_UNAVAILABLE, that is unknown.
 */
export async function settlePayment(parts: Parts, payment: Payment, metadata: CommandMetadata): Promise<Checkout> {
  const { commands, payments } = parts
  const { checkoutId, providerOrderId } = payment
  const checkout = await recallCheckout(commands, checkoutId)
  if (checkout.payment?.providerOrderId === providerOrderId) return holdForLateMoney(commands, checkoutId, metadata)

  const order = await payments.orderOf(providerOrderId)
  if (!order) throw notVerified('The payment provider does not know this payment')
  verify(order, checkout)
  await refuseUsedElsewhere(commands, order, checkoutId)
  const found = stateOf(order)
  if (found.is === 'taken') return recordTaken(parts, payment, found.capture, metadata)
  // Paid by another order already: this one's approval is left to expire at the provider.
  if (checkout.payment) return checkout
  if (found.is === 'pending') throw notVerified('The payment provider still looks at this payment')
  if (found.is === 'open') throw notVerified('This payment is not approved')
  const capture = await take(parts, payment, metadata)
  return capture ? recordTaken(parts, payment, capture, metadata) : loadCheckout(commands, checkoutId)
}

/** Settles every payment that was begun for a checkout; if none has paid it, throws as settlePayment does. */
export async function settleStarted(parts: Parts, checkoutId: string, metadata: CommandMetadata): Promise<Checkout> {
  const { commands } = parts
  const { providerOrderIds } = await loadCheckout(commands, checkoutId)
  let refusal = notVerified('No payment was begun')
  for (const providerOrderId of providerOrderIds) {
    const own = furtherCommand(metadata, 'settle', providerOrderId)
    try {
      await settlePayment(parts, { checkoutId, providerOrderId, buyerAsks: false }, own)
    } catch (error) {
      if (!isShopError(error) || error.code === 'PROVIDER_UNAVAILABLE') throw error
      refusal = error
    }
  }
  const checkout = await loadCheckout(commands, checkoutId)
  if (!checkout.payment) throw refusal
  return checkout
}

/** Claims a payment for this checkout and records it as begun, whether the shop or a browser created it; a repeat changes nothing. */
export async function notePayment(
  commands: CommandHandler,
  checkoutId: string,
  providerOrderId: string,
  metadata: CommandMetadata,
) {
  const known = await commands.fact(checkoutDecider, checkoutStream(checkoutId))
  // It was claimed for this checkout before it was begun, and a claim on a payment stays.
  if (known.state?.providerOrderIds.includes(providerOrderId)) return known
  await claimFor(commands, 'provider-order', providerOrderId, checkoutId, metadata)
  const begin = { type: 'StartPayment', checkoutId, providerOrderId } as const
  return handle(commands, begin, furtherCommand(metadata, 'begin', providerOrderId))
}

/** Captures an approved payment after the pieces are held, so that nobody pays for what is sold out. Undefined if it is paid meanwhile. */
async function take(
  { commands, payments, checkoutTtlMs }: Parts,
  { checkoutId, providerOrderId, buyerAsks }: Payment,
  metadata: CommandMetadata,
): Promise<Capture | undefined> {
  const { status, lapses } = await loadCheckout(commands, checkoutId)
  // Without the buyer it is reopened once only, for an approval that came just as the time ran out.
  const mayReopen = buyerAsks || (status === 'expired' && lapses === 1)
  if (status !== 'open' && !mayReopen) throw notOpen(status)
  const expiresAt = new Date(commands.now().getTime() + checkoutTtlMs).toISOString()
  const reopen = { type: 'Reopen', checkoutId, expiresAt, lapses } as const
  if (status !== 'open') await handle(commands, reopen, furtherCommand(metadata, 'reopen', String(lapses)))
  const checkout = await holdStock(commands, checkoutId, metadata)
  if (checkout.payment) return undefined
  if (checkout.status !== 'open') throw notOpen(checkout.status)
  await notePayment(commands, checkoutId, providerOrderId, metadata)
  const order = await payments.capture({ checkoutId, providerOrderId })
  verify(order, checkout)
  const taken = stateOf(order)
  if (taken.is === 'taken') return taken.capture
  throw notVerified('The payment provider still looks at this payment')
}

async function recordTaken(
  { commands }: Parts,
  { checkoutId, providerOrderId }: Payment,
  { id: captureId, amountCents }: Capture,
  metadata: CommandMetadata,
): Promise<Checkout> {
  await notePayment(commands, checkoutId, providerOrderId, metadata)
  await claimFor(commands, 'capture', captureId, checkoutId, metadata)
  // A request that broke off may have left an open checkout with only some of its pieces reserved.
  const held = await holdStock(commands, checkoutId, metadata).catch(unlessSoldOut)
  const at = commands.now().toISOString()
  const heldLapses = held?.status === 'open' ? held.lapses : undefined
  const money = { providerOrderId, captureId, amountCents, at, heldLapses }
  await handle(commands, { type: 'Pay', checkoutId, ...money }, metadata)
  return holdForLateMoney(commands, checkoutId, metadata)
}

function verify(order: ProviderOrder, checkout: Checkout) {
  verifyPayment(order, checkout)
  for (const capture of order.captures) verifyPayment(capture, checkout)
}

/** Refuses a payment claimed by another checkout before anything is written; the claims themselves decide in the end. */
async function refuseUsedElsewhere(commands: CommandHandler, order: ProviderOrder, checkoutId: string) {
  const keys = [['provider-order', order.id] as const, ...order.captures.map(({ id }) => ['capture', id] as const)]
  for (const [kind, key] of keys)
    if (![undefined, checkoutId].includes(await ownerOf(commands, kind, key))) throw usedElsewhere()
}

/** Claims a payment for a checkout, for good. */
async function claimFor(
  commands: CommandHandler,
  kind: 'provider-order' | 'capture',
  key: string,
  checkoutId: string,
  metadata: CommandMetadata,
) {
  try {
    await claim(commands, { kind, key, ownerId: checkoutId }, async () => true, metadata)
  } catch (error) {
    throw isShopError(error, 'CONFLICT') ? usedElsewhere(error) : error
  }
}

const usedElsewhere = (cause?: unknown) => notVerified('This payment was used for another checkout', { cause })

const handle = (commands: CommandHandler, command: CheckoutCommand, metadata: CommandMetadata) =>
  commands.ensure(checkoutDecider, checkoutStream(command.checkoutId), command, metadata)
