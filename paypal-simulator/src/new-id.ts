import { randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHJKLMNPRSTUVWXY'

/** Seventeen random capital letters and digits (85 bits), like PayPal's ids. */
export function newId() {
  return Array.from(randomBytes(17), (byte) => alphabet[byte % alphabet.length]).join('')
}
