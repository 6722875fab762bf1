/** Every event that can decide how a checkout ends. */
const types = [
  'CheckoutStarted',
  'PaymentStarted',
  'PaymentPending',
  'PaymentRefused',
  'CheckoutPaid',
  'CheckoutExpired',
  'StockHeldAgain',
  'CheckoutSuperseded',
  'CheckoutAbandoned',
  'RefundRequested',
]

/** A table for a WITH clause: the events of each checkout, as evidence. */
export const checkoutEvents = `checkoutEvents AS (
  SELECT checkoutId, list(event) AS events
  FROM (
    SELECT orderId AS checkoutId, event FROM OrderPlaced
${types.map((type) => `    UNION ALL SELECT checkoutId, event FROM ${type}`).join('\n')}
  )
  GROUP BY checkoutId
)`
