import { plainName } from './parcel-needs.ts'

/** A country by its ISO 3166 code and its English name, which is what an address has. */
export type Country = Readonly<{ code: string; name: string }>

/** Regions that have a code and a name and are no place that a parcel goes to. */
const NO_PLACES = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** TABLE: what people write for some countries, beside their name and their code. */
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

/** The countries of the world by name, as the browser and Node.js know them; one that has an old code too is there under today's. */
export function countriesOfTheWorld(): readonly Country[] {
  known ??= LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .filter((code) => !NO_PLACES.has(code) && new Intl.Locale(`und-${code}`).region === code)
    .flatMap((code) => ({ code, name: names.of(code) ?? '' }))
    .filter(({ name }) => name)
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
  return known
}
const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** The country that a text means: its name, its code or what people write for it, in any letter case; undefined for any other text. */
export function countryOf(text: string): Country | undefined {
  byTerm ??= new Map(countriesOfTheWorld().flatMap((country) => termsOf(country).map((term) => [term, country])))
  return byTerm.get(plainName(text))
}
let byTerm: ReadonlyMap<string, Country> | undefined

/** The countries that what is typed may become: those that begin with it first, then those with a word that does. */
export function countriesFor(typed: string): readonly Country[] {
  const wanted = plainName(typed)
  const begins = (country: Country) => termsOf(country).some((term) => term.startsWith(wanted))
  const has = ({ name }: Country) => plainName(name).includes(` ${wanted}`)
  const all = countriesOfTheWorld()
  return [...all.filter(begins), ...all.filter((country) => has(country) && !begins(country))]
}

/** "Saint" and "and" may be written out, and an apostrophe may be a straight one. */
const termsOf = ({ code, name }: Country) => {
  const plain = plainName(name)
  const spelled = plain
    .replace('&', 'and')
    .replace(/^st\. /, 'saint ')
    .replace('’', "'")
  return [plain, spelled, code.toLowerCase(), ...(WRITTEN[code] ?? [])]
}
