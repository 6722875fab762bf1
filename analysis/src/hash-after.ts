import { hash } from 'node:crypto'

/** A buffer for all calls. It grows when an input does not fit. */
let scratch = Buffer.alloc(4096)

/**
 * SHA-256 of some bytes followed by a text in UTF-8, in hexadecimal digits. Uses Node's `hash` with a text as the result. `createHash`
 * takes twice as long, because it makes an object for each call. `hash` with a buffer as the result also takes twice as long.
 */
export function hashAfter(bytes: Buffer, text: string): string {
  const most = bytes.length + 3 * text.length
  if (scratch.length < most) scratch = Buffer.alloc(most)
  bytes.copy(scratch)
  const end = bytes.length + scratch.write(text, bytes.length)
  return hash('sha256', scratch.subarray(0, end), 'hex')
}
