import { CHOSEN_DAYS } from './chosen-days.ts'
import { evidenceOf } from './evidence.ts'
import { soldOrders } from './order-books.ts'
import { productNames } from './product-names.ts'

/**
 * Sales in the last `$days` days of the old price and in the first `$days` days of the new price. A price that was valid for a shorter time
 * has fewer days.
 */
export const priceChangesSql = `WITH ${soldOrders}, said AS (
  SELECT event, recordedAt, productId, details.priceCents AS said, TRUE AS isSold FROM ProductListed
  UNION ALL SELECT event, recordedAt, productId, changes.priceCents, TRUE FROM ProductEdited WHERE changes.priceCents IS NOT NULL
  UNION ALL SELECT event, recordedAt, productId, NULL, FALSE FROM ProductDeleted
  UNION ALL SELECT event, recordedAt, productId, NULL, TRUE FROM ProductRestored
), prices AS (
  SELECT *, last_value(said IGNORE NULLS) OVER product AS priceCents,
         last_value(CASE WHEN said IS NOT NULL THEN event END IGNORE NULLS) OVER product AS saidBy
  FROM said
  WINDOW product AS (PARTITION BY productId ORDER BY event)
), turns AS (
  SELECT *, lag(priceCents) OVER product AS wasCents, lag(isSold) OVER product AS wasSold, lag(saidBy) OVER product AS wasSaidBy
  FROM prices
  WINDOW product AS (PARTITION BY productId ORDER BY event)
  QUALIFY wasCents IS DISTINCT FROM priceCents OR wasSold IS DISTINCT FROM isSold
), spans AS (
  SELECT *, lag(event) OVER product AS sinceEvent, lead(event) OVER product AS untilEvent,
         greatest(lag(recordedAt) OVER product, recordedAt - ${CHOSEN_DAYS}) AS fromAt,
         -- The two turns before the change can be a deletion and a restoration.
         list_concat([first_value(event) OVER product, wasSaidBy],
                     list(event) OVER (product ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING)) AS history,
         least(coalesce(lead(recordedAt) OVER product, now()::TIMESTAMP), recordedAt + ${CHOSEN_DAYS}) AS endAt
  FROM turns
  WINDOW product AS (PARTITION BY productId ORDER BY event)
), changed AS (
  SELECT *, epoch(recordedAt - fromAt) / 86400 AS daysBefore, epoch(endAt - recordedAt) / 86400 AS daysAfter
  FROM spans
  WHERE wasSold AND isSold AND wasCents <> priceCents
), lines AS (
  SELECT event, recordedAt, line.productId AS productId, line.quantity AS quantity
  FROM (SELECT event, recordedAt, unnest(items) AS line FROM soldOrders)
), sales AS (
  SELECT c.event AS change, s.event AS sale, quantity
  FROM changed c
  JOIN lines s ON s.productId = c.productId AND s.event > c.sinceEvent AND s.event < coalesce(c.untilEvent, s.event + 1)
    AND s.recordedAt BETWEEN c.fromAt AND c.endAt
), counted AS (
  SELECT change, sum(quantity) FILTER (sale < change)::BIGINT AS before,
         sum(quantity) FILTER (sale > change)::BIGINT AS after
  FROM sales
  GROUP BY change
), saleEvents AS (
  SELECT change, list(event) AS events
  FROM sales
  JOIN (SELECT event AS sale, unnest(events) AS event FROM soldOrders) USING (sale)
  GROUP BY change
), ${productNames}
SELECT event, recordedAt, name AS product, wasCents, priceCents,
       floor(daysBefore * 1000) / 1000 AS daysBefore, coalesce(before, 0) AS piecesBefore,
       round(piecesBefore / nullif(daysBefore, 0), 2) AS perDayBefore,
       floor(daysAfter * 1000) / 1000 AS daysAfter, coalesce(after, 0) AS piecesAfter,
       round(piecesAfter / nullif(daysAfter, 0), 2) AS perDayAfter,
       productId, ${evidenceOf('[event, wasSaidBy]', 'list_concat(saleEvents.events, history, [named])')} AS evidence
FROM changed
LEFT JOIN counted ON counted.change = changed.event
LEFT JOIN saleEvents ON saleEvents.change = changed.event
LEFT JOIN names USING (productId)
ORDER BY event DESC`
