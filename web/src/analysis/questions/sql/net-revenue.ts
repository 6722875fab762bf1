import { sorted } from './evidence.ts'
import { observedDays } from './observed-days.ts'
import { orderBooks } from './order-books.ts'

export const netRevenueSql = `WITH ${orderBooks}, days AS (
  SELECT unnest(generate_series(min(left(placedAt, 10)::DATE), now()::DATE, INTERVAL 1 DAY))::DATE AS day FROM OrderPlaced
)
SELECT day, count(event) AS orders, coalesce(sum(paidCents), 0)::BIGINT AS revenueCents,
       coalesce(sum(keptCents), 0)::BIGINT AS netRevenueCents, round(avg(paidCents))::BIGINT AS averageOrderCents,
       ${observedDays('day')},
       list_sort(flatten(list(coalesce(events, [])))) AS evidence
FROM days
LEFT JOIN books USING (day)
GROUP BY day
ORDER BY day`

export const countrySql = `WITH ${orderBooks}
SELECT coalesce(country, 'unknown') AS country, count(*) AS orders, sum(paidCents)::BIGINT AS revenueCents,
       sum(keptCents)::BIGINT AS netRevenueCents,
       ${sorted('list_concat(flatten(list(events)), list(addressed))')} AS evidence
FROM books
GROUP BY ALL
ORDER BY revenueCents DESC, country`

export const averageOrderSql = `WITH ${orderBooks}
SELECT date_trunc('week', day)::DATE AS week, round(avg(paidCents))::BIGINT AS averageOrderCents,
       round(avg(keptCents) FILTER (NOT isCancelled))::BIGINT AS averageNetCents, count(*) AS orders,
       count(*) FILTER (isCancelled) AS cancelledOrders, sum(paidCents)::BIGINT AS revenueCents,
       ${observedDays('week')},
       list_sort(flatten(list(events))) AS evidence
FROM books
GROUP BY week
ORDER BY week`
