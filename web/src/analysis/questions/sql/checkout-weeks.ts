import { checkoutClasses, otherClasses } from './checkout-events.ts'
import { observedDays } from './observed-days.ts'

/** A table of weeks with lists would need much memory, so the evidence is gathered apart from the counts. */
export const checkoutWeeksSql = `WITH ${checkoutClasses}, checkouts AS (
  SELECT *, date_trunc('week', startedAt)::DATE AS week FROM checkoutClasses WHERE startedAt IS NOT NULL
), weeks AS (
  SELECT week, count(*) AS started,
         count(*) FILTER (hasPayment) AS toPayment,
         count(*) FILTER (isPaid) AS paid,
         count(*) FILTER (class = 'ordered') AS ordered,
         ${otherClasses('checkoutId')}
  FROM checkouts
  GROUP BY week
), evidence AS (
  SELECT week, list_sort(list(event)) AS evidence FROM checkoutSteps JOIN checkouts USING (checkoutId) GROUP BY week
)
SELECT week, started, toPayment, paid, ordered, underReview, notEnded, endedWithoutOrder,
       round(100.0 * ordered / nullif(ordered + endedWithoutOrder, 0), 1) AS percentOrdered,
       ${observedDays('week')},
       evidence
FROM weeks
JOIN evidence USING (week)
ORDER BY week`
