import { dueRefunds } from './due-refunds.ts'
import { sorted } from './evidence.ts'

/** Each report that counts checkouts or payments under review states this rule, and reads them from `underReview`. */
export const REVIEW_RULE =
  'While the provider reviews a payment, its checkout is under review: neither paid nor ended, even if its hold has ended.'

/**
 * Tables for a WITH clause. `underReview` has the payments that the provider is still reviewing. A late refusal of another order of the
 * provider does not end a review.
 */
export const underReview = `paymentEnds AS (
  SELECT orderId AS checkoutId, NULL AS captureId, NULL AS providerOrderId, event FROM OrderPlaced
  UNION ALL SELECT checkoutId, captureId, NULL, event FROM CheckoutPaid
  UNION ALL SELECT checkoutId, NULL, providerOrderId, event FROM PaymentRefused
  UNION ALL SELECT checkoutId, captureId, NULL, event FROM RefundRequested
), underReview AS (
  SELECT event, recordedAt, checkoutId, captureId, amountCents
  FROM PaymentPending pending
  WHERE NOT EXISTS (
    FROM paymentEnds e
    WHERE e.checkoutId = pending.checkoutId AND e.event > pending.event AND coalesce(e.captureId, pending.captureId) = pending.captureId
      AND (e.providerOrderId IS NULL OR e.providerOrderId = pending.providerOrderId)
  )
  QUALIFY row_number() OVER (PARTITION BY checkoutId, captureId ORDER BY event) = 1
)`

export const unsettledMoneySql = `WITH ${underReview}, ${dueRefunds}, payments AS (
  SELECT 'Payment that the provider is still reviewing' AS what, checkoutId AS id, recordedAt AS since, amountCents, event, [event] AS events
  FROM underReview
), sentBack AS (
  SELECT 'Payment without an order, not refunded yet', checkoutId AS id, captureId AS "key", recordedAt, amountCents, event, [event]
  FROM RefundRequested
  QUALIFY row_number() OVER (PARTITION BY checkoutId, captureId ORDER BY event) = 1
), sentBackEnds AS (
  SELECT checkoutId AS id, captureId AS "key", max_by(isOver, event) AS isOver
  FROM (
    SELECT checkoutId, captureId, event, TRUE AS isOver FROM PaymentRefunded
    UNION ALL SELECT checkoutId, captureId, event, FALSE FROM PaymentRefundFailed
  )
  GROUP BY ALL
), refundsAsked AS (
  SELECT orderId, refundId, recordedAt, amountCents, event FROM OrderRefundRequested
  UNION ALL SELECT orderId, refundId, recordedAt, amountCents, event FROM OrderRefundPending
), refundEnds AS (
  SELECT orderId, refundId, event FROM OrderRefunded
  UNION ALL SELECT orderId, refundId, event FROM OrderRefundRefused
  UNION ALL SELECT orderId, refundId, event FROM OrderRefundFailed
), refunds AS (
  SELECT 'Refund of an order, not made yet', orderId, recordedAt, amountCents, event, [event]
  FROM refundsAsked asked
  WHERE NOT EXISTS (FROM refundEnds e WHERE e.orderId = asked.orderId AND e.refundId = asked.refundId AND e.event > asked.event)
  QUALIFY row_number() OVER (PARTITION BY orderId, refundId ORDER BY event) = 1
), unsettled AS (
  SELECT * FROM payments
  UNION ALL
  SELECT * EXCLUDE "key" FROM sentBack
  WHERE NOT EXISTS (FROM sentBackEnds e WHERE e.id = sentBack.id AND e.key = sentBack.key AND e.isOver)
  UNION ALL
  SELECT * FROM refunds
  UNION ALL
  SELECT 'Cancelled order, refund due but not requested', orderId, recordedAt, amountCents, event, events FROM dueRefunds
)
SELECT what, since, round(epoch(now()::TIMESTAMP - since) / 86400, 1) AS days, amountCents, id AS orderOrCheckout,
       ${sorted('events')} AS evidence
FROM unsettled
ORDER BY since, event`
