const ofThisYear = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const ofAnotherYear = new Intl.DateTimeFormat('en-US', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** `day`: YYYY-MM-DD. A day of another year is written with its year. */
export function dayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  return (date.getUTCFullYear() === new Date().getUTCFullYear() ? ofThisYear : ofAnotherYear).format(date)
}
