import { refundSteps } from './due-refunds.ts'
import { sorted } from './evidence.ts'
import { observedDays } from './observed-days.ts'
import { statusChanges } from './status-changes.ts'

/** A table for a WITH clause. `sentBack` has the cents of each order that went back, and how many of its lines went back whole. */
const sentBack = `${refundSteps}, lastSteps AS (
  SELECT orderId, refundId, if(max_by(state, event) = 'refused', 0, max(amountCents)) AS cents, list(event) AS events
  FROM refundSteps
  GROUP BY orderId, refundId
), linesBack AS (
  SELECT orderId, piece.line AS line, sum(piece.quantity) AS quantity
  FROM (SELECT orderId, unnest(pieces) AS piece FROM OrderRefundRequested SEMI JOIN (FROM lastSteps WHERE cents > 0) USING (orderId, refundId))
  GROUP BY ALL
), wholeLines AS (
  SELECT orderId, count(*) AS lines FROM linesBack JOIN OrderPlaced USING (orderId) WHERE quantity >= items[line + 1].quantity GROUP BY orderId
), sentBack AS (
  SELECT orderId, sum(cents) AS cents, any_value(lines) AS lines, flatten(list(events)) AS events
  FROM lastSteps
  LEFT JOIN wholeLines USING (orderId)
  GROUP BY orderId
)`

/** An order that still waits counts as `infinity` hours, longer than any other wait. A figure that would be `infinity` is empty. */
export const timeToShipSql = `WITH backs AS (
  SELECT orderId, max(event) AS back FROM OrderStatusChanged WHERE "to" = 'Processing' GROUP BY orderId
), shipped AS (
  SELECT orderId, min(event) AS parcel, min(recordedAt) AS shippedAt, any_value(back) AS back
  FROM OrderStatusChanged LEFT JOIN backs USING (orderId)
  WHERE "to" IN ('Shipped', 'Delivered') AND event > coalesce(back, 0)
  GROUP BY orderId
), ends AS (
  SELECT orderId, max_by(isDeleted IS TRUE OR status = 'Cancelled', event) AS isOver, list(event) AS events
  FROM (${statusChanges}) ANTI JOIN shipped USING (orderId)
  GROUP BY orderId
), ${sentBack}, waits AS (
  SELECT placed.event AS placed, back, parcel, if(parcel IS NULL, ${sorted('list_concat(ends.events, sentBack.events)')}, NULL) AS others,
         date_trunc('week', recordedAt)::DATE AS week,
         CASE WHEN parcel IS NOT NULL THEN epoch(shippedAt - recordedAt) / 3600
              WHEN (isOver OR cents >= totalCents OR lines = len(items)) IS NOT TRUE THEN 'infinity'::DOUBLE END AS hours
  FROM OrderPlaced placed
  LEFT JOIN shipped USING (orderId)
  LEFT JOIN ends USING (orderId)
  LEFT JOIN sentBack USING (orderId)
)
SELECT week, count(*) AS orders, count(parcel) AS shipped, count(*) FILTER (isinf(hours)) AS notYetShipped,
       count(*) FILTER (hours IS NULL) AS calledOff,
       round(nullif(quantile_disc(hours, 0.5), 'infinity'::DOUBLE), 1) AS halfWithinHours,
       round(nullif(quantile_disc(hours, 0.9), 'infinity'::DOUBLE), 1) AS nineTenthsWithinHours,
       ${observedDays('week')},
       list_sort(list_concat(
         list(placed), list(back) FILTER (back IS NOT NULL), list(parcel) FILTER (parcel IS NOT NULL), flatten(list(others) FILTER (parcel IS NULL)))) AS evidence
FROM waits
GROUP BY week
ORDER BY week`
