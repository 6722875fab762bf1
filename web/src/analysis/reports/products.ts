import { evidenceOf, sorted } from '../questions/sql/evidence.ts'
import { soldOrders } from '../questions/sql/order-books.ts'
import { inWords, lineRefunds } from './returns.ts'

/**
 * Tables for a WITH clause. `lines` has each line of the orders whose status is Delivered, `received` each received piece of
 * them, and `returnRefunds` the refunds for received returns.
 */
const delivered = `${soldOrders}, ${lineRefunds}, delivered AS (
  SELECT orderId, max_by("to", event) AS status, max(event) AS event FROM OrderStatusChanged GROUP BY orderId
), lines AS (
  SELECT sold.event, sold.orderId, list_append(sold.events, delivered.event) AS events, unnest(items) AS item, unnest(range(len(items))) AS line
  FROM soldOrders sold
  JOIN delivered ON delivered.orderId = sold.orderId AND status = 'Delivered'
), received AS (
  SELECT event, orderId, returnId, chosenReason, unnest(pieces) AS piece FROM ReturnReceived
), returnRefunds AS (
  FROM lineRefunds WHERE returnId IS NOT NULL
)`

export const returnRateSql = `WITH ${delivered}, back AS (
  SELECT orderId, piece.line AS line, sum(piece.quantity) AS pieces, list(event) AS events FROM received GROUP BY ALL
), refunded AS (
  SELECT orderId, line, sum(cents) AS cents, flatten(list(events)) AS events FROM returnRefunds GROUP BY ALL
)
SELECT max_by(item.name, lines.event) AS product, round(100.0 * coalesce(sum(pieces), 0) / sum(item.quantity), 1) AS percentReturned,
       coalesce(sum(pieces), 0)::BIGINT AS piecesReturned, sum(item.quantity)::BIGINT AS piecesDelivered,
       round(100.0 * coalesce(sum(cents), 0) / nullif(sum(item.paidCents), 0), 1) AS percentRefunded,
       coalesce(sum(cents), 0)::BIGINT AS refundedCents, sum(item.paidCents)::BIGINT AS revenueCents,
       item.productId AS productId,
       ${evidenceOf('flatten(list(list_concat(back.events, refunded.events)))', 'flatten(list(lines.events))')} AS evidence
FROM lines
LEFT JOIN back ON back.orderId = lines.orderId AND back.line = lines.line
LEFT JOIN refunded ON refunded.orderId = lines.orderId AND refunded.line = lines.line
GROUP BY item.productId
ORDER BY percentReturned DESC, piecesReturned DESC, product, item.productId`

/** A row's evidence has the returns and refunds for the row's reason, then all orders of the product, because they decide the percentage. */
export const returnRateReasonsSql = `WITH ${delivered}, products AS (
  SELECT item.productId AS productId, max_by(item.name, event) AS product, sum(item.quantity) AS pieces, sum(item.paidCents) AS cents,
         flatten(list(events)) AS events
  FROM lines
  GROUP BY item.productId
), wentBack AS (
  SELECT item.productId AS productId, coalesce(received.chosenReason, asked.chosenReason) AS reason, piece.quantity AS pieces, 0 AS cents,
         [received.event, asked.event] AS events
  FROM received
  JOIN lines ON lines.orderId = received.orderId AND lines.line = piece.line
  LEFT JOIN ReturnRequested asked ON asked.orderId = received.orderId AND asked.returnId = received.returnId
  UNION ALL
  SELECT item.productId, reason, 0, cents, returnRefunds.events
  FROM returnRefunds JOIN lines ON lines.orderId = returnRefunds.orderId AND lines.line = returnRefunds.line
), back AS (
  SELECT productId, reason, sum(pieces) AS pieces, sum(cents) AS cents, flatten(list(events)) AS events FROM wentBack GROUP BY ALL
)
SELECT product, ${inWords('reason')} AS reason, round(100.0 * back.pieces / products.pieces, 1) AS percentReturned,
       back.pieces::BIGINT AS piecesReturned, products.pieces::BIGINT AS piecesDelivered,
       round(100.0 * back.cents / nullif(products.cents, 0), 1) AS percentRefunded, back.cents::BIGINT AS refundedCents,
       products.cents::BIGINT AS revenueCents, productId,
       ${evidenceOf('back.events', 'products.events')} AS evidence
FROM back
JOIN products USING (productId)
ORDER BY percentReturned DESC, piecesReturned DESC, product, reason, productId`

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
       sum(cents)::BIGINT AS revenueCents, sum(pieces)::BIGINT AS pieces, priceCents, productId,
       ${sorted('list_append(flatten(list(events)), any_value(names.event))')} AS evidence
FROM sales
LEFT JOIN names USING (productId)
GROUP BY productId, priceCents
ORDER BY sum(sum(cents)) OVER (PARTITION BY productId) DESC, coalesce(any_value(names.name), max(sales.name)), productId, priceCents`
