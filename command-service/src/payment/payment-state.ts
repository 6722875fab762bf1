import type { PaymentState, ProviderOrder } from './payment-provider.ts'

/** Partly refunded money also counts as taken. */
const TAKEN = ['COMPLETED', 'PARTIALLY_REFUNDED']
const REFUSED = ['DECLINED', 'FAILED']

export function stateOf(order: ProviderOrder): Exclude<PaymentState, { is: 'unknown' | 'not carried out' }> {
  const { status, captures } = order
  const found = (...statuses: readonly string[]) => captures.find((capture) => statuses.includes(capture.status))
  const taken = found(...TAKEN)
  if (taken) return { is: 'taken', order, capture: taken }
  const pending = found('PENDING')
  if (pending) return { is: 'pending', order, capture: pending }
  const unclear = captures.find((capture) => !REFUSED.includes(capture.status) && capture.status !== 'REFUNDED')
  if (unclear) return { is: 'unclear', order, code: `CAPTURE_${unclear.status}` }
  const givenBack = found('REFUNDED')
  if (givenBack) return { is: 'given back', order, capture: givenBack }
  const refused = found(...REFUSED)
  if (refused) return { is: 'refused', code: refused.status, final: true, order }
  if (status === 'VOIDED') return { is: 'refused', code: status, final: true, order }
  if (status === 'COMPLETED') return { is: 'unclear', order, code: 'COMPLETED_WITHOUT_CAPTURE' }
  return { is: status === 'APPROVED' ? 'approved' : 'open', order }
}
