import type { CheckoutNow } from '@shop/language/checkout/api'
import type { Refusals } from '../checkout/checkout-state.ts'
import { leavesOutcomeOpen } from '../payment/payment-provider.ts'
import type { Purchase } from './purchase.ts'

type Charged = CheckoutNow['charged']

/** Whether money was taken for a checkout, according to the log and to what the provider reports now. Captures and records nothing. */
export async function chargedFor({ parts, checkout }: Purchase): Promise<Charged> {
  const { payment, pending, refunds, providerOrderIds, refusals } = checkout
  if (payment || pending || refunds.size > 0) return 'yes'
  const found = await Promise.all(providerOrderIds.map(ask))
  return found.find((charged) => charged === 'yes') ?? found.find((charged) => charged === 'unknown') ?? 'no'

  async function ask(providerOrderId: string): Promise<Charged> {
    const state = await parts.payments.lookUp(providerOrderId)
    if (['taken', 'pending', 'given back'].includes(state.is)) return 'yes'
    if (state.is === 'unknown' || leavesOutcomeOpen(state)) return 'unknown'
    return state.is === 'approved' && !isRefused(refusals.get(providerOrderId)) ? 'unknown' : 'no'
  }
}

/**
 * Whether the provider has refused a payment since the buyer's last attempt. If not, the shop may still capture an approved payment by
 * itself.
 */
const isRefused = (refusal: Refusals | undefined) => refusal?.meaning === 'refused' && !refusal.isRetried
