const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const WEEK_MS = 7 * DAY_MS

/**
 * The start of the period that was not over at `moment`. `starts` shows how long the periods are: hours, days, weeks, months or years.
 * Undefined if no kind of period fits, or if all periods were over.
 */
export function unfinishedStart(starts: readonly number[], moment: string): number | undefined {
  const now = Date.parse(moment)
  const newest = Math.max(...starts.filter((start) => start <= now))
  if (new Set(starts).size < 2 || !Number.isFinite(newest)) return undefined
  const end = endOf(newest, starts)
  return end !== undefined && end > now ? newest : undefined
}

function endOf(start: number, starts: readonly number[]): number | undefined {
  const are = (isOne: (day: Date) => boolean) => starts.every((one) => isOne(new Date(one)))
  if (starts.some((one) => one % HOUR_MS !== 0)) return undefined
  if (starts.some((one) => one % DAY_MS !== 0)) return start + HOUR_MS
  const day = new Date(start)
  const isYearly = are((one) => one.getUTCDate() === 1 && one.getUTCMonth() === 0)
  if (isYearly) return Date.UTC(day.getUTCFullYear() + 1, 0)
  if (are((one) => one.getUTCDate() === 1)) return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1)
  return start + (are((one) => one.getUTCDay() === day.getUTCDay()) ? WEEK_MS : DAY_MS)
}

/** How many days of a period were over at `moment`, rounded down to a thousandth, as `observedDays` does. */
export const daysSince = (start: number, moment: string): number =>
  Math.floor(((Date.parse(moment) - start) / DAY_MS) * 1000) / 1000
