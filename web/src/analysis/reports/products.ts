import { soldOrders } from '../questions/sql/order-books.ts'

export const returnRateSql = `WITH ${soldOrders}, delivered AS (
  SELECT orderId, max_by("to", event) AS status, max(event) AS event FROM OrderStatusChanged GROUP BY orderId
), lines AS (
  SELECT sold.event, sold.orderId, list_append(sold.events, delivered.event) AS events, unnest(items) AS item, unnest(range(len(items))) AS line
  FROM soldOrders sold
  JOIN delivered ON delivered.orderId = sold.orderId AND status = 'Delivered'
), received AS (
  SELECT orderId, piece.line AS line, sum(piece.quantity) AS pieces, list(event) AS events
  FROM (SELECT orderId, event, unnest(pieces) AS piece FROM ReturnReceived)
  GROUP BY ALL
)
SELECT max_by(item.name, lines.event) AS product, round(100.0 * coalesce(sum(pieces), 0) / sum(item.quantity), 1) AS percentReturned,
       coalesce(sum(pieces), 0)::BIGINT AS piecesReturned, sum(item.quantity)::BIGINT AS piecesDelivered,
       list_sort(list_distinct(flatten(list(list_concat(lines.events, received.events))))) AS evidence
FROM lines
LEFT JOIN received ON received.orderId = lines.orderId AND received.line = lines.line
GROUP BY item.productId
ORDER BY percentReturned DESC, piecesReturned DESC, product, item.productId`

export const revenuePerPriceSql = `WITH ${soldOrders}, prices AS (
  SELECT event, productId, details.priceCents AS priceCents, details.name AS name FROM ProductListed
  UNION ALL
  SELECT event, productId, changes.priceCents, changes.name
  FROM ProductEdited
  WHERE changes.priceCents IS NOT NULL OR changes.name IS NOT NULL
), names AS (
  SELECT productId, max_by(name, event) AS name, max(event) FILTER (name IS NOT NULL) AS event FROM prices GROUP BY productId
), sales AS (
  SELECT line.productId AS productId, line.priceCents AS priceCents, line.quantity AS pieces, line.paidCents AS cents, line.name AS name, events
  FROM (SELECT events, unnest(items) AS line FROM soldOrders)
  UNION ALL
  SELECT productId, priceCents, 0, 0, NULL, [event] FROM prices WHERE priceCents IS NOT NULL
)
SELECT concat(coalesce(any_value(names.name), max(sales.name)), printf(' at $%.2f', priceCents / 100)) AS productAndPrice,
       sum(cents)::BIGINT AS revenueCents, sum(pieces)::BIGINT AS pieces, priceCents,
       list_sort(list_filter(list_distinct(list_append(flatten(list(events)), any_value(names.event))), lambda one: one IS NOT NULL)) AS evidence
FROM sales
LEFT JOIN names USING (productId)
GROUP BY productId, priceCents
ORDER BY sum(sum(cents)) OVER (PARTITION BY productId) DESC, coalesce(any_value(names.name), max(sales.name)), productId, priceCents`
