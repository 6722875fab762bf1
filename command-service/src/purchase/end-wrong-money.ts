import { ShopError } from '@shop/language/errors'
import { logFact } from '@shop/logger/logger'
import { openCase } from '../case/cases.ts'
import type { Capture } from '../payment/payment-provider.ts'
import { type Purchase, record } from './purchase.ts'

/**
 * Deals with money that was taken for this checkout but is wrong. A wrong amount is refunded. Money in another currency is a case for an
 * admin, because the books are in US dollars. Throws PAYMENT_AMOUNT_MISMATCH for refunded money. Does nothing if the money is right, or if
 * it was not taken for this checkout.
 */
export async function endWrongMoney(purchase: Purchase, providerOrderId: string, capture: Capture) {
  const { checkoutId, totalCents } = purchase.checkout
  const { customId, paysUs, currency, amountCents } = capture
  if (customId !== checkoutId || !paysUs) return
  if (currency !== 'USD') await showAdmins(purchase, providerOrderId, capture)
  else if (amountCents !== totalCents) {
    await sendBack(purchase, capture)
    throw new ShopError('PAYMENT_AMOUNT_MISMATCH', WRONG_AMOUNT, { details: { sentBack: true } })
  }
}

const WRONG_AMOUNT = 'PayPal charged another amount than the total. We are sending it back'

async function sendBack(purchase: Purchase, { id: captureId, amountCents }: Capture) {
  const { checkoutId } = purchase.checkout
  logFact('warn', 'A payment has another amount than its checkout and goes back', { checkoutId, captureId })
  const reason = 'It was not the total of the checkout'
  await record(purchase, { type: 'RequestRefund', captureId, amountCents, reason }, 'send back', captureId)
}

async function showAdmins(
  { parts, checkout, metadata }: Purchase,
  providerOrderId: string,
  { id: captureId, amountCents, currency }: Capture,
) {
  const { checkoutId, customerId } = checkout
  const about = { kind: 'payment-unmatched', checkoutId, customerId, providerOrderId, captureId } as const
  await openCase(parts.commands, { ...about, amountCents, code: `PAID_IN_${currency}` }, metadata)
}
