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
  /** Whether the buyer asks: then a checkout that is over is reopened, if its pieces can be had. */
  buyerAsks: boolean
}>

/**
 * Makes a provider's order the payment of a checkout, as far as the provider bears it out: takes the money if it is
 * approved, records it once, and holds the pieces or has the money sent back. Nobody's word counts but the provider's.
 * Throws why it is not paid; then no money of this order was taken, or PROVIDER_UNAVAILABLE when that is unknown.
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
  // Paid by another payment: this one's approval is left to end by itself.
  if (checkout.payment) return checkout
  if (found.is === 'pending') throw notVerified('The payment provider still looks at this payment')
  if (found.is === 'open') throw notVerified('This payment is not approved')
  const capture = await take(parts, payment, metadata)
  return capture ? recordTaken(parts, payment, capture, metadata) : loadCheckout(commands, checkoutId)
}

/** Settles every payment that was begun for a checkout; throws as settlePayment does when it is not paid by any. */
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

/** The payment is begun and recorded as this checkout's, whoever made it; a second time it changes nothing. */
export async function notePayment(
  commands: CommandHandler,
  checkoutId: string,
  providerOrderId: string,
  metadata: CommandMetadata,
) {
  const known = await commands.fact(checkoutDecider, checkoutStream(checkoutId))
  // Whose it was once it stays, and it was claimed before it was begun.
  if (known.state?.providerOrderIds.includes(providerOrderId)) return known
  await claimFor(commands, 'provider-order', providerOrderId, checkoutId, metadata)
  const begin = { type: 'StartPayment', checkoutId, providerOrderId } as const
  return handle(commands, begin, furtherCommand(metadata, 'begin', providerOrderId))
}

/** Takes approved money, once the pieces are held: nobody pays for what cannot be had. Undefined if it is paid meanwhile. */
async function take(
  { commands, payments, checkoutTtlMs }: Parts,
  { checkoutId, providerOrderId, buyerAsks }: Payment,
  metadata: CommandMetadata,
): Promise<Capture | undefined> {
  const { status, lapses } = await loadCheckout(commands, checkoutId)
  // Nobody there to ask: it is reopened once, for the approval that came as its time ran out.
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
  // A request that died half way may have left an open checkout without all of its pieces.
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

/** Before anything is written; in the end the claims decide. */
async function refuseUsedElsewhere(commands: CommandHandler, order: ProviderOrder, checkoutId: string) {
  const keys = [['provider-order', order.id] as const, ...order.captures.map(({ id }) => ['capture', id] as const)]
  for (const [kind, key] of keys)
    if (![undefined, checkoutId].includes(await ownerOf(commands, kind, key))) throw usedElsewhere()
}

/** A payment's claim is never an orphan: whose it was once it stays. */
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
