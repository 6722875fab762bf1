/**
 * Tables for a WITH clause. `books` has each order that is not deleted, with its paid cents and the cents that the shop keeps. For a
 * cancelled order, these are zero, as on the dashboard.
 */
export const orderBooks = `statuses AS (
  SELECT orderId, max_by("to", event) AS status FROM OrderStatusChanged GROUP BY orderId
), refunds AS (
  SELECT orderId, sum(cents) AS cents
  FROM (
    SELECT orderId, amountCents AS cents FROM OrderRefunded
    UNION ALL SELECT orderId, amountCents FROM RefundNoted
    UNION ALL SELECT orderId, -amountCents FROM OrderRefundFailed WHERE wasMade
  )
  GROUP BY orderId
), deletions AS (
  SELECT orderId, max_by(isDeleted, event) AS isDeleted
  FROM (SELECT orderId, event, TRUE AS isDeleted FROM OrderDeleted UNION ALL SELECT orderId, event, FALSE FROM OrderRestored)
  GROUP BY orderId
), books AS (
  SELECT placed.event, orderId, left(placedAt, 10)::DATE AS day, country, totalCents AS paidCents,
         if(status = 'Cancelled', 0, totalCents - coalesce(refunds.cents, 0)) AS keptCents
  FROM OrderPlaced placed
  LEFT JOIN statuses USING (orderId)
  LEFT JOIN refunds USING (orderId)
  LEFT JOIN deletions USING (orderId)
  WHERE isDeleted IS NOT TRUE
)`
