/** A question that analysts may begin with; `parameters` are values that it makes sense with. */
export type StarterQuestion = Readonly<{ title: string; sql: string; parameters?: Readonly<Record<string, number>> }>

/** TABLE: the questions to begin with. */
export const starterQuestions: readonly StarterQuestion[] = [
  {
    title: 'Revenue by day',
    sql: `SELECT recordedAt::DATE AS day, sum(totalCents) AS revenueCents, count(*) AS orders,
       list(event ORDER BY event) AS evidence
FROM OrderPlaced
GROUP BY day
ORDER BY day`,
  },
  {
    title: 'From checkout to order, by week',
    sql: `SELECT date_trunc('week', started.recordedAt)::DATE AS week,
       count(DISTINCT started.checkoutId) AS started,
       count(DISTINCT payment.checkoutId) AS toPayment,
       count(DISTINCT paid.checkoutId) AS paid,
       count(DISTINCT placed.orderId) AS ordered
FROM CheckoutStarted started
LEFT JOIN PaymentStarted payment USING (checkoutId)
LEFT JOIN CheckoutPaid paid USING (checkoutId)
LEFT JOIN OrderPlaced placed ON placed.orderId = started.checkoutId
GROUP BY week
ORDER BY week`,
  },
  {
    title: 'What a new price does to sales',
    sql: `WITH prices AS (
  SELECT event, recordedAt, productId, details.priceCents AS priceCents FROM ProductListed
  UNION ALL
  SELECT event, recordedAt, productId, changes.priceCents FROM ProductEdited WHERE changes.priceCents IS NOT NULL
), changed AS (
  SELECT *, lag(priceCents) OVER (PARTITION BY productId ORDER BY event) AS wasCents FROM prices
), sold AS (
  SELECT event, recordedAt, unnest(items) AS line FROM OrderPlaced
), near AS (
  SELECT *, unnest(generate_series(recordedAt::DATE - $days, recordedAt::DATE + $days, INTERVAL 1 DAY))::DATE AS day
  FROM changed
  WHERE wasCents <> priceCents
)
SELECT c.event, c.recordedAt, c.productId, any_value(s.line.name ORDER BY s.event) AS product, c.wasCents, c.priceCents,
       round(coalesce(sum(s.line.quantity) FILTER (s.recordedAt < c.recordedAt), 0) / $days, 2) AS before,
       round(coalesce(sum(s.line.quantity) FILTER (s.recordedAt >= c.recordedAt), 0) / $days, 2) AS after,
       list(DISTINCT s.event ORDER BY s.event) AS evidence
FROM near c
JOIN sold s ON s.line.productId = c.productId AND s.recordedAt::DATE = c.day
WHERE abs(date_diff('hour', c.recordedAt, s.recordedAt)) < 24 * $days
GROUP BY ALL
ORDER BY c.event DESC`,
    parameters: { days: 14 },
  },
  {
    title: 'Which sizes are bought',
    sql: `WITH sold AS (SELECT event, unnest(items) AS line FROM OrderPlaced)
SELECT line.size AS size, sum(line.quantity) AS pieces,
       round(100.0 * sum(line.quantity) / sum(sum(line.quantity)) OVER (), 1) AS percent,
       list(DISTINCT event ORDER BY event) AS evidence
FROM sold
GROUP BY size
ORDER BY pieces DESC, size`,
  },
  {
    title: 'Hours from payment to shipping, by week',
    sql: `WITH shipped AS (
  SELECT orderId, min(event) AS event, min(recordedAt) AS shippedAt FROM OrderStatusChanged WHERE "to" = 'Shipped' GROUP BY orderId
)
SELECT date_trunc('week', placed.recordedAt)::DATE AS week,
       round(median(date_diff('minute', placed.recordedAt, shippedAt)) / 60, 1) AS medianHours,
       round(quantile_cont(date_diff('minute', placed.recordedAt, shippedAt), 0.9) / 60, 1) AS slowestTenthHours,
       count(*) AS orders, list(shipped.event ORDER BY shipped.event) AS evidence
FROM OrderPlaced placed
JOIN shipped USING (orderId)
GROUP BY week
ORDER BY week`,
  },
  {
    title: 'Who comes back: customers by the month of their first order',
    sql: `WITH orders AS (
  SELECT event, customerId, recordedAt, min(recordedAt) OVER (PARTITION BY customerId) AS firstAt FROM OrderPlaced
)
SELECT date_trunc('month', firstAt)::DATE AS month, count(DISTINCT customerId) AS customers,
       count(DISTINCT customerId) FILTER (date_diff('day', firstAt, recordedAt) BETWEEN 1 AND 30) AS backIn30Days,
       count(DISTINCT customerId) FILTER (date_diff('day', firstAt, recordedAt) BETWEEN 1 AND 90) AS backIn90Days,
       list(event ORDER BY event) AS evidence
FROM orders
GROUP BY month
ORDER BY month`,
  },
  {
    title: 'What is bought together',
    sql: `WITH lines AS (
  SELECT DISTINCT event, line.productId AS productId, line.name AS name
  FROM (SELECT event, unnest(items) AS line FROM OrderPlaced)
)
SELECT one.name AS product, other.name AS boughtWith, count(*) AS orders, list(one.event ORDER BY one.event) AS evidence
FROM lines one
JOIN lines other ON one.event = other.event AND one.productId < other.productId
GROUP BY one.productId, other.productId, one.name, other.name
ORDER BY orders DESC, product, boughtWith
LIMIT 50`,
  },
  {
    title: 'Payments that were refused, by what the provider said',
    sql: `SELECT code, count(*) AS refusals, count(DISTINCT refused.checkoutId) AS checkouts,
       count(DISTINCT placed.orderId) AS orderedAllTheSame, list(refused.event ORDER BY refused.event) AS evidence
FROM PaymentRefused refused
LEFT JOIN OrderPlaced placed ON placed.orderId = refused.checkoutId
GROUP BY code
ORDER BY refusals DESC, code`,
  },
  {
    title: 'Whether stock is held long enough',
    sql: `SELECT date_trunc('week', expired.recordedAt)::DATE AS week, count(DISTINCT expired.checkoutId) AS expired,
       count(DISTINCT again.checkoutId) AS heldAgain,
       count(DISTINCT refund.checkoutId) AS paidTooLate,
       list(DISTINCT expired.event ORDER BY expired.event) AS evidence
FROM CheckoutExpired expired
LEFT JOIN StockHeldAgain again ON again.checkoutId = expired.checkoutId AND again.event > expired.event
LEFT JOIN RefundRequested refund ON refund.checkoutId = expired.checkoutId AND refund.event > expired.event
GROUP BY week
ORDER BY week`,
  },
  {
    title: 'Sales by country',
    sql: `SELECT coalesce(country, 'unknown') AS country, count(*) AS orders, sum(totalCents) AS revenueCents,
       list(event ORDER BY event) AS evidence
FROM OrderPlaced
GROUP BY ALL
ORDER BY revenueCents DESC, country`,
  },
]
