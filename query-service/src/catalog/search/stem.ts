import { LRUCache } from 'lru-cache'
import { stemmer } from 'stemmer'
import { stems } from './clothing-words.ts'

const ENGLISH = /^[a-z]+$/

const known = new LRUCache<string, string>({ max: 1000 })

export function stemOf(word: string): string {
  if (!ENGLISH.test(word)) return word
  const before = known.get(word)
  if (before !== undefined) return before
  const stem = stems[word] ?? stemmer(word)
  known.set(word, stem)
  return stem
}
