/** TABLE: the events that can decide how a checkout ends, each with its step (null: no step). The queries add `OrderPlaced`. */
export const checkoutSteps: readonly (readonly [type: string, step: 'start' | 'payment' | 'paid' | 'end' | null])[] = [
  ['CheckoutStarted', 'start'],
  ['PaymentStarted', 'payment'],
  ['PaymentPending', null],
  ['PaymentRefused', null],
  ['CheckoutPaid', 'paid'],
  ['CheckoutExpired', 'end'],
  ['StockHeldAgain', null],
  ['CheckoutSuperseded', 'end'],
  ['CheckoutAbandoned', 'end'],
  ['RefundRequested', 'end'],
]

/** A table for a WITH clause. */
export const checkoutEvents = `checkoutEvents AS (
  SELECT checkoutId, list(event) AS events
  FROM (
    SELECT orderId AS checkoutId, event FROM OrderPlaced
${checkoutSteps.map(([type]) => `    UNION ALL SELECT checkoutId, event FROM ${type}`).join('\n')}
  )
  GROUP BY checkoutId
)`
