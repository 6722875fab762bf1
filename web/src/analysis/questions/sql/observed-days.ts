/** A cohort is a week or a month, as the parameter `$cohort` says. */
export const periods = ['day', 'week', 'month', 'cohort'] as const
type Period = (typeof periods)[number]

const spanOf = (period: Period) =>
  period === 'cohort' ? "if($cohort = 'week', INTERVAL 7 DAY, INTERVAL 1 MONTH)" : `INTERVAL 1 ${period}`

export const observedRule = (period: Period) =>
  `A ${period} is not whole if the shop opened during it, or if it is not over. "Days observed" is how long it was observed, in days, rounded down.`

/**
 * Two columns of a SELECT by `period`: whether the shop was open during the whole period, and the observed days of the period.
 * `lag`: the time, as SQL, that must have passed before a moment counts as observed.
 */
export function observedDays(period: Period, lag?: string): string {
  const opened = '(SELECT recordedAt FROM events WHERE event = 1)'
  const [start, end, now] = [
    `${period}::TIMESTAMP`,
    `${period} + ${spanOf(period)}`,
    `now()::TIMESTAMP${lag ? ` - ${lag}` : ''}`,
  ]
  // Rounded down, so that a period that is not whole never shows all its days.
  return `${start} >= ${opened} AND ${end} <= ${now} AS whole${period.charAt(0).toUpperCase()}${period.slice(1)},
       greatest(0, floor(epoch(least(${end}, ${now}) - greatest(${start}, ${opened})) * 1000 / 86400) / 1000) AS daysObserved`
}
