import { hash } from 'node:crypto'

const NAMESPACE = Buffer.from('4f0d7c1e8a3b5d529c612b7e6a90f3d8', 'hex')

/**
 * The same words give the same id, also when a command is retried. STORAGE FORMAT. A UUID of version 5: the SHA-1 of namespace and name
 * (RFC 9562, section 5.5).
 */
export function idFrom(...words: readonly string[]): string {
  const bytes = hash('sha1', Buffer.concat([NAMESPACE, Buffer.from(words.join('/'))]), 'buffer').subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x50
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
