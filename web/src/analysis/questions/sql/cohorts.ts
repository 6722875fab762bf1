/** A customer counts only after 30 or 90 days from the first order. Otherwise the figures of recent months would be too low. */
export const cohortsSql = `WITH orders AS (
  SELECT event, customerId, recordedAt::DATE AS day, min(recordedAt::DATE) OVER (PARTITION BY customerId) AS firstDay FROM OrderPlaced
), customers AS (
  SELECT firstDay, coalesce(bool_or(day BETWEEN firstDay + 1 AND firstDay + 30), FALSE) AS in30,
         coalesce(bool_or(day BETWEEN firstDay + 1 AND firstDay + 90), FALSE) AS in90,
         firstDay + 30 < now()::DATE AS is30Over, firstDay + 90 < now()::DATE AS is90Over, list(event) AS events
  FROM orders
  GROUP BY customerId, firstDay
)
SELECT date_trunc('month', firstDay)::DATE AS month, count(*) AS customers,
       count(*) FILTER (is30Over) AS observed30Days, CASE WHEN observed30Days > 0 THEN count(*) FILTER (is30Over AND in30) END AS backIn30Days,
       round(100.0 * backIn30Days / observed30Days, 1) AS percentIn30Days,
       count(*) FILTER (is90Over) AS observed90Days, CASE WHEN observed90Days > 0 THEN count(*) FILTER (is90Over AND in90) END AS backIn90Days,
       round(100.0 * backIn90Days / observed90Days, 1) AS percentIn90Days,
       list_sort(flatten(list(events))) AS evidence
FROM customers
GROUP BY month
ORDER BY month`
