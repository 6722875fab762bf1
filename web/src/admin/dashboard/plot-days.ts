const short = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** The dashboard's days are in UTC. */
export const dayOf = (day: string) => short.format(new Date(`${day}T00:00:00Z`))
