import { testPasswords } from '@shop/language/test-support/test-passwords'
import { DEMO_PASSWORD } from '../../embedded/src/demo-history/demo-password.ts'

// Of letters, blanks and hyphens: each is its own pattern.
const passwords = [DEMO_PASSWORD, ...Object.values(testPasswords)]

/** TABLE: what no line for the operator may have (ASVS 16.2.5), by what it looks like. */
const sensitive: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a token', /\beyJ[\w-]{10,}\.[\w-]+\.[\w-]+/],
  ['an e-mail address', /[\w.+-]+@[\w-]+(\.[\w-]+)*\.[a-z]{2,}\b/i],
  ['a whole guest id', /guest_\d{10,}_[\w-]{22}/],
  ['a hashed password', /\$argon2/],
  ['a password of the tests', new RegExp(passwords.join('|'))],
]

/** What a line for the operator says that it must not; undefined if nothing. */
export const sensitiveIn = (line: string): string | undefined =>
  sensitive.find(([, pattern]) => pattern.test(line))?.[0]
