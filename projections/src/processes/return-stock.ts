import type { ProcessManager } from '../process-manager.ts'

/** A cancelled order gives its pieces back and opens its refund case (decisions S5). */
export const returnStock: ProcessManager = {
  name: 'return-stock@1',
  on: {
    OrderStatusChanged: ({ data: { orderId, to } }) =>
      to === 'Cancelled' ? [{ command: { type: 'ReturnStock', orderId } }] : [],
  },
}
