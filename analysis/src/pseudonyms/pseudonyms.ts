import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { hashAfter } from '../hash-after.ts'

export const PSEUDONYM_KEY = 'analysis-pseudonyms'

const PREFIX = 'p_'
/** 96 bits: two equal pseudonyms are very unlikely among some billions of values. */
const LENGTH = 16
const MOST_KEPT = 10_000

const [BLOCK_BYTES, HASH_BYTES] = [64, 32]
const [INNER, OUTER] = [0x36, 0x5c]

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

/** HMAC-SHA-256 (RFC 2104) of a text, in base64url. The key may be at most one block long. Node's `createHmac` takes twice as long. */
export function createTextHmac(key: Buffer): (text: string) => string {
  if (key.length > BLOCK_BYTES) throw new RangeError('the key is longer than a block')
  const padded = (pad: number) => Buffer.alloc(BLOCK_BYTES, pad).map((byte, n) => byte ^ (key[n] ?? 0)) as Buffer
  const inner = padded(INNER)
  const outer = Buffer.concat([padded(OUTER), Buffer.alloc(HASH_BYTES)])
  return (text) => {
    outer.write(hashAfter(inner, text), BLOCK_BYTES, 'hex')
    return hash('sha256', outer, 'base64url')
  }
}
