/** The hour at which mails with answers are due on Mondays, in the shop's time zone. */
const HOUR = 8
const DAY_MS = 86_400_000
const MONDAY = 1

/** The last time up to `nowMs` at which mails were due, and the next time after `nowMs`, in UTC. */
export function mondaysAround(nowMs: number, timeZone: string): Readonly<{ last: string; next: string }> {
  const today = localDay(nowMs, timeZone)
  // These 19 days contain a Monday before and a Monday after `nowMs`.
  const mondays = Array.from({ length: 19 }, (_, n) => today + (n - 9) * DAY_MS)
    .filter((day) => new Date(day).getUTCDay() === MONDAY)
    .map((day) => momentOf(day + HOUR * 3_600_000, timeZone))
  const next = mondays.findIndex((moment) => moment > nowMs)
  return { last: new Date(mondays[next - 1]!).toISOString(), next: new Date(mondays[next]!).toISOString() }
}

/** Midnight of the local day, as if the local time were UTC. */
const localDay = (ms: number, timeZone: string) => Math.floor((ms + offsetMs(ms, timeZone)) / DAY_MS) * DAY_MS

/**
 * The moment of a local time that is given as if it were UTC. The offset is read some hours too early or too late, but no zone changes its
 * clocks around 8:00 on a Monday.
 */
const momentOf = (localMs: number, timeZone: string) => localMs - offsetMs(localMs, timeZone)

function offsetMs(ms: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  const name = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = /GMT([+-])(\d+):(\d+)(?::(\d+))?/.exec(name) ?? []
  const ahead = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -ahead : ahead
}
