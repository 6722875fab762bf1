import type { Capture, Order } from './ledger.ts'
import { captureDocument, type Site } from './representations.ts'
import { wholeSeconds } from './whole-seconds.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** TABLE: the state of a dispute, by the event that reports it. */
const states: Readonly<Record<string, object>> = {
  'CUSTOMER.DISPUTE.CREATED': { status: 'OPEN', dispute_life_cycle_stage: 'INQUIRY' },
  'CUSTOMER.DISPUTE.UPDATED': { status: 'WAITING_FOR_SELLER_RESPONSE', dispute_life_cycle_stage: 'CHARGEBACK' },
  'CUSTOMER.DISPUTE.RESOLVED': {
    status: 'RESOLVED',
    dispute_life_cycle_stage: 'CHARGEBACK',
    dispute_outcome: { outcome_code: 'RESOLVED_SELLER_FAVOUR' },
  },
}
const ANSWER_WITHIN_MS = 20 * DAY_MS

/** An order has at most one dispute, which is created by the first event about it. */
export function disputeOf(event: string, capture: Capture, order: Order, site: Site) {
  const { amount, status } = captureDocument(capture, order, site)
  const { custom_id, invoice_id } = order.unit
  const now = site.now()
  const { disputedAt = now.toISOString() } = site.ledger.changeOfCapture(capture.id)
  site.ledger.changeCapture(capture.id, { disputedAt })
  return {
    dispute_id: `PP-R-${order.id.slice(0, 8)}`,
    create_time: disputedAt,
    update_time: now.toISOString(),
    disputed_transactions: [
      {
        seller_transaction_id: capture.id,
        create_time: capture.createdAt,
        transaction_status: status,
        gross_amount: amount,
        invoice_number: invoice_id,
        custom: custom_id,
        seller: { merchant_id: site.merchantId },
      },
    ],
    reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
    dispute_amount: amount,
    dispute_channel: 'INTERNAL',
    seller_response_due_date: wholeSeconds(new Date(now.getTime() + ANSWER_WITHIN_MS)),
    ...(states[event] ?? states['CUSTOMER.DISPUTE.CREATED']),
  }
}
