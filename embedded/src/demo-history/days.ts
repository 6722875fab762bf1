import { DAY_MS, type DemoShop, HOUR_MS } from './demo-shop.ts'
import { visit } from './visit.ts'

/** TABLE: how busy each hour (UTC) of a day is, starting at midnight. */
const HOURS = [2, 1, 1, 1, 1, 2, 3, 5, 6, 7, 8, 8, 9, 9, 8, 8, 9, 10, 12, 14, 14, 11, 7, 4]
/** TABLE: how busy each weekday is, Sunday to Saturday. */
const WEEKDAYS = [1.3, 0.9, 0.85, 0.9, 0.95, 1, 1.15]
const GROWTH_A_DAY = 1.006

/** `visitsADay`: the average number of visits a day in the middle of the period. */
export function planVisits(demo: DemoShop, startMs: number, days: number, visitsADay: number) {
  const { chance, shop, endMs } = demo
  for (let day = 0; day < days; day++) {
    const dayMs = startMs + day * DAY_MS
    const weekday = WEEKDAYS[new Date(dayMs).getUTCDay()] ?? 1
    const expected = visitsADay * weekday * GROWTH_A_DAY ** (day - days / 2) * chance.between(0.8, 1.2)
    for (let count = 0; count < Math.round(expected); count++) {
      const hour = chance.weighted([...HOURS.keys()], (at) => HOURS[at] ?? 0)
      const midnightMs = dayMs - (dayMs % DAY_MS)
      const atMs = midnightMs + (hour + chance.between(0, 1)) * HOUR_MS
      if (atMs > startMs && atMs < endMs) shop.begin(atMs - startMs, visit(demo))
    }
  }
}
