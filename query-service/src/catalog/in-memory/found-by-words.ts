import { type Closeness, closeness, type Name } from '../search/closeness.ts'
import { type Part, understand } from '../search/understand.ts'
import type { CatalogIndex } from './catalog-index.ts'
import type { Item } from './item.ts'

export type Found = ReadonlyMap<Item, Closeness>

/** `passedOver`: the ignored words. `corrected`: the words that were corrected as typing errors. */
export type FoundByWords = Readonly<{
  found: Found
  passedOver: readonly string[]
  corrected: readonly Readonly<{ typed: string; readAs: string }>[]
}>

/**
 * For "a nice shirt for a summer party", finds the shirts. If the search names a thing that the shop sells, two kinds of words can be
 * ignored: words that no product has, and words that only descriptions have. A search without words finds nothing.
 */
export function foundByWords(index: CatalogIndex, text: string): FoundByWords {
  const parts = understand(text, index.words).map((part) => {
    const found = foundByPart(index, part)
    return {
      ...part,
      found,
      isDecisive: part.gender !== undefined || isAny(found, (near) => near < closeness.mentioned),
    }
  })
  const isNamed = parts.some(({ namesThing, isDecisive }) => namesThing && isDecisive)
  const [required = [], optional = []] = isNamed
    ? [true, false].map((is) => parts.filter(({ namesThing, isDecisive }) => (namesThing || isDecisive) === is))
    : [parts]
  const [first, ...further] = required.map(({ found }) => found)
  let found = first ? further.reduce(inBoth, first) : new Map()
  const passedOver: string[] = []
  for (const other of optional) {
    const both = inBoth(found, other.found)
    if (both.size > 0) found = both
    else passedOver.push(other.typed)
  }
  const read = parts.filter(({ typed }) => !passedOver.includes(typed))
  const corrected = read.flatMap(({ typed, readAs }) => (readAs === undefined ? [] : { typed, readAs }))
  return { found, passedOver, corrected }
}

/** The products that match one of the part's names or its gender. The best match counts. */
function foundByPart(index: CatalogIndex, { names, gender }: Part): Found {
  const found = new Map<Item, Closeness>()
  for (const name of names)
    for (const [item, near] of foundByName(index, name, gender === undefined)) add(found, item, near)
  if (gender)
    for (const item of index.inOrder('age')) {
      const whose = item.listing.product.gender
      if (whose === gender) add(found, item, closeness.same)
      else if (whose === 'Unisex') add(found, item, closeness.forAll)
    }
  return found
}

/** The products that match all words of a name. The worst match counts, and is never better than the closeness of the name. */
function foundByName(index: CatalogIndex, name: Name, mayBegin: boolean): Found {
  const [first = new Map<Item, Closeness>(), ...others] = name.words.map((word) =>
    foundByWord(index, word, name, mayBegin),
  )
  return others.reduce(inBoth, first)
}

/**
 * A word that the shopper typed also matches longer words that start with it. A synonym, and a word that says for whom a product is, match
 * only whole words. A synonym matches better in a product's name than in its facts: not everything made of denim is jeans.
 */
function foundByWord({ words }: CatalogIndex, word: string, name: Name, mayBegin: boolean): Found {
  const found = new Map<Item, Closeness>()
  const addAll = (items: readonly Item[], near: Closeness) => {
    const least = Math.max(near, name.closeness) as Closeness
    for (const item of items) add(found, item, least)
  }
  const ofFacts = name.closeness === closeness.alike ? closeness.kin : closeness.alike
  for (const form of words.formsOf(word)) {
    addAll(form.name, closeness.same)
    addAll(form.facts, ofFacts)
    addAll(form.all, closeness.mentioned)
  }
  if (!mayBegin || name.closeness !== closeness.same) return found
  for (const longer of words.beginningWith(word)) {
    addAll(longer.name, closeness.kin)
    addAll(longer.facts, closeness.kin)
    addAll(longer.all, closeness.mentioned)
  }
  return found
}

function add(found: Map<Item, Closeness>, item: Item, near: Closeness) {
  const known = found.get(item)
  if (known === undefined || near < known) found.set(item, near)
}

/** Each product in both results, with its worse match. */
function inBoth(one: Found, other: Found): Found {
  if (one.size > other.size) return inBoth(other, one)
  const both = new Map<Item, Closeness>()
  for (const [item, near] of one) {
    const otherNear = other.get(item)
    if (otherNear !== undefined) both.set(item, Math.max(near, otherNear) as Closeness)
  }
  return both
}

function isAny(found: Found, is: (near: Closeness) => boolean) {
  for (const near of found.values()) if (is(near)) return true
  return false
}
