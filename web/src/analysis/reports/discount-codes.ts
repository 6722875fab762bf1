import { sorted } from '../questions/sql/evidence.ts'
import { observedDays } from '../questions/sql/observed-days.ts'
import { orderBooks } from '../questions/sql/order-books.ts'

export const discountCodesSql = `WITH ${orderBooks}, firsts AS (
  SELECT customerId, min(event) AS event, arg_min(orderId, event) AS orderId FROM OrderPlaced GROUP BY customerId
), orders AS (
  SELECT date_trunc('week', day)::DATE AS week, emailKey, given.event IS NOT NULL AS hasCode, books.event = firsts.event AS isFirst, paidCents, amountCents AS discount,
         list_sum(list_transform(items, lambda item: item.priceCents * item.quantity)) AS listCents,
         list_concat(books.events, [given.event, firsts.event], ofFirst.events) AS events
  FROM books
  JOIN OrderPlaced placed ON placed.event = books.event
  JOIN firsts USING (customerId)
  LEFT JOIN standing ofFirst ON ofFirst.orderId = firsts.orderId
  LEFT JOIN DiscountGiven given ON given.checkoutId = books.orderId
), subscribers AS (
  SELECT emailKey, date_trunc('week', min(recordedAt))::DATE AS week, min(event) AS event FROM NewsletterConfirmed GROUP BY emailKey
), codes AS (
  SELECT subscribers.week AS week, bool_or(hasCode IS TRUE) AS isUsed,
         list_prepend(any_value(subscribers.event), flatten(list(coalesce(events, [])))) AS events
  FROM subscribers
  LEFT JOIN orders USING (emailKey)
  GROUP BY emailKey, subscribers.week
), counted AS (
  SELECT week, hasCode, isFirst, paidCents, discount, listCents, NULL AS isUsed, events FROM orders
  UNION ALL
  SELECT week, NULL, NULL, NULL, NULL, NULL, isUsed, events FROM codes
)
SELECT week, count(*) FILTER (hasCode) AS ordersWithCode, count(*) FILTER (NOT hasCode) AS ordersWithoutCode,
       round(100.0 * count(*) FILTER (hasCode) / nullif(count(hasCode), 0), 1) AS percentWithCode,
       count(*) FILTER (isFirst AND hasCode) AS firstOrdersWithCode, count(*) FILTER (isFirst AND NOT hasCode) AS firstOrdersWithoutCode,
       round(avg(listCents) FILTER (isFirst AND hasCode))::BIGINT AS averageFirstBeforeDiscountCents,
       round(avg(paidCents) FILTER (isFirst AND hasCode))::BIGINT AS averageFirstWithCodeCents,
       round(avg(paidCents) FILTER (isFirst AND NOT hasCode))::BIGINT AS averageFirstWithoutCodeCents,
       round(avg(paidCents) FILTER (NOT hasCode))::BIGINT AS averageOfAllWithoutCodeCents,
       coalesce(sum(discount), 0)::BIGINT AS discountCents,
       count(isUsed) AS newSubscribers, count(*) FILTER (isUsed) AS codesUsed,
       round(100.0 * count(*) FILTER (isUsed) / nullif(count(isUsed), 0), 1) AS percentUsed,
       ${observedDays('week')},
       ${sorted('flatten(list(events))')} AS evidence
FROM counted
GROUP BY week
ORDER BY week`
