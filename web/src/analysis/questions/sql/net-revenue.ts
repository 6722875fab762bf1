/**
 * Tables for a WITH clause. `books` has each order that is not deleted, with its paid cents and the cents that the shop keeps. The shop
 * keeps nothing of a cancelled order, as on the dashboard.
 */
const orderBooks = `statuses AS (
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

export const netRevenueSql = `WITH ${orderBooks}, days AS (
  SELECT unnest(generate_series(min(left(placedAt, 10)::DATE), now()::DATE, INTERVAL 1 DAY))::DATE AS day FROM OrderPlaced
)
SELECT day, count(event) AS orders, coalesce(sum(paidCents), 0)::BIGINT AS revenueCents,
       coalesce(sum(keptCents), 0)::BIGINT AS netRevenueCents, round(avg(paidCents))::BIGINT AS averageOrderCents,
       day < now()::DATE AS dayIsOver, coalesce(list(event ORDER BY event) FILTER (event IS NOT NULL), []) AS evidence
FROM days
LEFT JOIN books USING (day)
GROUP BY day
ORDER BY day`

export const countrySql = `WITH ${orderBooks}
SELECT coalesce(country, 'unknown') AS country, count(*) AS orders, sum(paidCents)::BIGINT AS revenueCents,
       sum(keptCents)::BIGINT AS netRevenueCents, list(event ORDER BY event) AS evidence
FROM books
GROUP BY ALL
ORDER BY revenueCents DESC, country`
