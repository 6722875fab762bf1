import { REFUND_PENDING } from '@shop/language/case/kinds'
import type { FollowUp, ProcessManager } from '../process-manager.ts'

const FIRST_LOOK_MS = 60_000

export const followRefunds: ProcessManager = {
  name: 'follow-refunds@1',
  on: {
    OrderRefundRequested: ({ data: { orderId, refundId } }) => [{ command: { type: 'MakeRefund', orderId, refundId } }],
    OrderRefundPending: ({ data: { orderId, providerRefundId } }) =>
      later({ type: 'LookUpRefund', orderId, providerRefundId }),
    PaymentRefundPending: ({ data: { checkoutId, captureId } }) =>
      later({ type: 'LookUpPaymentRefund', checkoutId, captureId }),
    CaseAttempted: ({ data: { caseId, code } }) =>
      code === REFUND_PENDING ? later({ type: 'LookUpCaseRefund', caseId }) : [],
    ReturnReceived: ({ data: { orderId, returnId } }) => [{ command: { type: 'RestockReturn', orderId, returnId } }],
  },
}

const later = (command: FollowUp['command']): readonly FollowUp[] => [{ command, delayMs: FIRST_LOOK_MS }]
