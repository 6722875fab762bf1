import { soldOrders } from './order-books.ts'

/**
 * Sales in the last `$days` days of the old price and in the first `$days` days of the new price. If a price was valid for a shorter
 * time, it has fewer days.
 */
export const priceChangesSql = `WITH ${soldOrders}, said AS (
  SELECT event, recordedAt, productId, details.priceCents AS said, TRUE AS isSold FROM ProductListed
  UNION ALL SELECT event, recordedAt, productId, changes.priceCents, TRUE FROM ProductEdited WHERE changes.priceCents IS NOT NULL
  UNION ALL SELECT event, recordedAt, productId, NULL, FALSE FROM ProductDeleted
  UNION ALL SELECT event, recordedAt, productId, NULL, TRUE FROM ProductRestored
), prices AS (
  SELECT *, last_value(said IGNORE NULLS) OVER (PARTITION BY productId ORDER BY event) AS priceCents FROM said
), turns AS (
  SELECT *, lag(priceCents) OVER product AS wasCents, lag(isSold) OVER product AS wasSold
  FROM prices
  WINDOW product AS (PARTITION BY productId ORDER BY event)
  QUALIFY wasCents IS DISTINCT FROM priceCents OR wasSold IS DISTINCT FROM isSold
), spans AS (
  SELECT *, lag(event) OVER product AS sinceEvent, lead(event) OVER product AS untilEvent,
         greatest(lag(recordedAt) OVER product, recordedAt - to_days($days::INTEGER)) AS fromAt,
         list(event) OVER (product ROWS BETWEEN UNBOUNDED PRECEDING AND 1 FOLLOWING) AS history,
         least(coalesce(lead(recordedAt) OVER product, now()::TIMESTAMP), recordedAt + to_days($days::INTEGER)) AS endAt
  FROM turns
  WINDOW product AS (PARTITION BY productId ORDER BY event)
), changed AS (
  SELECT *, epoch(recordedAt - fromAt) / 86400 AS daysBefore, epoch(endAt - recordedAt) / 86400 AS daysAfter
  FROM spans
  WHERE wasSold AND isSold AND wasCents <> priceCents
), sold AS (
  SELECT event, recordedAt, events, unnest(items) AS line FROM soldOrders
), counted AS (
  SELECT c.event, coalesce(sum(line.quantity) FILTER (s.event < c.event), 0)::BIGINT AS before,
         coalesce(sum(line.quantity) FILTER (s.event > c.event), 0)::BIGINT AS after,
         list_distinct(flatten(list(coalesce(s.events, [])))) AS sales
  FROM changed c
  LEFT JOIN sold s ON s.line.productId = c.productId AND s.event > c.sinceEvent AND s.event < coalesce(c.untilEvent, s.event + 1)
    AND s.recordedAt BETWEEN c.fromAt AND c.endAt
  GROUP BY c.event
), names AS (
  SELECT productId, max_by(name, event) AS name, max(event) AS named
  FROM (
    SELECT event, productId, details.name AS name FROM ProductListed
    UNION ALL SELECT event, productId, changes.name FROM ProductEdited WHERE changes.name IS NOT NULL
  )
  GROUP BY productId
)
SELECT event, recordedAt, name AS product, wasCents, priceCents,
       round(daysBefore, 1) AS daysBefore, before AS piecesBefore, round(before / nullif(daysBefore, 0), 2) AS perDayBefore,
       round(daysAfter, 1) AS daysAfter, after AS piecesAfter, round(after / nullif(daysAfter, 0), 2) AS perDayAfter,
       list_sort(list_distinct(list_concat(sales, history, [named]))) AS evidence
FROM changed
JOIN counted USING (event)
LEFT JOIN names USING (productId)
ORDER BY event DESC`
