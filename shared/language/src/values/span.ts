const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** A time of whole minutes in words, such as "a day", "an hour" or "10 minutes". */
export function spanInWords(seconds: number): string {
  const [unit, length] = UNITS.find((one) => seconds % one[1] === 0)!
  const many = seconds / length
  return many > 1 ? `${many} ${unit}s` : unit === 'hour' ? 'an hour' : `a ${unit}`
}
