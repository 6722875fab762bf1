const short = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** In UTC, as in the sums. */
export const dayOf = (day: string) => short.format(new Date(`${day}T00:00:00Z`))
