import { underReview } from './unsettled-money.ts'

type Step = 'start' | 'payment' | 'notBegun' | 'pending' | 'paid' | 'again' | 'end' | 'refund'

/** TABLE: most events that can decide how a checkout ends, each with its step. `again`: the checkout is open again. */
const stepOf: readonly (readonly [type: string, step: Step])[] = [
  ['CheckoutStarted', 'start'],
  ['PaymentStarted', 'payment'],
  ['PaymentStartRefused', 'notBegun'],
  ['PaymentPending', 'pending'],
  ['CheckoutPaid', 'paid'],
  ['CheckoutReopened', 'again'],
  ['CheckoutExpired', 'end'],
  ['CheckoutSuperseded', 'end'],
  ['CheckoutAbandoned', 'end'],
  ['RefundRequested', 'refund'],
]

/** Each report that counts checkouts by their class states this rule, and reads the classes from `checkoutClasses`. */
export const CLASS_RULE =
  'Every report has the same four classes of checkouts: ordered, under review, not ended, and ended without an order. A refusal after a review ends a checkout. After any other refusal the customer can pay again until the hold ends.'

/** The shop records a payment that the provider has refunded as a refusal with this code. */
const GIVEN_BACK = "code = 'REFUNDED'"

/** A table for a FROM clause: the payments that the provider refused. It refused no payment that it did not carry out, or has refunded. */
export const refusals = `(FROM PaymentRefused WHERE meaning = 'refused' AND NOT ${GIVEN_BACK})`

/** A table for a FROM clause: the payments that could not begin, and did not begin later. */
export const notBegun = `(
    SELECT refused.* FROM PaymentStartRefused refused
    ANTI JOIN PaymentStarted begun ON begun.checkoutId = refused.checkoutId AND begun.event > refused.event
  )`

/** A table for a FROM clause: the payments that were refunded, or must be, each with the `reason`. */
export const refundedPayments = `(
    SELECT checkoutId, event, reason FROM RefundRequested
    UNION ALL SELECT checkoutId, event, 'It was refunded at the provider' FROM PaymentRefused WHERE ${GIVEN_BACK}
  )`

/** A table for a WITH clause: the events of all checkouts, with their steps. */
const checkoutSteps = `checkoutSteps AS NOT MATERIALIZED (
  SELECT orderId AS checkoutId, event, recordedAt, 'order' AS step FROM OrderPlaced
  UNION ALL SELECT checkoutId, event, recordedAt, if(${GIVEN_BACK}, 'givenBack', 'refusal') FROM PaymentRefused
${stepOf.map(([type, step]) => `  UNION ALL SELECT checkoutId, event, recordedAt, '${step}' FROM ${type}`).join('\n')}
)`

/**
 * Tables for a WITH clause. `checkoutClasses` has the class of each checkout. A long log has millions of checkouts. To save memory,
 * `checkoutSteps` is computed again where it is used, and no table has lists.
 */
export const checkoutClasses = `${underReview}, ${checkoutSteps}, milestones AS (
  SELECT checkoutId, min(recordedAt) FILTER (step = 'start') AS startedAt, bool_or(step = 'payment') AS hasPayment,
         coalesce(bool_or(step IN ('order', 'paid', 'refund', 'givenBack')), FALSE) AS isPaid, coalesce(bool_or(step = 'order'), FALSE) AS isOrdered,
         coalesce(max(event) FILTER (step IN ('start', 'again', 'paid')), 0) AS lastOpen,
         coalesce(max(event) FILTER (step IN ('end', 'refund')), 0) AS lastEnd, coalesce(max(event) FILTER (step = 'pending'), 0) AS lastPending,
         coalesce(max(event) FILTER (step IN ('refusal', 'givenBack')), 0) AS lastRefusal
  FROM checkoutSteps
  GROUP BY checkoutId
), checkoutClasses AS (
  SELECT checkoutId, startedAt, hasPayment, lastOpen, isPaid,
         CASE WHEN isOrdered THEN 'ordered'
              WHEN checkoutId IN (SELECT checkoutId FROM underReview) THEN 'underReview'
              WHEN lastEnd > lastOpen OR (lastRefusal > lastPending AND lastPending > lastOpen) THEN 'ended'
              ELSE 'notEnded' END AS class
  FROM milestones
)`

/** A table for a WITH clause with `checkoutClasses`. */
export const checkoutEvents = `checkoutEvents AS (
  SELECT checkoutId, list(event) AS events FROM checkoutSteps GROUP BY checkoutId
)`

/** Columns of a SELECT: how many checkouts each class has, except the ordered ones. `id`: the checkouts, which may repeat. */
export const otherClasses = (id: string) =>
  [
    ['underReview', 'underReview'],
    ['notEnded', 'notEnded'],
    ['ended', 'endedWithoutOrder'],
  ]
    .map(([name, column]) => `count(DISTINCT ${id}) FILTER (class = '${name}') AS ${column}`)
    .join(',\n       ')
