import type { Inputs } from './input-words.ts'
import { CLASS_RULE, checkoutClasses, checkoutEvents, otherClasses, refusals } from './sql/checkout-events.ts'
import { checkoutWeeksSql } from './sql/checkout-weeks.ts'
import { cohortsSql } from './sql/cohorts.ts'
import { DUE_RULE } from './sql/due-refunds.ts'
import { evidenceOf, sorted } from './sql/evidence.ts'
import { countrySql, netRevenueSql } from './sql/net-revenue.ts'
import { observedDays, observedRule } from './sql/observed-days.ts'
import { SOLD_RULE, soldOrders } from './sql/order-books.ts'
import { priceChangesSql } from './sql/price-changes.ts'
import { productNames } from './sql/product-names.ts'
import { timeToShipSql } from './sql/time-to-ship.ts'
import { REVIEW_RULE, unsettledMoneySql } from './sql/unsettled-money.ts'

/** `parameters` has useful values for the parameters of `sql`. `inputs` has the names of the parameters in words. */
export type StarterQuestion = Readonly<{
  title: string
  /** Explains the figures to analysts. */
  rule: string
  sql: string
  parameters?: Readonly<Record<string, number | string>>
  inputs?: Inputs
}>

/** TABLE: the starter questions. */
export const starterQuestions: readonly StarterQuestion[] = [
  {
    title: 'Net revenue by day',
    rule: `Orders count on the day (UTC) on which they were placed, as on the dashboard. Revenue is what was paid for the day's orders. Net revenue leaves out cancelled orders and all refunds so far. Deleted orders count in neither. ${observedRule('day')}`,
    sql: netRevenueSql,
  },
  {
    title: 'From checkout to order, by week',
    rule: `For each week: the checkouts that started in this week, and how many of them have reached each step. ${CLASS_RULE} The percentage is the share of orders among the checkouts that became an order or ended without one. Checkouts that are open or under review do not count. If no checkout counts, the percentage is empty. A checkout counts as paid as soon as money was taken for it, even if the money was refunded. ${REVIEW_RULE} An order counts even if it was cancelled or deleted later. ${observedRule('week')}`,
    sql: checkoutWeeksSql,
  },
  {
    title: 'Sales before and after a new price',
    rule: `For each change of a price: pieces sold per day in the last days of the old price and in the first days of the new price. You choose the number of days. If the price changed again or the product was deleted in this time, fewer days count. A rate divides by the exact time; the days beside it are rounded down to a thousandth of a day. ${SOLD_RULE}`,
    sql: priceChangesSql,
    parameters: { days: 14 },
    inputs: { days: { label: 'Days before and after', hint: 'A number of days' } },
  },
  {
    title: 'Sold pieces by size',
    rule: `Sold pieces by size. ${SOLD_RULE}`,
    sql: `WITH ${soldOrders}, sold AS (SELECT events, unnest(items) AS line FROM soldOrders)
SELECT line.size AS size, sum(line.quantity) AS pieces,
       round(100.0 * sum(line.quantity) / sum(sum(line.quantity)) OVER (), 1) AS percent,
       ${sorted('flatten(list(events))')} AS evidence
FROM sold
GROUP BY size
ORDER BY pieces DESC, size`,
  },
  {
    title: 'Hours from payment to shipping, by week',
    rule: `For the orders of each week: the hours until half of them were shipped, and until nine tenths of them were shipped. The first figure is empty until half of the orders are shipped, the second until nine tenths are. An order that was set back to Processing counts as shipped once it is shipped again. Orders that are not shipped and of which nothing is left to ship are counted as called off, and are left out of these figures: the order is cancelled or deleted, or its whole payment or all its pieces are refunded or being refunded. ${observedRule('week')}`,
    sql: timeToShipSql,
  },
  {
    title: 'Customers who buy again, by the week or month of their first order',
    rule: `How many customers ordered again, by the week or month of their first order. A customer is back in 30 (or 90) days if another order was placed on one of the 30 (or 90) whole days (UTC) after the day of the first order. These figures count only the "observed" customers, whose 30 (or 90) days are over. Without observed customers, these figures are empty. "Back so far" counts each customer of the cohort who has ordered on a later day. "Least days" is the smallest number of whole days for which a customer of the cohort has been observed. An order counts even if it was cancelled or deleted later. ${observedRule('cohort')}`,
    parameters: { cohort: 'week' },
    inputs: { cohort: { label: 'Cohorts by', hint: 'week or month' } },
    sql: cohortsSql,
  },
  {
    title: 'Products that are bought together',
    rule: `Pairs of products by the number of orders in which both were sold. A product has its newest name. ${SOLD_RULE} Shows the fifty most frequent pairs.`,
    sql: `WITH ${soldOrders}, ${productNames}, lines AS (
  SELECT DISTINCT event, events, line.productId AS productId, coalesce(name, line.productId) AS name, named
  FROM (SELECT event, events, unnest(items) AS line FROM soldOrders)
  LEFT JOIN names ON names.productId = line.productId
)
SELECT any_value(one.name) AS product, any_value(other.name) AS boughtWith, count(*) AS orders,
       ${sorted('flatten(list(list_concat(one.events, [one.named, other.named])))')} AS evidence
FROM lines one
JOIN lines other ON one.event = other.event AND one.productId < other.productId
GROUP BY one.productId, other.productId
ORDER BY orders DESC, product, boughtWith
LIMIT 50`,
  },
  {
    title: 'Refused payments, by the provider’s reason',
    rule: `One row for each refusal code of the provider: how many checkouts were refused with this code, and how many of these checkouts are in each class now. A checkout that was refused with two codes counts in two rows. A payment that the provider did not carry out, or has refunded, was not refused. ${CLASS_RULE} ${REVIEW_RULE}`,
    sql: `WITH ${checkoutClasses}, ${checkoutEvents}
SELECT code, count(DISTINCT refused.event) AS refusals, count(DISTINCT refused.checkoutId) AS checkouts,
       count(DISTINCT refused.checkoutId) FILTER (class = 'ordered') AS orderedLater,
       ${otherClasses('refused.checkoutId')},
       ${evidenceOf('list(refused.event)', 'flatten(list(events))')} AS evidence
FROM ${refusals} refused
JOIN checkoutEvents USING (checkoutId)
JOIN checkoutClasses USING (checkoutId)
GROUP BY code
ORDER BY refusals DESC, code`,
  },
  {
    title: 'Money that is not settled',
    rule: `Payments that the provider is still reviewing, payments without an order that are not refunded yet, order refunds that were requested or that the provider has accepted, and that it has neither made nor refused since, and the rest of the payment of each cancelled order for which a refund is due. ${DUE_RULE} The due refunds of deleted orders are under "Needs attention", not here. Each amount has its age in days; a due refund has it since it last became due. The oldest comes first. ${REVIEW_RULE}`,
    sql: unsettledMoneySql,
  },
  {
    title: 'Do stock holds last long enough?',
    rule: `Checkouts whose hold ended before they were paid, by the week in which the hold ended. Shows how many were held again later, how many were paid too late and refunded because of that, and how many are in each class now. ${CLASS_RULE} ${REVIEW_RULE} ${observedRule('week')}`,
    sql: `WITH ${checkoutClasses}, ${checkoutEvents}
SELECT date_trunc('week', expired.recordedAt)::DATE AS week, count(DISTINCT expired.checkoutId) AS expired,
       count(DISTINCT again.checkoutId) AS heldAgain,
       count(DISTINCT late.checkoutId) AS paidTooLate,
       count(DISTINCT expired.checkoutId) FILTER (class = 'ordered') AS ordered,
       ${otherClasses('expired.checkoutId')},
       ${observedDays('week')},
       ${evidenceOf('list(expired.event)', 'list_concat(flatten(list(events)), list(again.event))')} AS evidence
FROM CheckoutExpired expired
JOIN checkoutEvents USING (checkoutId)
JOIN checkoutClasses USING (checkoutId)
LEFT JOIN (SELECT checkoutId, event FROM StockHeld UNION ALL SELECT checkoutId, event FROM StockHeldAgain) again
  ON again.checkoutId = expired.checkoutId AND again.event > expired.event
LEFT JOIN (SELECT paid.* FROM CheckoutPaid paid JOIN RefundRequested USING (checkoutId, captureId) WHERE NOT held) late
  ON late.checkoutId = expired.checkoutId AND late.event > expired.event
GROUP BY week
ORDER BY week`,
  },
  {
    title: 'Sales by country',
    rule: 'What was paid for the orders to each country, and what is left after refunds and cancellations. The country is that of the last address of the order. Deleted orders are left out.',
    sql: countrySql,
  },
]
