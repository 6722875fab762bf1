import { domainToASCII, domainToUnicode } from 'node:url'
import * as z from 'zod'
import { withoutDirection } from '../values/text.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII
const ASCII = /^[\x00-\x7f]*$/
/** Zod's pattern. It also accepts a domain with a last part in another script (`xn--p1ai`). */
const ADDRESS =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|[Xx][Nn]--[A-Za-z0-9-]+)$/

const EXPECTED = 'An email address is expected'
const OTHER_LETTERS =
  'Before the @ only letters from a to z, digits and . _ + - can stand: mail to other letters does not arrive everywhere. Use another address'

/**
 * Every address is compared and stored in this form (decisions C11: unique addresses; A5: IDNA): trimmed, lower case, and with an ASCII
 * domain. Browsers convert the domain to ASCII only in some input fields. A text that is not an address stays invalid.
 */
export function emailForm(typed: string): string {
  const text = withoutDirection(typed).trim()
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1)
  const ascii = at < 0 || ASCII.test(domain) ? domain : domainToASCII(domain)
  return `${text.slice(0, at + 1)}${ascii || domain}`.toLowerCase()
}

/** The address as a person types it, with a domain in letters. */
export function shownEmail(email: string): string {
  if (!email.includes('xn--')) return email
  const at = email.lastIndexOf('@')
  return email.slice(0, at + 1) + (domainToUnicode(email.slice(at + 1)) || email.slice(at + 1))
}

export const Email = z.preprocess(
  (value) => (typeof value === 'string' ? emailForm(value) : value),
  z
    .email({
      pattern: ADDRESS,
      error: ({ code, input }) => (code === 'invalid_format' ? whatIsWrong(input) : undefined),
    })
    .max(254),
)

function whatIsWrong(given: unknown): string {
  const local = String(given).replace(/@[^@]*$/, '')
  return local.includes('@') || ASCII.test(local) ? EXPECTED : OTHER_LETTERS
}
