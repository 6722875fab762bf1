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

export const ROUNDED_RULE = 'Because of rounding, the percentages can add up to slightly more or less than 100.'

/** TABLE: the starter questions. */
export const starterQuestions: readonly StarterQuestion[] = [
  {
    title: 'Net revenue by day',
    rule: `Revenue is what was paid for the orders that were placed on each day (UTC), as on the dashboard. Net revenue leaves out cancelled orders and all refunds so far. Deleted orders count in neither. ${observedRule('day')}`,
    sql: netRevenueSql,
  },
  {
    title: 'From checkout to order, by week',
    rule: `The checkouts that started in each week, and how many of them have reached each step. ${CLASS_RULE} The percentage is the share of orders among the checkouts that are ordered or ended; without such a checkout it is empty. A checkout is paid as soon as money was taken for it, even if the money was refunded. ${REVIEW_RULE} An order counts even if it was cancelled or deleted later. ${observedRule('week')}`,
    sql: checkoutWeeksSql,
  },
  {
    title: 'Sales before and after a new price',
    rule: `For each change of a price: pieces sold per day in the last days of the old price and in the first days of the new price. You choose how many days; fewer count if the price changed again or the product was deleted in this time. A rate divides by the exact time; the days beside it are rounded down. Days without stock count as observed, so a stock-out lowers a rate. ${SOLD_RULE}`,
    sql: priceChangesSql,
    parameters: { days: 14 },
    inputs: { days: { label: 'Days before and after', hint: 'A whole number' } },
  },
  {
    title: 'Sold pieces by size',
    rule: `Sold pieces by size. ${SOLD_RULE} ${ROUNDED_RULE}`,
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
    rule: `The hours until half, and until nine tenths, of the orders of each week were shipped; a figure is empty until so many are shipped. An order that was set back to Processing counts as shipped once it is shipped again. These figures leave out orders that were called off before they were shipped: cancelled and deleted orders, and orders whose whole payment or whose pieces are all refunded or being refunded. ${observedRule('week')}`,
    sql: timeToShipSql,
  },
  {
    title: 'Customers who buy again, by the week or month of their first order',
    rule: `How many customers ordered again, by the week or month of their first order. A customer is back in 30 (or 90) days if another order was placed on one of the 30 (or 90) days (UTC) after the day of the first order. These figures count only the "observed" customers, whose 30 (or 90) days are over, and are empty without them. "Back so far" counts the customers who have ordered on a later day. For "least days" or longer, each customer of the cohort has been observed. An order counts even if it was cancelled or deleted later. ${observedRule('cohort')}`,
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
    rule: `One row for each refusal code of the provider: how many checkouts were refused with this code, and how many of these checkouts are in each class now. A checkout that was refused with two codes counts in two rows. A payment that could not begin, was not carried out by the provider, or was refunded by it does not count as refused. ${CLASS_RULE} ${REVIEW_RULE}`,
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
    rule: `Payments that the provider is still reviewing; payments without an order that are not refunded yet; refunds of orders that the provider has neither made nor refused since they were requested or accepted; and the rest of the payment of each cancelled order for which a refund is due. ${DUE_RULE} The due refunds of deleted orders are under "Needs attention", not here. The oldest comes first. The age of a due refund, in days, begins when it last became due. ${REVIEW_RULE}`,
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
