import { LRUCache } from 'lru-cache'
import { stemmer } from 'stemmer'
import { stems } from './clothing-words.ts'

/** Only words that consist of the letters a to z get a stem by the rules of English. */
const ENGLISH = /^[a-z]+$/

/** Stems are kept, because a search needs the stem of the same word several times. */
const known = new LRUCache<string, string>({ max: 1000 })

/**
 * The stem of a word. All forms of a word, such as its singular and its plural, have the same stem. For example, `shirts` and `shirt` have
 * the stem `shirt`, `striped` and `stripes` have `stripe`.
 */
export function stemOf(word: string): string {
  if (!ENGLISH.test(word)) return word
  const before = known.get(word)
  if (before !== undefined) return before
  const stem = stems[word] ?? stemmer(word)
  known.set(word, stem)
  return stem
}
