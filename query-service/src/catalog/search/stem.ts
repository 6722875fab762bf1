import { LRUCache } from 'lru-cache'
import { stemmer } from 'stemmer'
import { stems } from './clothing-words.ts'

/** The rules of English give a stem only to words of the letters a to z. */
const ENGLISH = /^[a-z]+$/

/** A search needs the stem of the same word several times. */
const known = new LRUCache<string, string>({ max: 1000 })

/**
 * The part that a word shares with its plural and its other forms: `shirts` and `shirt` give `shirt`, `striped` and `stripes` give
 * `stripe`.
 */
export function stemOf(word: string): string {
  if (!ENGLISH.test(word)) return word
  const before = known.get(word)
  if (before !== undefined) return before
  const stem = stems[word] ?? stemmer(word)
  known.set(word, stem)
  return stem
}
