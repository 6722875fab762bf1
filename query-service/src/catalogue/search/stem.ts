import { LRUCache } from 'lru-cache'
import { stemmer } from 'stemmer'
import { stems } from './clothing-words.ts'

/** Only what is spelled in the 26 letters has a stem by the rules of English. */
const ENGLISH = /^[a-z]+$/

/** A search asks for the same word's stem several times. */
const known = new LRUCache<string, string>({ max: 1000 })

/** What a word shares with its plural and its other forms: `shirts` and `shirt` are `shirt`, `striped` and `stripes` are `stripe`. */
export function stemOf(word: string): string {
  if (!ENGLISH.test(word)) return word
  const before = known.get(word)
  if (before !== undefined) return before
  const stem = stems[word] ?? stemmer(word)
  known.set(word, stem)
  return stem
}
