/**
 * Pieces and money that go back, by reason and product. The money of a refund is divided among its lines, in proportion to what was paid
 * for their pieces. The shares must add up, so only running totals are rounded. A line's share is the rounded total up to this line, minus
 * the rounded total of the lines before it.
 */
export const returnsSql = `WITH lines AS (
  SELECT event AS placed, orderId, unnest(items) AS item, unnest(range(len(items))) AS line FROM OrderPlaced
), returns AS (
  SELECT event, orderId, chosenReason AS reason, unnest(pieces) AS piece, TRUE AS isAsked FROM ReturnRequested
  UNION ALL
  SELECT received.event, received.orderId, coalesce(received.chosenReason, asked.chosenReason), unnest(received.pieces), FALSE
  FROM ReturnReceived received
  LEFT JOIN ReturnRequested asked ON asked.orderId = received.orderId AND asked.returnId = received.returnId
), made AS (
  SELECT orderId, refundId, sum(cents) AS cents, max(event) AS event
  FROM (
    SELECT orderId, refundId, amountCents AS cents, event FROM OrderRefunded
    UNION ALL SELECT orderId, providerRefundId, amountCents, event FROM RefundNoted
    UNION ALL SELECT orderId, refundId, -amountCents, event FROM OrderRefundFailed WHERE wasMade
  )
  GROUP BY orderId, refundId
  HAVING sum(cents) > 0
), refunds AS (
  SELECT made.*, asked.chosenReason AS reason, asked.pieces
  FROM made
  LEFT JOIN OrderRefundRequested asked ON asked.orderId = made.orderId AND asked.refundId = made.refundId
), parts AS (
  SELECT refunds.*, piece.line AS line, piece.quantity AS quantity,
         item.paidCents * piece.quantity // item.quantity AS worth
  FROM (SELECT * EXCLUDE pieces, unnest(pieces) AS piece FROM refunds) refunds
  JOIN lines ON lines.orderId = refunds.orderId AND lines.line = piece.line
), weighed AS (
  SELECT *, if(sum(worth) OVER (PARTITION BY orderId, refundId) > 0, worth, quantity) AS weight FROM parts
), shared AS (
  SELECT *, sum(weight) OVER (PARTITION BY orderId, refundId ORDER BY line) AS upTo,
         sum(weight) OVER (PARTITION BY orderId, refundId) AS whole
  FROM weighed
), entries AS (
  SELECT event, orderId, reason, piece.line AS line, if(isAsked, piece.quantity, 0) AS asked, if(isAsked, 0, piece.quantity) AS back,
         0 AS refunded, 0 AS cents
  FROM returns
  UNION ALL
  SELECT event, orderId, reason, line, 0, 0, quantity, cents * upTo // whole - cents * (upTo - weight) // whole FROM shared
  UNION ALL
  SELECT event, orderId, reason, NULL, 0, 0, 0, cents FROM refunds WHERE coalesce(len(pieces), 0) = 0
)
SELECT coalesce(entries.reason, 'none chosen') AS reason, coalesce(max_by(item.name, placed), 'an amount alone') AS product,
       sum(asked)::BIGINT AS piecesRequested, sum(back)::BIGINT AS piecesReturned, sum(refunded)::BIGINT AS piecesRefunded,
       sum(cents)::BIGINT AS refundedCents, list(DISTINCT event ORDER BY event) AS evidence
FROM entries
LEFT JOIN lines ON lines.orderId = entries.orderId AND lines.line = entries.line
GROUP BY entries.reason, item.productId
ORDER BY refundedCents DESC, piecesRequested DESC, reason, product, item.productId`
