import type { Ask, ProcessManager } from '../process-manager.ts'

const FIRST_LOOK_MS = 15_000

const check = (checkoutId: string, until?: 'pending'): readonly Ask[] => [
  { command: { type: 'CheckPayment', checkoutId, ...(until && { until }) }, delayMs: FIRST_LOOK_MS },
]

/** Places the order of a paid checkout, or refunds the payment, whether or not the browser comes back. */
export const placeOrder: ProcessManager = {
  name: 'place-order@1',
  on: {
    // The check of a started payment ends once the payment is pending. So a pending payment starts another check.
    PaymentStarted: ({ data }) => check(data.checkoutId, 'pending'),
    CheckoutReopened: ({ data }) => check(data.checkoutId, 'pending'),
    PaymentPending: ({ data }) => check(data.checkoutId),
    PaymentRefused: ({ data: { checkoutId } }) => [{ command: { type: 'ReturnRefused', checkoutId } }],
    // An order has its checkout's id, so placing it twice uses the same stream, and the second command changes nothing.
    CheckoutPaid: ({ data: { checkoutId } }) => [{ command: { type: 'PlaceOrder', checkoutId } }],
    OrderPlaced: ({ data: { orderId } }) => [{ command: { type: 'SettleOrder', orderId } }],
    RefundRequested: ({ data: { checkoutId, captureId } }) => [
      { command: { type: 'RefundPayment', checkoutId, captureId } },
    ],
  },
}
