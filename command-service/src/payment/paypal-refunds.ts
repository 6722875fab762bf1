import { idFrom } from '@shop/language/values/id-from'
import { sumOf } from '@shop/language/values/sum-of'
import { CAPTURE_FULLY_REFUNDED, type PaymentProvider, type Refunding } from './payment-provider.ts'
import { type createPaypalCalls, isDone, problemIn, read } from './paypal-calls.ts'
import type { createPaypalGuard } from './paypal-guard.ts'
import { CaptureOfOrder, decimalText, OrderShape, RefundShape, refundingOf, refundsIn } from './paypal-shapes.ts'

type Connection = Readonly<{
  guard: ReturnType<typeof createPaypalGuard>
  call: ReturnType<typeof createPaypalCalls>
}>

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
      return part ? NOTHING_LEFT : madeBefore(call, captureId, signal)
    }),

  lookUpRefund: (refundId) =>
    guard('look up refund', async (signal): Promise<Refunding> => {
      const path = `/v2/payments/refunds/${encodeURIComponent(refundId)}`
      const answer = await call({ is: 'look up refund', method: 'GET', path }, signal)
      return problemIn(answer) ?? refundingOf(read(RefundShape, answer))
    }),
})

/** Because of `custom_id`, PayPal's webhook about the refund contains `refundId`. */
const refundBody = ({ refundId, amountCents }: Readonly<{ refundId: string; amountCents: number }>) => ({
  amount: { currency_code: 'USD', value: decimalText(amountCents) },
  custom_id: refundId,
})

const NOTHING_LEFT: Refunding = { is: 'refused', code: CAPTURE_FULLY_REFUNDED, final: true }

/**
 * Finds the refund of a capture that has no money left: the newest pending refund, or else the newest refund. If the listed refunds add up
 * to less than the capture, an admin must find out how the rest was returned.
 */
async function madeBefore(call: Connection['call'], captureId: string, signal: AbortSignal): Promise<Refunding> {
  const get = (path: string, id: string) =>
    call({ is: 'look up', method: 'GET', path: `${path}/${encodeURIComponent(id)}` }, signal)
  const ofCapture = await get('/v2/payments/captures', captureId)
  const unanswered = problemIn(ofCapture)
  if (unanswered) return unanswered
  const { amountCents, orderId = '' } = read(CaptureOfOrder, ofCapture)
  const ofOrder = await get('/v2/checkout/orders', orderId)
  const unlisted = problemIn(ofOrder)
  if (unlisted) return unlisted
  const refunds = refundsIn(read(OrderShape, ofOrder)).filter(
    ({ captureId: of = captureId, status }) => of === captureId && (status === 'COMPLETED' || status === 'PENDING'),
  )
  const found = refunds.findLast(({ status }) => status === 'PENDING') ?? refunds.at(-1)
  const isAll = sumOf(refunds.map((one) => one.amountCents)) >= amountCents
  return found && isAll ? refundingOf(found) : NOTHING_LEFT
}
