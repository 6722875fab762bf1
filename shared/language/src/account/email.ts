import { domainToASCII, domainToUnicode } from 'node:url'
import * as z from 'zod'
import { withoutDirection } from '../values/text.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII
const ASCII = /^[\x00-\x7f]*$/
/** Zod's pattern, extended: the last part of the domain may be in another script (`xn--p1ai`). */
const ADDRESS =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|[Xx][Nn]--[A-Za-z0-9-]+)$/

const EXPECTED = 'Enter an email address'
const OTHER_LETTERS =
  "Only letters from a to z, digits and . _ ' + - are allowed before the @, because mail to addresses with other characters does not always arrive. Use another address"

/**
 * The form in which every address is compared and stored: trimmed, in lower case, with an ASCII domain (decisions C11: unique addresses;
 * A5: IDNA).
 */
export function emailForm(typed: string): string {
  const text = withoutDirection(typed).trim()
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1)
  const ascii = at < 0 || ASCII.test(domain) ? domain : domainToASCII(domain)
  return `${text.slice(0, at + 1)}${ascii || domain}`.toLowerCase()
}

/** The address with a readable domain instead of Punycode. */
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
