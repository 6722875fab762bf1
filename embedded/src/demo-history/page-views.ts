import type { Visitor } from '@shop/gateway/trail/create-trail'
import type { Seen, TrailBody } from '@shop/language/analysis/trail'
import type { Chance } from './chance.ts'

type Trail = Readonly<{ note: (body: TrailBody, visitor: Visitor) => void }>

export type PageViews = Readonly<{
  see: (isSignedIn: boolean, ...seen: readonly Seen[]) => void
  lookAround: (isSignedIn: boolean) => void
}>

/** TABLE: searches for products that the shop does not have, with their relative frequency. */
const MISSING = new Map([
  ['kimono', 6],
  ['rain poncho', 3],
  ['bow tie', 2],
  ['swimsuit', 1],
])
const DEVICES = new Map([
  ['phone', 6],
  ['desk', 3],
  ['tablet', 1],
] as const)
const ENTRIES = new Map([
  ['direct', 4],
  ['search', 4],
  ['social', 1],
  ['other', 1],
] as const)
const LISTS = ['all', 'men', 'women', 'top wear', 'bottom wear', 'outerwear'] as const
const LIKELY = { searches: 0.6, forWhatIsMissing: 0.4 }

export function createPageViews(trail: Trail | undefined, chance: Chance, names: readonly string[]) {
  const weighted = <T>(of: ReadonlyMap<T, number>) => chance.weighted([...of.keys()], (one) => of.get(one)!)

  function search(): Seen {
    if (chance.happens(LIKELY.forWhatIsMissing)) return { what: 'search', term: weighted(MISSING), results: 0 }
    const term = chance.one(names).split(' ').at(-1)!.toLowerCase()
    const results = names.filter((name) => name.toLowerCase().includes(term)).length
    return { what: 'search', term, results }
  }

  function list(): Seen {
    const shown = chance.one(LISTS)
    return {
      what: 'list shown',
      list: shown,
      results: shown === 'all' ? names.length : chance.whole(3, names.length),
    }
  }

  return (): PageViews => {
    const [device, entry] = [weighted(DEVICES), weighted(ENTRIES)]
    const network = `10.${chance.whole(0, 99)}.${chance.whole(0, 255)}`
    const visitor = { client: `${network}.${chance.whole(1, 254)}`, network, browser: device }
    const see: PageViews['see'] = (isSignedIn, ...seen) =>
      trail?.note({ device, entry, isSignedIn, seen: [...seen] }, visitor)
    return {
      see,
      lookAround: (isSignedIn) => see(isSignedIn, list(), ...(chance.happens(LIKELY.searches) ? [search()] : [])),
    }
  }
}
