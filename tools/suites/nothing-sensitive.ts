import { testPasswords } from '@shop/language/test-support/test-passwords'
import { DEMO_PASSWORD } from '../../embedded/src/demo-history/people.ts'

// These passwords have no character with a special meaning in a regular expression.
const passwords = [DEMO_PASSWORD, ...Object.values(testPasswords)]

/** TABLE: what a line for the operator must not contain (ASVS 16.2.5). */
const sensitive: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a token', /\beyJ[\w-]{10,}\.[\w-]+\.[\w-]+/],
  ['an e-mail address', /[\w.+-]+@[\w-]+(\.[\w-]+)*\.[a-z]{2,}\b/i],
  ['a whole guest id', /guest_\d{10,}_[\w-]{22}/],
  ['a hashed password', /\$argon2/],
  ['a password of the tests', new RegExp(passwords.join('|'))],
]

export const sensitiveIn = (line: string): string | undefined =>
  sensitive.find(([, pattern]) => pattern.test(line))?.[0]
