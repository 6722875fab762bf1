import { observedDays } from './observed-days.ts'

/** The figures of 30 (or 90) days count only customers whose first 30 (or 90) days have ended. */
export const cohortsSql = `WITH orders AS (
  SELECT event, customerId, recordedAt::DATE AS day, min(recordedAt::DATE) OVER (PARTITION BY customerId) AS firstDay FROM OrderPlaced
), customers AS (
  SELECT firstDay, coalesce(bool_or(day BETWEEN firstDay + 1 AND firstDay + 30), FALSE) AS in30,
         coalesce(bool_or(day BETWEEN firstDay + 1 AND firstDay + 90), FALSE) AS in90, bool_or(day > firstDay) AS isBack,
         greatest(0, now()::DATE - firstDay - 1) AS wholeDays, firstDay + 30 < now()::DATE AS is30Over, firstDay + 90 < now()::DATE AS is90Over,
         list(event) AS events
  FROM orders
  GROUP BY customerId, firstDay
)
SELECT date_trunc(if($cohort IN ('week', 'month'), $cohort, error('Choose week or month as the cohort')), firstDay)::DATE AS cohort,
       count(*) AS customers, count(*) FILTER (isBack) AS backSoFar, min(wholeDays) AS leastDays,
       count(*) FILTER (is30Over) AS observed30Days, CASE WHEN observed30Days > 0 THEN count(*) FILTER (is30Over AND in30) END AS backIn30Days,
       round(100.0 * backIn30Days / observed30Days, 1) AS percentIn30Days,
       count(*) FILTER (is90Over) AS observed90Days, CASE WHEN observed90Days > 0 THEN count(*) FILTER (is90Over AND in90) END AS backIn90Days,
       round(100.0 * backIn90Days / observed90Days, 1) AS percentIn90Days,
       ${observedDays('cohort')},
       list_sort(flatten(list(events))) AS evidence
FROM customers
GROUP BY cohort
ORDER BY cohort`
