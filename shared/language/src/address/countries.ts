import { plainName } from './parcel-needs.ts'

/** `code`: ISO 3166. Addresses contain the English name. */
export type Country = Readonly<{ code: string; name: string }>

/** Codes that have a name but are not countries. */
const NO_PLACES = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** TABLE: other names that people write for some countries. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  AE: ['emirates', 'uae'],
  CI: ['ivory coast'],
  CZ: ['czech republic'],
  GB: ['uk', 'great britain', 'britain', 'england', 'scotland', 'wales', 'northern ireland'],
  HK: ['hong kong', 'hong kong sar'],
  IE: ['republic of ireland', 'eire'],
  KR: ['korea', 'republic of korea'],
  MO: ['macao', 'macau'],
  NL: ['holland', 'the netherlands'],
  PS: ['palestine'],
  TR: ['turkey'],
  US: ['usa', 'u.s.', 'u.s.a.', 'america', 'united states of america', 'the united states'],
}

let known: readonly Country[] | undefined

/** All countries that the browser or Node.js knows, sorted by name. A country with an old code is listed only under its current code. */
export function countriesOfTheWorld(): readonly Country[] {
  known ??= LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .filter((code) => !NO_PLACES.has(code) && new Intl.Locale(`und-${code}`).region === code)
    .flatMap((code) => ({ code, name: names.of(code) ?? '' }))
    .filter(({ name }) => name)
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
  return known
}
const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** The country with this name, code or other name, in any letter case. */
export function countryOf(text: string): Country | undefined {
  byTerm ??= new Map(countriesOfTheWorld().flatMap((country) => termsOf(country).map((term) => [term, country])))
  return byTerm.get(plainName(text))
}
let byTerm: ReadonlyMap<string, Country> | undefined

/** First the countries with a name or code that starts with the text, then the countries with a later word that starts with the text. */
export function countriesFor(typed: string): readonly Country[] {
  const wanted = plainName(typed)
  const begins = (country: Country) => termsOf(country).some((term) => term.startsWith(wanted))
  const has = ({ name }: Country) => plainName(name).includes(` ${wanted}`)
  const all = countriesOfTheWorld()
  return [...all.filter(begins), ...all.filter((country) => has(country) && !begins(country))]
}

/** Customers may write out "Saint" and "and", and may write a straight apostrophe. */
const termsOf = ({ code, name }: Country) => {
  const plain = plainName(name)
  const spelled = plain
    .replace('&', 'and')
    .replace(/^st\. /, 'saint ')
    .replace('’', "'")
  return [plain, spelled, code.toLowerCase(), ...(WRITTEN[code] ?? [])]
}
