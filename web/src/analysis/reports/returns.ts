import { reasonWords } from '../../orders/reason-words.ts'
import { evidenceOf } from '../questions/sql/evidence.ts'
import { statusChanges } from '../questions/sql/status-changes.ts'

/**
 * The evidence of a row: the events of its orders that can decide what went back, and why. The SQL adds the events that cancel an order or
 * end that, and the order's OrderPlaced.
 */
const types = [
  'ReturnRequested',
  'ReturnReceived',
  'OrderRefundRequested',
  'OrderRefundPending',
  'OrderRefunded',
  'OrderRefundFailed',
  'RefundNoted',
]

export const inWords = (reason: string) =>
  `CASE ${reason} ${Object.entries(reasonWords)
    .map(([code, words]) => `WHEN '${code}' THEN '${words}'`)
    .join(' ')} ELSE 'Not given' END`

/**
 * Tables for a WITH clause. `returns` has the pieces and the reason of each requested or received return. `refunds` has each made refund
 * and its reason. `orderEvents` has the evidence of each order.
 */
const wentBack = `statuses AS (
  SELECT event, orderId, statusBefore = 'Cancelled' AS wasCancelled, status = 'Cancelled' AS isCancelled, chosenReason
  FROM (${statusChanges})
  WHERE status IS NOT NULL
), turns AS (
  SELECT event, orderId, isCancelled FROM statuses WHERE wasCancelled <> isCancelled
), cancelled AS (
  SELECT said.orderId, max_by(said.chosenReason, said.event) AS reason
  FROM (SELECT orderId, max(event) AS event FROM turns GROUP BY orderId) lastTurn
  JOIN statuses said ON said.orderId = lastTurn.orderId AND said.event >= lastTurn.event AND said.isCancelled
  GROUP BY said.orderId
), returns AS (
  SELECT event, orderId, 'Return' AS what, chosenReason AS reason, unnest(pieces) AS piece, TRUE AS isAsked FROM ReturnRequested
  UNION ALL
  SELECT received.event, received.orderId, if(isCancelled, 'Cancellation', 'Return'),
         coalesce(received.chosenReason, asked.chosenReason, if(isCancelled, cancelled.reason, NULL)), unnest(received.pieces), FALSE
  FROM ReturnReceived received
  ASOF LEFT JOIN turns ON turns.orderId = received.orderId AND turns.event < received.event
  LEFT JOIN ReturnRequested asked ON asked.orderId = received.orderId AND asked.returnId = received.returnId
  LEFT JOIN cancelled ON cancelled.orderId = received.orderId
), made AS (
  SELECT orderId, refundId, sum(cents) AS cents, min(event) AS event, list(event) AS events
  FROM (
    SELECT orderId, refundId, amountCents AS cents, event FROM OrderRefunded
    UNION ALL SELECT orderId, refundId, 0, event FROM OrderRefundPending
    UNION ALL SELECT orderId, providerRefundId, amountCents, event FROM RefundNoted
    UNION ALL SELECT orderId, refundId, -amountCents, event FROM OrderRefundFailed WHERE wasMade
  )
  GROUP BY orderId, refundId
  HAVING sum(cents) > 0
), asked AS (
  SELECT made.* EXCLUDE (event, events), coalesce(requested.event, made.event) AS event,
         list_append(made.events, requested.event) AS events, requested.chosenReason AS reason, requested.pieces, requested.returnId
  FROM made
  LEFT JOIN OrderRefundRequested requested ON requested.orderId = made.orderId AND requested.refundId = made.refundId
), refunds AS (
  SELECT asked.*, CASE WHEN isCancelled THEN 'Cancellation' WHEN returnId IS NOT NULL THEN 'Return' ELSE 'Refund' END AS what
  FROM asked ASOF LEFT JOIN turns ON turns.orderId = asked.orderId AND turns.event < asked.event
), orderEvents AS (
  SELECT orderId, list(event) AS events
  FROM (
    SELECT orderId, event FROM statuses WHERE wasCancelled OR isCancelled
${types.map((type) => `    UNION ALL SELECT orderId, event FROM ${type}`).join('\n')}
  )
  GROUP BY orderId
), placedBy AS (
  SELECT orderId, event AS placedBy FROM OrderPlaced
)`

/**
 * Tables for a WITH clause. `lineRefunds` divides each refund among its lines in proportion to the paid prices of their pieces. Only
 * running totals are rounded, so that the shares add up. A line's share is the rounded total up to this line, minus the rounded total
 * before this line.
 */
