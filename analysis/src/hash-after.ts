import { hash } from 'node:crypto'

/** What is hashed is written here, one after the other: it grows to the longest. */
let scratch = Buffer.alloc(4096)

/**
 * SHA-256 of some bytes and a text in UTF-8 after them, in hexadecimal digits. By Node's hash of one call, whose output is a text: an
 * object for each, as `createHash` makes it, or a buffer from Node, takes twice as long.
 */
export function hashAfter(bytes: Buffer, text: string): string {
  const most = bytes.length + 3 * text.length
  if (scratch.length < most) scratch = Buffer.alloc(most)
  bytes.copy(scratch)
  const end = bytes.length + scratch.write(text, bytes.length)
  return hash('sha256', scratch.subarray(0, end), 'hex')
}
