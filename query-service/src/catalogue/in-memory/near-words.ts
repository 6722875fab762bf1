import damerauLevenshtein from 'damerau-levenshtein'
import { stemOf } from '../search/stem.ts'

const LETTERS = /^[a-z]+$/
const SHORTEST = 4
const SHORTEST_STEM = 5
/** Names of clothes are shorter, and a comparison costs the product of two lengths. */
const LONGEST = 24

/**
 * Words that may have been meant by one with typing errors: a letter that is wrong, missing or too many, or two that changed
 * places. A comparison takes about a microsecond, so only words of nearly the same letters are compared: the letters of a
 * word are bits of a number, and an error changes two of them at most.
 */
export class NearWords {
  readonly #letters = new Map<string, number>()

  add(word: string) {
    if (isComparable(word)) this.#letters.set(word, lettersOf(word))
  }

  /**
   * Of the words and `others` that are at most `errors` away from a word, in this or another form of both: the nearest, of
   * these the one that weighs most, of these the first in the alphabet.
   */
  nearest(word: string, others: readonly string[], errors: number, weigh: (word: string) => number) {
    if (!isComparable(word)) return undefined
    const letters = lettersOf(word)
    const isAlike = (those: number) => countOf(those ^ letters) <= 2 * errors + 1
    const candidates = [
      ...[...this.#letters].flatMap(([candidate, those]) => (isAlike(those) ? [candidate] : [])),
      ...others.filter((other) => isAlike(lettersOf(other))),
    ]
    const near = candidates
      .map((candidate) => ({ candidate, distance: distance(word, candidate), weight: weigh(candidate) }))
      .filter((one) => one.distance <= errors)
      .sort(
        (one, other) =>
          one.distance - other.distance || other.weight - one.weight || (one.candidate < other.candidate ? -1 : 1),
      )
    return near[0]?.candidate
  }
}

const isComparable = (word: string) => word.length >= SHORTEST && word.length <= LONGEST && LETTERS.test(word)

function distance(one: string, other: string) {
  const typed = damerauLevenshtein(one, other).steps
  const [stem, otherStem] = [stemOf(one), stemOf(other)]
  // Short stems are near to too many others.
  if (Math.min(stem.length, otherStem.length) < SHORTEST_STEM) return typed
  return Math.min(typed, damerauLevenshtein(stem, otherStem).steps)
}

/** How many letters there are. */
function countOf(letters: number) {
  let count = 0
  for (let rest = letters; rest !== 0; rest &= rest - 1) count++
  return count
}

function lettersOf(word: string) {
  let letters = 0
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) - 97)
  return letters
}
