import { globSync, readFileSync } from 'node:fs'
import * as analysis from '@shop/analysis/limits'
import { MOST_SESSIONS } from '@shop/command-service/account/sessions-decider'
import * as language from '@shop/language/limits'
import { KEY_DAYS } from '@shop/server/limits/sizes'
import { expect, test } from 'vitest'

const { RUNS, KEPT_RUNS, EXPORTS, KEPT_FILES } = analysis
const WORDS: Readonly<Record<number, string>> = {
  1: 'one',
  2: 'two',
  3: 'three',
  4: 'four',
  5: 'five',
  7: 'seven',
  12: 'twelve',
  20: 'twenty',
  30: 'thirty',
  90: 'ninety',
}
const word = (number: number) => WORDS[number] ?? String(number)
const english = (number: number) => number.toLocaleString('en')
const seconds = `${analysis.LONGEST_RUN_MS / 1000} seconds`

/** TABLE: what documents say about limits. `limits.test.ts` does the same for the table of reliability 8.6. */
const says: Readonly<Record<string, readonly string[]>> = {
  'README.md': [`| \`checkout_ttl_seconds\` | \`${language.HOLD_MINUTES * 60}\` |`],
  'docs/api.md': [
    `held for ${language.HOLD_MINUTES} minutes`,
    `the same answer for ${word(KEY_DAYS)} days`,
    `at most ${language.MAX_PICTURE_MIB} mib`,
    `an address book of at most ${language.MOST_ADDRESSES}`,
    `beyond ${word(language.MAX_ON_BOARD)} it is 409`,
    `up to ${language.MOST_EVIDENCE} events by number`,
    `${word(RUNS.ofOne)} run at once for a caller, then 429; ${word(RUNS.ofAll)} in all`,
    `after ${RUNS.unaskedMs / 1_000} seconds without a request for it, a run is cancelled`,
    `for ${word(KEPT_RUNS.forMs / 60_000)} minutes; the ${word(KEPT_RUNS.ofOne)} newest answers are kept`,
    `has ${word(EXPORTS.ofOne)} export at a time, then 429; ${word(EXPORTS.ofAll)} in all`,
    `sending ends after ${analysis.LONGEST_EXPORT_MS / 60_000} minutes`,
    `files of at most ${english(language.MOST_IN_EXPORT_FILE)} events`,
    `less than ${analysis.LEAST_FREE_BYTES / 2 ** 30} gib of the disk`,
    `${analysis.MOST_RESULT_BYTES / 2 ** 20} mib of disk`,
    `kept for ${word(KEPT_FILES.forMs / 60_000)} minutes, ${word(KEPT_FILES.ofAll)} runs in all`,
  ],
  'docs/design.md': [`we keep your cart for at least ${language.GUEST_CART_DAYS} days`],
  'docs/domain.md': [
    `at most ${language.MAX_QUANTITY} pieces; a cart has at most ${language.MAX_LINES} lines`,
    `expires after ${word(language.GUEST_CART_DAYS)} days without a change`,
    `holds its pieces for ${word(language.HOLD_MINUTES)} minutes`,
    `pieces for ${language.REVIEW_DAYS * 24} hours`,
    `within ${word(language.RETURN_DAYS)} days of the delivery`,
  ],
  'docs/operating.md': [
    `readable mails of the last ${word(language.OUTBOX_DAYS)} days`,
    `removed after ${language.TRAIL_ROW_DAYS} days`,
  ],
  'docs/questions.md': [
    `shows up to ${word(language.MAX_ON_BOARD)} saved questions`,
    `each row of the last ${word(language.TRAIL_ROW_DAYS)} days`,
    `${seconds}, one thread, ${analysis.ENGINE_MEMORY_MB} mb and ${analysis.SPILL_MB / 1024} gb of disk`,
    `at most ${english(analysis.MOST_ROWS)} rows and ${analysis.MOST_ANSWER_BYTES / 2 ** 20} mib`,
    `a rule has ${seconds}, ${analysis.RULE_MEMORY_MIB} mib`,
  ],
  'docs/security.md': [
    `which the outbox keeps for ${language.OUTBOX_DAYS} days`,
    `a session lasts **${word(language.SESSION_DAYS)} days**`,
    `an account has at most ${word(MOST_SESSIONS)}`,
    `at least ${language.LEAST_PASSWORD} characters`,
  ],
}

test.each(Object.entries(says))('%s has the numbers of the limits', (name, texts) => {
  const page = readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
    .replace(/\s+/g, ' ')
    .toLowerCase()
  for (const text of texts) expect(page).toContain(text)
})

// A page that names the default would be wrong in a shop whose operator sets CHECKOUT_TTL_SECONDS.
test('no text of the shop names the default length of a hold', () => {
  const files = globSync('{web,gateway,command-service,query-service,projections}/src/**/*.{ts,tsx}', {
    exclude: ['**/*.test.*'],
  })
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => /HOLD_MINUTES|30 minutes/i.test(readFileSync(file, 'utf8')))).toEqual([])
})
