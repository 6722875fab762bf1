import damerauLevenshtein from 'damerau-levenshtein'
import { stemOf } from '../search/stem.ts'

const LETTERS = /^[a-z]+$/
const SHORTEST = 4
const SHORTEST_STEM = 5
/** Longer words are not compared, because names of clothes are shorter. */
const LONGEST = 24

/**
 * Finds known words that are similar to a mistyped word. A typing error is a wrong, missing or extra letter, or two letters swapped. To
 * save time, the sets of letters are compared first, as numbers with one bit for each letter. One typing error changes at most two bits.
 */
export class NearWords {
  readonly #letters = new Map<string, number>()

  add(word: string) {
    if (isComparable(word)) this.#letters.set(word, lettersOf(word))
  }

  /**
   * The word of the index or of `others` with the fewest typing errors in the word or its stem, at most `errors`. Among words with equally
   * many errors, the highest weight wins, then the alphabet.
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
  if (Math.min(stem.length, otherStem.length) < SHORTEST_STEM) return typed
  return Math.min(typed, damerauLevenshtein(stem, otherStem).steps)
}

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
