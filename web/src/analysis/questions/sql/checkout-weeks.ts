import { checkoutSteps } from './checkout-events.ts'
import { observedDays } from './observed-days.ts'
import { underReview } from './unsettled-money.ts'

const stepOf = (step: string | null) => (step === null ? 'NULL' : `'${step}'`)

/** A long log has millions of checkouts. To save memory, `steps` is computed twice instead of kept, and `checkouts` has no lists. */
export const checkoutWeeksSql = `WITH ${underReview}, steps AS NOT MATERIALIZED (
  SELECT orderId AS checkoutId, event, recordedAt, 'order' AS step FROM OrderPlaced
${checkoutSteps.map(([type, step]) => `  UNION ALL SELECT checkoutId, event, recordedAt, ${stepOf(step)} FROM ${type}`).join('\n')}
), checkouts AS (
  SELECT checkoutId, date_trunc('week', min(recordedAt) FILTER (step = 'start'))::DATE AS week, bool_or(step = 'payment') AS hasPayment,
         bool_or(step = 'paid') AS isPaid, bool_or(step = 'order') AS isOrdered, bool_or(step = 'end') AS isEnded,
         checkoutId IN (SELECT checkoutId FROM underReview) AS isUnderReview
  FROM steps
  GROUP BY checkoutId
  HAVING week IS NOT NULL
), weeks AS (
  SELECT week, count(*) AS started,
         count(*) FILTER (hasPayment) AS toPayment,
         count(*) FILTER (isPaid) AS paid,
         count(*) FILTER (isOrdered) AS ordered,
         count(*) FILTER (isOrdered OR (isEnded AND NOT isUnderReview)) AS ended,
         count(*) FILTER (isUnderReview AND NOT isOrdered) AS underReview
  FROM checkouts
  GROUP BY week
), evidence AS (
  SELECT week, list_sort(list(event)) AS evidence FROM steps JOIN checkouts USING (checkoutId) GROUP BY week
)
SELECT week, started, toPayment, paid, ordered, started - ended AS notOver, underReview,
       round(100.0 * ordered / nullif(ended, 0), 1) AS percentOrdered,
       ${observedDays('week')},
       evidence
FROM weeks
JOIN evidence USING (week)
ORDER BY week`
