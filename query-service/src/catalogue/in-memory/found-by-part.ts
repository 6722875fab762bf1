import { type Closeness, closeness, type Name } from '../search/closeness.ts'
import type { Part } from '../search/understand.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import { addBits, type Bits, keep, type SlotSet } from './slot-set.ts'
import { type Standing, standings, type Word } from './word-index.ts'

/**
 * The products that come at least so near to what is searched for, to be asked for farther ones each time: what is farther is
 * looked up then, and most lists end before. The bits may not be changed, and are good until the next time.
 */
export type Found = (within: Closeness) => Bits

/** By any of its names, or by the gender. */
export function foundByPart(index: CatalogueIndex, { names, gender }: Part): Found {
  const ways = names.flatMap((name) => wayOf(index, name, gender === undefined) ?? [])
  const any = index.noBits()
  let reached = NOTHING
  return (within) => {
    for (const way of ways) way(any, within, reached)
    reached = within
    if (gender) index.facets.gender.get(gender)?.addTo(any)
    if (gender && within >= closeness.forAll) index.facets.gender.get('Unisex')?.addTo(any)
    return any
  }
}

/** Where products have it at best, by any of its names. Everybody is told for whom it is. */
export function standingOf({ words }: CatalogueIndex, { names, gender }: Part): Standing {
  if (gender) return standings.told
  const ofName = (name: Name) =>
    Math.min(...name.words.map((word) => words.standingOf(word, name.closeness === closeness.same)))
  return Math.max(...names.map(ofName)) as Standing
}

const NOTHING = -1

/** Adds the products that have a name's words and come at least so near; those that come nearer than `reached` are added already. */
type Way = (to: Bits, within: Closeness, reached: number) => void

/** Undefined if no product has the name. */
function wayOf(index: CatalogueIndex, name: Name, mayBegin: boolean): Way | undefined {
  const isTyped = name.closeness === closeness.same
  const words = name.words.map((word) => wordIn(index, word, isTyped && mayBegin))
  const [only] = words
  if (!isTyped && words.some(({ forms }) => forms.length === 0)) return undefined
  return (to, within, reached) => {
    if (within < name.closeness) return
    // Another name of a thing is looked for in names first: jeans are of denim, and not all denim is jeans.
    const near = name.closeness === closeness.alike && within === closeness.alike ? closeness.same : within
    if (only && words.length === 1) addWord(to, only, near, isTyped ? reached : NOTHING)
    else addBits(to, haveAll(index, words, near))
  }
}

function haveAll(index: CatalogueIndex, words: readonly WordIn[], within: Closeness): Bits {
  const [first = index.noBits(), ...others] = words.map((word) => {
    const bits = index.noBits()
    addWord(bits, word, within, NOTHING)
    return bits
  })
  for (const other of others) keep(first, other)
  return first
}

/** The forms of a word, and the words that it is the beginning of, which are looked up when they are needed. */
type WordIn = Readonly<{ forms: readonly Word[]; beginnings: () => readonly Word[] }>

/** Words that say for whom, and other names of a thing, are no beginnings: nobody who looks for men's is shown what was mended. */
function wordIn({ words }: CatalogueIndex, word: string, isBeginning: boolean): WordIn {
  let found: readonly Word[] | undefined = isBeginning ? undefined : []
  return {
    forms: words.formsOf(word),
    beginnings() {
      found ??= words.beginningWith(word)
      return found
    },
  }
}

function addWord(to: Bits, { forms, beginnings }: WordIn, within: Closeness, reached: number) {
  const add = (set: SlotSet | undefined) => set?.addTo(to)
  if (within === closeness.mentioned) {
    for (const { all } of forms) add(all)
    for (const { all } of beginnings()) add(all)
    return
  }
  if (reached < closeness.same) for (const { name } of forms) add(name)
  if (reached < closeness.alike && within >= closeness.alike) for (const { facts } of forms) add(facts)
  if (reached < closeness.kin && within >= closeness.kin)
    for (const { name, facts } of beginnings()) {
      add(name)
      add(facts)
    }
}
