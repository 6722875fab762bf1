const inWords = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', timeZone: 'UTC', ...options })

const ofThisYear = inWords({})
const ofAnotherYear = inWords({ year: 'numeric' })

/** `day`: YYYY-MM-DD. A day of another year has its year. */
export function dayInWords(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  return (date.getUTCFullYear() === new Date().getUTCFullYear() ? ofThisYear : ofAnotherYear).format(date)
}
