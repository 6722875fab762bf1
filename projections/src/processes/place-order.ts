import type { FollowUp, ProcessManager } from '../process-manager.ts'

const FIRST_LOOK_MS = 15_000

const check = (checkoutId: string, until?: 'pending'): readonly FollowUp[] => [
  { command: { type: 'CheckPayment', checkoutId, ...(until && { until }) }, delayMs: FIRST_LOOK_MS },
]

/** Places the order of a paid checkout, or refunds the payment, even if the browser never calls the shop again. */
export const placeOrder: ProcessManager = {
  name: 'place-order@1',
  on: {
    // The check of a started payment ends when the payment is pending, so `PaymentPending` starts another check.
    PaymentStarted: ({ data }) => check(data.checkoutId, 'pending'),
    CheckoutReopened: ({ data }) => check(data.checkoutId, 'pending'),
    PaymentPending: ({ data }) => check(data.checkoutId),
    PaymentRefused: ({ data: { checkoutId } }) => [{ command: { type: 'ReturnRefused', checkoutId } }],
    CheckoutPaid: ({ data: { checkoutId } }) => [{ command: { type: 'PlaceOrder', checkoutId } }],
    OrderPlaced: ({ data: { orderId } }) => [{ command: { type: 'SettleOrder', orderId } }],
    RefundRequested: ({ data: { checkoutId, captureId } }) => [
      { command: { type: 'RefundPayment', checkoutId, captureId } },
    ],
  },
}
