import { numeral } from '../../lib/numeral.ts'

const words = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', hourCycle: 'h23', ...options })

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

/** In UTC, such as "Friday, Nov 13, 2026, 12:00:05". */
export const momentInWords = (moment: string) => `${day.format(new Date(moment))}, ${clock.format(new Date(moment))}`

/** In UTC, such as "Nov 13, 2026, 12:00:05". */
export const shortMoment = (moment: string) => short.format(new Date(moment))

/** Such as "2026-11-13 12:00 UTC". */
export const minuteInWords = (moment: string) => `${moment.slice(0, 16).replace('T', ' ')} UTC`

/** The value of a field for a moment in UTC: 2026-11-13T12:00:05. */
export const fieldOf = (moment: string) => moment.slice(0, 19)

/** Writes a moment for the URL, without the milliseconds that `momentIn` adds. */
export const addressOfMoment = (moment: string) => (moment.endsWith('.999Z') ? fieldOf(moment) : moment)

/**
 * The moment in a field, or undefined while the field is incomplete. The moment is the last millisecond of its second, so that the whole
 * second is included.
 */
export function momentIn(field: string): string | undefined {
  const [, minute, second = ':00'] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?$/.exec(field) ?? []
  return minute && new Date(`${minute}${second}.999Z`).toISOString()
}

type Ends = Readonly<{ from?: string | undefined; to?: string | undefined }>

/** Describes a state by its last event, and by the typed time or the time at which this event was recorded. */
export function stateWords({ event, moment }: { event: number; moment: string }, { from, to }: Ends): string {
  if (event === 0) return 'Before the first event'
  const isTyped = [from, to].some(
    (typed) => !/^\d+$/.test(typed ?? '') && Date.parse(typed ?? '') === Date.parse(moment),
  )
  const last = `event ${numeral(event)}`
  return isTyped ? `At ${shortMoment(moment)}, last ${last}` : `After ${last}, recorded ${shortMoment(moment)}`
}

/** Such as "from Nov 13, 2026, 12:00:00 up to event 1,234, the newest counted". `newest`: the last event of a range without end. */
export const rangeInWords = ({ from, to }: Ends, newest: number) =>
  [
    from ? `from ${exact(from)}` : 'from the first event',
    to ? `and before ${exact(to)}` : `up to event ${numeral(newest)}, the newest counted`,
  ].join(' ')

const exact = (moment: string) => `${shortMoment(moment)}${moment.slice(19, -1).replace('.000', '')} UTC`