export const lineRefunds = `${wentBack}, orderLines AS (
  SELECT event AS placed, orderId, unnest(items) AS item, unnest(range(len(items))) AS line FROM OrderPlaced
), parts AS (
  SELECT refunds.*, piece.line AS line, piece.quantity AS quantity,
         item.paidCents * piece.quantity // item.quantity AS worth
  FROM (SELECT * EXCLUDE pieces, unnest(pieces) AS piece FROM refunds) refunds
  JOIN orderLines lines ON lines.orderId = refunds.orderId AND lines.line = piece.line
), weighed AS (
  SELECT *, if(sum(worth) OVER (PARTITION BY orderId, refundId) > 0, worth, quantity) AS weight FROM parts
), shared AS (
  SELECT *, sum(weight) OVER (PARTITION BY orderId, refundId ORDER BY line) AS upTo,
         sum(weight) OVER (PARTITION BY orderId, refundId) AS whole
  FROM weighed
), lineRefunds AS (
  SELECT orderId, returnId, what, reason, line, quantity, cents * upTo // whole - cents * (upTo - weight) // whole AS cents, events FROM shared
)`

/** Pieces and money that go back, by kind (return, cancellation or refund), reason and product. */
export const returnsSql = `WITH ${lineRefunds}, entries AS (
  SELECT orderId, what, reason, piece.line AS line, if(isAsked, piece.quantity, 0) AS asked,
         if(isAsked, 0, piece.quantity) AS back, 0 AS cancelled, 0 AS refunded, 0 AS cents
  FROM returns
  UNION ALL
  SELECT orderId, 'Cancellation', reason, line, 0, 0, item.quantity, 0, 0 FROM cancelled JOIN orderLines USING (orderId)
  UNION ALL
  SELECT orderId, what, reason, line, 0, 0, 0, quantity, cents FROM lineRefunds
  UNION ALL
  SELECT orderId, what, reason, NULL, 0, 0, 0, 0, cents FROM refunds WHERE coalesce(len(pieces), 0) = 0
)
SELECT what, ${inWords('entries.reason')} AS reason, coalesce(max_by(item.name, placed), 'an amount alone') AS product,
       sum(asked)::BIGINT AS requested, sum(back)::BIGINT AS returned, sum(entries.cancelled)::BIGINT AS cancelled,
       sum(entries.refunded)::BIGINT AS refunded, sum(cents)::BIGINT AS amountCents,
       item.productId AS productId, ${evidenceOf('flatten(list(events))', 'list(placedBy)')} AS evidence
FROM entries
JOIN orderEvents ON orderEvents.orderId = entries.orderId
JOIN placedBy ON placedBy.orderId = entries.orderId
LEFT JOIN orderLines lines ON lines.orderId = entries.orderId AND lines.line = entries.line
GROUP BY what, entries.reason, item.productId
ORDER BY amountCents DESC, requested DESC, sum(entries.cancelled) DESC, what, reason, product, item.productId`

export const returnReasonsSql = `WITH ${wentBack}, counted AS (
  SELECT orderId, what, reason AS code, piece.quantity AS pieces, 0 AS refunds, 0 AS cents FROM returns WHERE NOT isAsked
  UNION ALL
  SELECT orderId, what, reason, 0, 1, cents FROM refunds
)
SELECT ${inWords('code')} AS reason, sum(pieces)::BIGINT AS piecesReturned,
       coalesce(sum(pieces) FILTER (what = 'Cancellation'), 0)::BIGINT AS piecesOfCancelled,
       round(100.0 * sum(pieces) / nullif(sum(sum(pieces)) OVER (), 0), 1) AS percentOfPieces,
       sum(refunds)::BIGINT AS refunds, sum(cents)::BIGINT AS refundedCents,
       coalesce(sum(cents) FILTER (what = 'Cancellation'), 0)::BIGINT AS refundedForCancelledCents,
       round(100.0 * sum(cents) / nullif(sum(sum(cents)) OVER (), 0), 1) AS percentOfRefunded,
       ${evidenceOf('flatten(list(events))', 'list(placedBy)')} AS evidence
FROM counted
JOIN orderEvents USING (orderId)
JOIN placedBy USING (orderId)
GROUP BY code
ORDER BY refundedCents DESC, piecesReturned DESC, reason`
