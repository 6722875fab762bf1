/** The change from an earlier figure, in percent. */
export function changeInWords(now: number, before: number): string {
  if (before === 0) return now === 0 ? 'None in either period' : 'None in the period before'
  const percent = Math.round(((now - before) / before) * 100)
  if (percent === 0) return 'No change'
  return percent > 0 ? `${percent} % more` : `${-percent} % less`
}
