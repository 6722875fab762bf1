import { DASHBOARD_DAYS } from '@shop/language/limits'
/** The first and the last day, in UTC. */
export type DayRange = Readonly<{ from: string; to: string }>

const DAY_MS = 24 * 60 * 60 * 1000

export const daysFrom = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

export const presets = [7, DASHBOARD_DAYS, 90, 365].map((days) => ({
  value: String(days),
  label: `The last ${days} days`,
}))

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

export function lastDays(count = DASHBOARD_DAYS): DayRange {
  const now = Date.now()
  return { from: dayOf(now - (count - 1) * DAY_MS), to: dayOf(now) }
}

/** Empty if no preset has the same days. */
export const presetOf = ({ from, to }: DayRange) => {
  const count = String(daysFrom(from, to))
  return to === lastDays().to && presets.some(({ value }) => value === count) ? count : ''
}
