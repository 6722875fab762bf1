import { LRUCache } from 'lru-cache'
import { createTextHmac } from './hmac.ts'

/** Whose key of the key store makes the pseudonyms: no person's, so that no erasure destroys it. */
export const PSEUDONYM_KEY = 'analysis-pseudonyms'

const PREFIX = 'p_'
/** 96 bits: no two of some billions of values have the same pseudonym. */
const LENGTH = 16
const MOST_KEPT = 10_000

/**
 * The same value has the same pseudonym everywhere, so that tables can be joined; nobody without the key finds the value. What hardly
 * comes again is not kept (`isSeenAgain`), or it takes the place of what does.
 */
export type Pseudonym = (value: string, isSeenAgain?: boolean) => string

/** STORAGE FORMAT. HMAC-SHA-256 of the value, its first 16 characters in base64url. An empty text, which says "not known", stays. */
export function createPseudonyms(key: Buffer): Pseudonym {
  const hmac = createTextHmac(key)
  const kept = new LRUCache<string, string>({ max: MOST_KEPT })
  const made = (value: string) => PREFIX + hmac(value).slice(0, LENGTH)
  return (value, isSeenAgain = true) => {
    if (value === '') return ''
    if (!isSeenAgain) return made(value)
    const known = kept.get(value)
    if (known !== undefined) return known
    const pseudonym = made(value)
    kept.set(value, pseudonym)
    return pseudonym
  }
}
