import type { ProcessManager } from '../process-manager.ts'

const FIRST_LOOK_MS = 15_000

/** A paid checkout becomes an order, and money that came for nothing goes back, whether or not the browser comes back. */
export const placeOrder: ProcessManager = {
  name: 'place-order@1',
  on: {
    PaymentStarted: ({ data: { checkoutId } }) => [
      { command: { type: 'CheckPayment', checkoutId }, delayMs: FIRST_LOOK_MS },
    ],
    // The order takes the checkout's id: asking twice names the same stream, and the second changes nothing.
    CheckoutPaid: ({ data: { checkoutId } }) => [{ command: { type: 'PlaceOrder', checkoutId } }],
    OrderPlaced: ({ data: { orderId } }) => [{ command: { type: 'SettleOrder', orderId } }],
    RefundRequested: ({ data: { checkoutId, captureId, amountCents } }) => [
      { command: { type: 'RefundPayment', checkoutId, captureId, amountCents } },
    ],
  },
}
