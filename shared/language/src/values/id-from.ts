import { hash } from 'node:crypto'

const NAMESPACE = Buffer.from('4f0d7c1e8a3b5d529c612b7e6a90f3d8', 'hex')

/**
 * The same words give the same id, also when a command is retried. STORAGE FORMAT. A UUID of version 5: the SHA-1 of namespace and name
 * (RFC 9562, section 5.5).
 */
export function idFrom(...words: readonly string[]): string {
  const hex = hash('sha1', Buffer.concat([NAMESPACE, Buffer.from(words.join('/'))]))
  const variant = '89ab'[Number.parseInt(hex[16]!, 16) % 4]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
