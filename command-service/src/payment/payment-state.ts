import type { PaymentState, ProviderOrder } from './payment-provider.ts'

/** Money of which only a part went back is taken: the refund is told by itself. */
const TAKEN = ['COMPLETED', 'PARTIALLY_REFUNDED']

/** Where a provider's order stands. One that was wholly refunded counts as open, but can never be captured again. */
export function stateOf(order: ProviderOrder): Exclude<PaymentState, { is: 'unknown' }> {
  const { status, captures } = order
  const capture = captures.find(({ status }) => TAKEN.includes(status))
  if (capture) return { is: 'taken', order, capture }
  const pending = captures.find((taken) => taken.status === 'PENDING')
  if (pending) return { is: 'pending', order, capture: pending }
  const refused = captures.find((taken) => taken.status === 'DECLINED' || taken.status === 'FAILED')
  if (refused) return { is: 'refused', code: refused.status, final: true, order }
  if (status === 'VOIDED') return { is: 'refused', code: status, final: true, order }
  return { is: status === 'APPROVED' ? 'approved' : 'open', order }
}
