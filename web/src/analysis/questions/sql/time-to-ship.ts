import { observedDays } from './observed-days.ts'
import { statusChanges } from './status-changes.ts'

/** An order that still waits counts as `infinity` hours, longer than any other wait. A figure that would be `infinity` is empty. */
export const timeToShipSql = `WITH shipped AS (
  SELECT orderId, min(event) AS parcel, min(recordedAt) AS shippedAt
  FROM OrderStatusChanged
  WHERE "to" IN ('Shipped', 'Delivered')
  GROUP BY orderId
), ends AS (
  SELECT orderId, max_by(isDeleted IS TRUE OR status = 'Cancelled', event) AS isOver, list(event) AS events
  FROM (${statusChanges})
  GROUP BY orderId
), waits AS (
  SELECT list_concat([placed.event], if(parcel IS NULL, ends.events, [parcel])) AS events, parcel, date_trunc('week', recordedAt)::DATE AS week,
         CASE WHEN parcel IS NOT NULL THEN epoch(shippedAt - recordedAt) / 3600
              WHEN isOver IS NOT TRUE THEN 'infinity'::DOUBLE END AS hours
  FROM OrderPlaced placed
  LEFT JOIN shipped USING (orderId)
  LEFT JOIN ends USING (orderId)
)
SELECT week, count(*) AS orders, count(parcel) AS shipped, count(*) FILTER (isinf(hours)) AS notYetShipped,
       count(*) FILTER (hours IS NULL) AS calledOff,
       round(nullif(quantile_disc(hours, 0.5), 'infinity'::DOUBLE), 1) AS halfWithinHours,
       round(nullif(quantile_disc(hours, 0.9), 'infinity'::DOUBLE), 1) AS nineTenthsWithinHours,
       ${observedDays('week')},
       list_sort(flatten(list(events))) AS evidence
FROM waits
GROUP BY week
ORDER BY week`
