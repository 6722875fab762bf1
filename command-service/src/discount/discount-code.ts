import { createHmac, timingSafeEqual } from 'node:crypto'
import type { KeyStore } from '@shop/stores/key-store/key-store'

/** Crockford's base 32. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 10

/** The discount code for the first order with this e-mail address, such as `7H2KD-9QMX4`. */
export async function discountCodeOf(keys: KeyStore, emailKey: string): Promise<string> {
  const digest = createHmac('sha256', await keys.keyFor('discount-codes'))
    .update(emailKey)
    .digest()
  const code = Array.from(digest.subarray(0, LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('')
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`
}

export function isSameCode(typed: string, code: string): boolean {
  const [one, other] = [plain(typed), plain(code)].map((text) => Buffer.from(text))
  return one !== undefined && other !== undefined && one.length === other.length && timingSafeEqual(one, other)
}

const plain = (code: string) =>
  code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
