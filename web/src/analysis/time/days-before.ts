const DAY_MS = 24 * 60 * 60 * 1000

/** The first and the last of the `count` days before `day`. */
export function daysBefore(day: string, count: number) {
  const dayAt = (days: number) => new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)
  return { from: dayAt(count), to: dayAt(1) }
}
