import { statusChanges } from './status-changes.ts'
/** Each report that counts due refunds states this rule, and reads them from `dueRefunds`. */
export const DUE_RULE =
  'A refund becomes due when a refund case is opened with an amount above zero, or when a refund is refused or fails while the order is cancelled. It is no longer due when the case is closed, when the whole payment has gone back, or when a refund that was requested after the cancellation is accepted or made. A refund for the customer’s own return does not count for this. A further try of a refund counts as requested when it was tried. The rest of a payment is what no refund covers, not even a requested one.'

/** A table for a WITH clause: what happened to each refund of an order. Money that is `gone` is accepted or made. */
export const refundSteps = `refundSteps AS (
  SELECT orderId, event, refundId, amountCents, 'requested' AS state, FALSE AS isElsewhere FROM OrderRefundRequested
  UNION ALL SELECT orderId, event, refundId, amountCents, 'gone', refundId = providerRefundId FROM OrderRefundPending
  UNION ALL SELECT orderId, event, refundId, amountCents, 'gone', refundId = providerRefundId FROM OrderRefunded
  UNION ALL SELECT orderId, event, providerRefundId, amountCents, 'gone', TRUE FROM RefundNoted
  UNION ALL SELECT orderId, event, refundId, amountCents, 'refused', FALSE FROM OrderRefundRefused
  UNION ALL SELECT orderId, event, refundId, amountCents, 'refused', FALSE FROM OrderRefundFailed
)`

/**
 * Tables for a WITH clause. `dueRefunds` has the cancelled orders with a refund due, as `booksAfter` decides, and the rest of their payments.
 * The events `ends` decide which refunds were requested before: a deleted order can be restored as cancelled. Ids of refunds are pseudonyms,
 * so each further try counts as another refund.
 */
export const dueRefunds = `orderStatuses AS (
  SELECT orderId, event, status = 'Cancelled' AS isCancelled, isDeleted,
         statusBefore <> 'Cancelled' AND (isDeleted IS TRUE OR isDeleted IS NULL AND isCancelled) AS isEnd
  FROM (${statusChanges})
), ownReturns AS (
  SELECT orderId, refundId FROM OrderRefundRequested SEMI JOIN ReturnRequested USING (orderId, returnId)
), ${refundSteps}, refundMoves AS (
  SELECT *, isElsewhere OR (orderId, refundId) IN (FROM ownReturns) AS isOther,
         if(state = 'gone', amountCents, 0) - if(lag(state) OVER own = 'gone', amountCents, 0) AS goneCents,
         if(state = 'refused', 0, amountCents) - if(lag(state) OVER own IN ('requested', 'gone'), amountCents, 0) AS coveredCents,
         min(event) OVER own AS firstEvent
  FROM refundSteps
  WINDOW own AS (PARTITION BY orderId, refundId ORDER BY event)
), dueChanges AS (
  SELECT orderId, event, amountCents > 0 AS isDue FROM RefundCaseOpened
  UNION ALL SELECT orderId, event, FALSE FROM RefundCaseClosed
  UNION ALL SELECT orderId, event, refundDue FROM OrderRestored
  UNION ALL
  SELECT moves.orderId, moves.event, state = 'refused'
  FROM refundMoves moves
  JOIN OrderPlaced placed ON placed.orderId = moves.orderId
  ASOF LEFT JOIN (FROM orderStatuses WHERE isCancelled IS NOT NULL) statuses
    ON statuses.orderId = moves.orderId AND moves.event > statuses.event
  ASOF LEFT JOIN (FROM orderStatuses WHERE isEnd) ends ON ends.orderId = moves.orderId AND moves.event > ends.event
  QUALIFY if(state = 'refused', statuses.isCancelled, state = 'gone' AND (
    sum(goneCents) OVER (PARTITION BY moves.orderId ORDER BY moves.event) >= totalCents
    OR NOT isOther AND firstEvent >= coalesce(ends.event, 0)))
), dueOrders AS (
  SELECT orderId, max(event) FILTER (isDue) AS event, sum(coveredCents) AS coveredCents, list(event) AS events
  FROM (
    SELECT orderId, event, isCancelled, isDeleted, NULL::BOOLEAN AS isDue, 0 AS coveredCents FROM orderStatuses
    UNION ALL SELECT orderId, event, NULL, NULL, isDue, 0 FROM dueChanges
    UNION ALL SELECT orderId, event, NULL, NULL, NULL, coveredCents FROM refundMoves
  )
  GROUP BY orderId
  HAVING max_by(isCancelled, event) AND max_by(isDeleted, event) IS NOT TRUE AND max_by(isDue, event)
), dueRefunds AS (
  SELECT orderId, dueOrders.event, recordedAt, totalCents - coveredCents AS amountCents, list_prepend(placed.event, events) AS events
  FROM dueOrders
  JOIN (SELECT orderId, event, totalCents FROM OrderPlaced) placed USING (orderId)
  JOIN (SELECT event, recordedAt FROM events) recorded ON recorded.event = dueOrders.event
  WHERE totalCents > coveredCents
)`
