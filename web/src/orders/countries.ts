/** Regions that have a code and a name and are no place that a parcel goes to. */
const NO_PLACES = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** The countries of the world in English, by name, as the browser knows them; each name once, since some have an old code too. */
export function countryNames(): readonly string[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  const known = codes.flatMap((code) => (NO_PLACES.has(code) ? [] : (names.of(code) ?? [])))
  return [...new Set(known)].sort((one, other) => one.localeCompare(other, 'en'))
}
