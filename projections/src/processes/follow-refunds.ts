import type { ProcessManager } from '../process-manager.ts'

/** Makes the refunds of orders, and puts received pieces back into stock, also if the request died. */
export const followRefunds: ProcessManager = {
  name: 'follow-refunds@1',
  on: {
    OrderRefundRequested: ({ data: { orderId, refundId } }) => [{ command: { type: 'MakeRefund', orderId, refundId } }],
    ReturnReceived: ({ data: { orderId, returnId } }) => [{ command: { type: 'RestockReturn', orderId, returnId } }],
  },
}
