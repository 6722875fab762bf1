/** Dates in the shopper's time zone (decisions P14). */
export const longDate = (iso: string) => long.format(new Date(iso))
export const longDateTime = (iso: string) => `${longDate(iso)}, ${clockTime(iso)}`
export const shortDate = (iso: string) => short.format(new Date(iso))
export const shortDateTime = (iso: string) => `${shortDate(iso)}, ${clockTime(iso)}`
export const dateWithYear = (iso: string) => medium.format(new Date(iso))
export const dateTimeWithYear = (iso: string) => `${dateWithYear(iso)}, ${clockTime(iso)}`
/** A no-break space keeps AM and PM with the time. */
export const clockTime = (iso: string) => clock.format(new Date(iso)).replace(/\s/, '\u00a0')

const long = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'long', year: 'numeric' })
const medium = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', year: 'numeric' })
const short = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short' })
const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })
