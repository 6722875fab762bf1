import { hash } from 'node:crypto'

let scratch = Buffer.alloc(4096)

/**
 * SHA-256, in hexadecimal, of the bytes followed by the text in UTF-8. `createHash`, or `hash` with a buffer as the result, takes twice as
 * long.
 */
export function hashAfter(bytes: Buffer, text: string): string {
  const most = bytes.length + 3 * text.length
  if (scratch.length < most) scratch = Buffer.alloc(most)
  bytes.copy(scratch)
  const end = bytes.length + scratch.write(text, bytes.length)
  return hash('sha256', scratch.subarray(0, end), 'hex')
}
