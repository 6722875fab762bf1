const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const WEEK_MS = 7 * DAY_MS

/** `opened`: when the shop opened, if it is known. `moment`: the last moment that was observed. */
export type Observed = Readonly<{ opened?: string | undefined; moment: string }>

/**
 * The starts of the periods that were observed only in part, with the observed days, rounded down to a thousandth as by `observedDays`.
 * `starts` shows how long the periods are: hours, days, weeks, months or years. Leaves out periods that had not begun, or
 * that ended before the shop opened. Empty if no kind of period fits.
 */
export function partialPeriods(starts: readonly number[], { opened, moment }: Observed): ReadonlyMap<number, number> {
  const [from, to] = [opened === undefined ? Number.NEGATIVE_INFINITY : Date.parse(opened), Date.parse(moment)]
  const periods = [...new Set(starts)]
  if (periods.length < 2) return new Map()
  return new Map(
    periods.flatMap((start) => {
      const end = endOf(start, periods)
      const isOutside = end === undefined || start > to || end <= from
      if (isOutside || (start >= from && end <= to)) return []
      const days = (Math.min(end, to) - Math.max(start, from)) / DAY_MS
      return [[start, Math.floor(days * 1000) / 1000] as const]
    }),
  )
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
