const short = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** A day as a short text. Days are in UTC, as in the sums. */
export const dayOf = (day: string) => short.format(new Date(`${day}T00:00:00Z`))
