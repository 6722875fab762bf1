import { LRUCache } from 'lru-cache'
import { createTextHmac } from './hmac.ts'

/** No erasure destroys this key, because its name is not the id of a person. */
export const PSEUDONYM_KEY = 'analysis-pseudonyms'

const PREFIX = 'p_'
/** 96 bits: two equal pseudonyms are very unlikely among some billions of values. */
const LENGTH = 16
const MOST_KEPT = 10_000

/**
 * The same value has the same pseudonym everywhere, so that tables can be joined. An analyst has no key, and so cannot find the value.
 * `isSeenAgain`: false for a value that rarely comes again and need not be cached.
 */
export type Pseudonym = (value: string, isSeenAgain?: boolean) => string

/** STORAGE FORMAT. The first 16 characters of the value's HMAC-SHA-256 in base64url. An empty text means "not known" and stays empty. */
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
