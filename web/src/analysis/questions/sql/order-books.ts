import { statusChanges } from './status-changes.ts'
/** Each report that counts sold pieces states this rule. */
export const SOLD_RULE =
  'Sold pieces are those of orders that are neither cancelled nor deleted, including pieces that came back later. The time machine also counts the pieces of cancelled orders.'

/** The `events` decided whether the order is cancelled or deleted. */
const standing = `standing AS (
  SELECT orderId, max_by(status = 'Cancelled', event) AS isCancelled, max_by(isDeleted, event) AS isDeleted, list(event) AS events
  FROM (${statusChanges})
  WHERE isDeleted IS NOT NULL OR (statusBefore = 'Cancelled') <> (status = 'Cancelled')
  GROUP BY orderId
)`

/** `soldOrders` has the orders whose pieces are sold, and the `events` that decide this. */
export const soldOrders = `${standing}, soldOrders AS (
  SELECT placed.*, list_prepend(placed.event, coalesce(standing.events, [])) AS events
  FROM OrderPlaced placed
  LEFT JOIN standing USING (orderId)
  WHERE isCancelled IS NOT TRUE AND isDeleted IS NOT TRUE
)`

/**
 * `books` has each order that is not deleted, with its paid cents and the cents that the shop keeps. The shop keeps nothing of a cancelled
 * order, as on the dashboard.
 */
export const orderBooks = `${standing}, refunds AS (
  SELECT orderId, sum(cents) AS cents, list(event) AS events
  FROM (
    SELECT orderId, amountCents AS cents, event FROM OrderRefunded
    UNION ALL SELECT orderId, amountCents, event FROM RefundNoted
    UNION ALL SELECT orderId, -amountCents, event FROM OrderRefundFailed WHERE wasMade
  )
  GROUP BY orderId
), addresses AS (
  SELECT orderId, max(event) AS addressed, max_by(country, event) AS country FROM OrderAddressChanged GROUP BY orderId
), books AS (
  SELECT placed.event, orderId, left(placedAt, 10)::DATE AS day,
         nullif(coalesce(last.country, placed.country), '') AS country, isCancelled IS TRUE AS isCancelled, totalCents AS paidCents,
         addressed, if(isCancelled, 0, totalCents - coalesce(refunds.cents, 0)) AS keptCents,
         list_concat([placed.event], standing.events, refunds.events) AS events
  FROM OrderPlaced placed
  LEFT JOIN standing USING (orderId)
  LEFT JOIN refunds USING (orderId)
  LEFT JOIN addresses last USING (orderId)
  WHERE isDeleted IS NOT TRUE
)`
