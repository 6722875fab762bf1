import { idFrom } from '@shop/language/id-from'
import { CAPTURE_FULLY_REFUNDED, type PaymentProvider, type Refunding } from './payment-provider.ts'
import { type createPaypalCalls, isDone, problemIn, read } from './paypal-calls.ts'
import type { createPaypalGuard } from './paypal-guard.ts'
import { decimalText, RefundShape, refundingOf } from './paypal-shapes.ts'

type Connection = Readonly<{
  guard: ReturnType<typeof createPaypalGuard>
  call: ReturnType<typeof createPaypalCalls>
}>

/** The refunds of PayPal's Payments v2. */
export const paypalRefunds = ({ guard, call }: Connection): Pick<PaymentProvider, 'refund' | 'lookUpRefund'> => ({
  refund: ({ checkoutId, captureId, part, attempt }) =>
    guard('refund', async (signal): Promise<Refunding> => {
      const words = [...(part ? [part.refundId] : []), ...(attempt > 0 ? [String(attempt)] : [])]
      const requestId = idFrom('paypal', checkoutId, 'refund', captureId, ...words)
      const path = `/v2/payments/captures/${encodeURIComponent(captureId)}/refund`
      const body = part ? refundBody(part) : {}
      const answer = await call({ is: 'refund', method: 'POST', path, requestId, body }, signal)
      const problem = problemIn(answer)
      if (!problem) return refundingOf(read(RefundShape, answer))
      if (!isDone(problem)) return problem
      return part
        ? { is: 'refused', code: CAPTURE_FULLY_REFUNDED, final: true }
        : { is: 'refunded', refundId: 'refunded at PayPal' }
    }),

  lookUpRefund: (refundId) =>
    guard('look up refund', async (signal): Promise<Refunding> => {
      const path = `/v2/payments/refunds/${encodeURIComponent(refundId)}`
      const answer = await call({ is: 'look up refund', method: 'GET', path }, signal)
      return problemIn(answer) ?? refundingOf(read(RefundShape, answer))
    }),
})

/** Its webhook carries the shop's id back. */
const refundBody = ({ refundId, amountCents }: Readonly<{ refundId: string; amountCents: number }>) => ({
  amount: { currency_code: 'USD', value: decimalText(amountCents) },
  custom_id: refundId,
})
