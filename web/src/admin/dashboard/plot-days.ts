const short = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', timeZone: 'UTC' })

export const dayOf = (day: string) => short.format(new Date(`${day}T00:00:00Z`))
