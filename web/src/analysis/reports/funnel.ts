import { checkoutClasses, checkoutEvents } from '../questions/sql/checkout-events.ts'
import { sorted } from '../questions/sql/evidence.ts'

/** The percentages are rounded so that they add up to 100. */
export const funnelSql = `WITH ${checkoutClasses}, ${checkoutEvents}, ended AS (
  SELECT started.checkoutId, events,
         CASE WHEN class = 'ordered' THEN 'Ordered'
              WHEN class = 'underReview' THEN 'Payment under review by the provider'
              WHEN class = 'notEnded' THEN 'Not ended yet'
              WHEN refund.checkoutId IS NOT NULL THEN 'Paid and refunded: ' || refund.reason
              WHEN abandoned.checkoutId IS NOT NULL THEN 'Sold out, or discount code used, before the pieces were held'
              WHEN refused.checkoutId IS NOT NULL THEN 'Payment refused: ' || refused.code
              WHEN superseded.checkoutId IS NOT NULL THEN 'Replaced by another checkout of the customer'
              WHEN hasPayment THEN 'Left at the payment, for an unknown reason'
              ELSE 'Left before the payment, for an unknown reason' END AS outcome
  FROM checkoutClasses started
  JOIN checkoutEvents ON checkoutEvents.checkoutId = started.checkoutId
  LEFT JOIN (SELECT checkoutId, max_by(reason, event) AS reason FROM RefundRequested GROUP BY checkoutId) refund
    ON refund.checkoutId = started.checkoutId
  LEFT JOIN (SELECT checkoutId, max_by(code, event) AS code FROM PaymentRefused GROUP BY checkoutId) refused
    ON refused.checkoutId = started.checkoutId
  LEFT JOIN (SELECT DISTINCT checkoutId FROM CheckoutAbandoned) abandoned ON abandoned.checkoutId = started.checkoutId
  LEFT JOIN (SELECT DISTINCT checkoutId FROM CheckoutSuperseded) superseded ON superseded.checkoutId = started.checkoutId
  WHERE startedAt IS NOT NULL
), counted AS (
  SELECT outcome, count(*) AS checkouts, 1000 * count(*) / sum(count(*)) OVER () AS exact, ${sorted('flatten(list(events))')} AS evidence
  FROM ended
  GROUP BY outcome
), rounded AS (
  SELECT *, row_number() OVER (ORDER BY exact - floor(exact) DESC, outcome) AS place, 1000 - sum(floor(exact)) OVER () AS missing
  FROM counted
)
SELECT outcome, checkouts, (floor(exact) + if(place <= missing, 1, 0)) / 10 AS percent, evidence
FROM rounded
ORDER BY outcome <> 'Ordered', checkouts DESC, outcome`
