import { randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHJKLMNPRSTUVWXY'

/** Seventeen capital letters and digits, like PayPal's ids; 85 random bits. */
export function newId() {
  return Array.from(randomBytes(17), (byte) => alphabet[byte % alphabet.length]).join('')
}
