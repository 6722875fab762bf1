import { checkoutClasses, checkoutEvents, notBegun, refundedPayments } from '../questions/sql/checkout-events.ts'
import { sorted } from '../questions/sql/evidence.ts'

/** The recorded reason of an end, as SQL. A reason about pieces of one product is the same for all products. */
const cause = `CASE WHEN regexp_matches(reason, '(^|: )(Sold out|Only [0-9]+ left)') THEN 'Sold out'
            WHEN contains(reason, 'You can hold at most ') THEN 'More unpaid pieces than a new customer can hold'
            ELSE reason END`

/** The percentages are rounded so that they add up to 100. */
export const funnelSql = `WITH ${checkoutClasses}, ${checkoutEvents}, ended AS (
  SELECT started.checkoutId, events,
         CASE WHEN class = 'ordered' THEN 'Ordered'
              WHEN class = 'underReview' THEN 'Payment under review by the provider'
              WHEN class = 'notEnded' THEN 'Not ended yet'
              WHEN refund.checkoutId IS NOT NULL THEN 'Paid and refunded: ' || refund.reason
              WHEN abandoned.event > lastOpen THEN 'Ended before it was paid: ' || abandoned.reason
              WHEN refused.checkoutId IS NOT NULL THEN refused.outcome
              WHEN superseded.event > lastOpen THEN 'Replaced by another checkout of the customer'
              WHEN hasPayment THEN 'Left at the payment, for an unknown reason'
              ELSE 'Left before the payment, for an unknown reason' END AS outcome
  FROM checkoutClasses started
  JOIN checkoutEvents ON checkoutEvents.checkoutId = started.checkoutId
  LEFT JOIN (SELECT checkoutId, max_by(${cause}, event) AS reason FROM ${refundedPayments} GROUP BY checkoutId) refund
    ON refund.checkoutId = started.checkoutId
  LEFT JOIN (
    SELECT checkoutId, max_by(what || code, event) AS outcome
    FROM (
      SELECT checkoutId, event, code, if(meaning = 'refused', 'Payment refused: ', 'Payment not carried out by the provider: ') AS what
      FROM PaymentRefused
      UNION ALL SELECT checkoutId, event, code, 'Payment could not begin: ' FROM ${notBegun}
    )
    GROUP BY checkoutId
  ) refused ON refused.checkoutId = started.checkoutId
  LEFT JOIN (SELECT checkoutId, max(event) AS event, max_by(${cause}, event) AS reason FROM CheckoutAbandoned GROUP BY checkoutId) abandoned
    ON abandoned.checkoutId = started.checkoutId
  LEFT JOIN (SELECT checkoutId, max(event) AS event FROM CheckoutSuperseded GROUP BY checkoutId) superseded
    ON superseded.checkoutId = started.checkoutId
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
