import type { ProcessManager } from '../process-manager.ts'

/** Returns a cancelled order's stock and opens its refund case (decisions S5). */
export const returnStock: ProcessManager = {
  name: 'return-stock@1',
  on: {
    OrderStatusChanged: ({ data: { orderId, to } }) => (to === 'Cancelled' ? [returnOf(orderId)] : []),
    // It may have been deleted before its stock was returned.
    OrderRestored: ({ data: { orderId, status } }) => (status === 'Cancelled' ? [returnOf(orderId)] : []),
  },
}

const returnOf = (orderId: string) => ({ command: { type: 'ReturnStock', orderId } }) as const
