const words = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', hourCycle: 'h23', ...options })

const day = words({ weekday: 'long', day: 'numeric', month: 'short', year: 'numeric' })
const clock = words({ hour: '2-digit', minute: '2-digit', second: '2-digit' })
const short = words({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** "Friday 13 Nov 2026, 12:00:05", in UTC. */
export const momentInWords = (moment: string) =>
  `${day.format(new Date(moment)).replace(',', '')}, ${clock.format(new Date(moment))}`

/** "13 Nov 2026, 12:00:05" */
export const shortMoment = (moment: string) => short.format(new Date(moment))

/** As a field for a moment has it: 2026-11-13T12:00:05, in UTC. */
export const fieldOf = (moment: string) => moment.slice(0, 19)

/** What such a field says, which leaves out a second of 0; undefined while it is not whole. The last millisecond of its second, so that all of that is seen. */
export function momentIn(field: string): string | undefined {
  const [, minute, second = ':00'] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?$/.exec(field) ?? []
  return minute && new Date(`${minute}${second}.999Z`).toISOString()
}
