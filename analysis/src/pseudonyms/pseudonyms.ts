import { LRUCache } from 'lru-cache'
import { createTextHmac } from './hmac.ts'

/** Whose key of the key store makes the pseudonyms: no person's, so that no erasure destroys it. */
export const PSEUDONYM_KEY = 'analysis-pseudonyms'

const PREFIX = 'p_'
/** 96 bits: no two of some billions of values have the same pseudonym. */
const LENGTH = 16
const MOST_KEPT = 10_000

/** The same value has the same pseudonym everywhere, so that tables can be joined; nobody without the key finds the value. */
export type Pseudonym = (value: string) => string

/** STORAGE FORMAT. HMAC-SHA-256 of the value, its first 16 characters in base64url. An empty text, which says "not known", stays. */
export function createPseudonyms(key: Buffer): Pseudonym {
  const hmac = createTextHmac(key)
  const kept = new LRUCache<string, string>({ max: MOST_KEPT })
  return (value) => {
    if (value === '') return ''
    const known = kept.get(value)
    if (known !== undefined) return known
    const made = PREFIX + hmac(value).slice(0, LENGTH)
    kept.set(value, made)
    return made
  }
}
