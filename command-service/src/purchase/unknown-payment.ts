import { MONEY_MAY_COME_MS } from '@shop/language/checkout/money-may-come'
import { loadCase, openCase, settleUnknownPayment } from '../case/cases.ts'
import { type Checkout, isRefused } from '../checkout/checkout-state.ts'
import { isNotFound, type PaymentState, type ProviderOrder } from '../payment/payment-provider.ts'
import { beginPayment } from './provider-order.ts'
import { type Purchase, record, reload } from './purchase.ts'

type Unclear = Readonly<{ code: string; order?: ProviderOrder | undefined }>

/**
 * Why it is unknown after a look-up if a begun payment takes money: the provider does not report the payment, the shop does not understand
 * the report, or the report shows no capture although the outcome of a capture is unknown. If the provider does not find an order after
 * hours, the order was never captured: PayPal forgets no other orders.
 */
export function unclearIn({ parts, checkout }: Purchase, id: string, found: PaymentState): Unclear | undefined {
  if (found.is === 'not carried out' || found.is === 'unclear') return found
  const { expiresAt, pending, unanswered, refusals } = checkout
  if (found.is === 'approved' || found.is === 'open')
    return unanswered.has(id) && !isRefused(refusals.get(id)) ? { code: 'CAPTURE_UNANSWERED' } : undefined
  if (found.is !== 'refused' || !isNotFound(found)) return undefined
  const overMs = parts.clock.forgetting() - Date.parse(expiresAt)
  return overMs < MONEY_MAY_COME_MS || pending?.providerOrderId === id || unanswered.has(id) ? found : undefined
}

/** Begins the payment and opens a case. From then on, a report that the order is not found does not mean that no money was taken. */
export async function noteUnclear(purchase: Purchase, providerOrderId: string, unclear: Unclear) {
  const begun = await beginPayment(purchase, providerOrderId)
  const at = begun.parts.commands.now().toISOString()
  const note = { type: 'NoteUnanswered', providerOrderId, at } as const
  if (!begun.checkout.unanswered.has(providerOrderId)) await record(begun, note, 'unclear', providerOrderId)
  await openUnknownPaymentCase(begun, providerOrderId, unclear)
}

/** Opens a case for money of a wrong amount or currency that the provider has taken, but not completed. */
export async function noteWrongMoney(
  purchase: Purchase,
  found: Extract<PaymentState, { is: 'pending' | 'unclear' }>,
  order: ProviderOrder,
) {
  const [money = order] = order.captures
  if (money.customId !== purchase.checkout.checkoutId || !money.paysUs) return
  const code = money.currency === 'USD' ? 'WRONG_AMOUNT' : `PAID_IN_${money.currency}`
  await noteUnclear(purchase, order.id, found.is === 'unclear' ? found : { code, order })
}

/** Returns whether the case is open. */
export async function openUnknownPaymentCase(
  purchase: Purchase,
  providerOrderId: string,
  { code, order }: Unclear,
): Promise<boolean> {
  const { parts, metadata } = purchase
  const { checkoutId, customerId, totalCents } = purchase.checkout
  const about = { kind: 'payment-unknown', checkoutId, customerId, providerOrderId } as const
  const amountCents = order?.captures[0]?.amountCents ?? totalCents
  const caseId = await openCase(parts.commands, { ...about, amountCents, code }, metadata)
  // Another request may have decided the payment before this case was opened.
  const { checkout } = await reload(purchase)
  if (isDecided(checkout, providerOrderId)) await settleUnknownPayment(parts.commands, providerOrderId, metadata)
  return !(await loadCase(parts.commands, caseId)).end
}

export function isDecided({ payment, refusals, refunds }: Checkout, providerOrderId: string): boolean {
  const over = [payment, ...refunds.values()].map((money) => money?.providerOrderId)
  return over.includes(providerOrderId) || refusals.get(providerOrderId)?.final === true
}
