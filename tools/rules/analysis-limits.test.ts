import { readFileSync } from 'node:fs'
import * as analysis from '@shop/analysis/limits'
import { expect, test } from 'vitest'

test('the page on the API has the numbers of runs and exports', () => {
  const words = ['none', 'one', 'two', 'three', 'four', 'five']
  const page = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8')
    .replace(/\s+/g, ' ')
    .toLowerCase()
  const { RUNS, KEPT_RUNS, EXPORTS, KEPT_FILES } = analysis
  for (const text of [
    `${words[RUNS.ofOne]} run at once for a caller, then 429; ${words[RUNS.ofAll]} in all`,
    `for ${words[KEPT_RUNS.forMs / 60_000]} minutes; the ${words[KEPT_RUNS.ofOne]} newest answers are kept`,
    `has ${words[EXPORTS.ofOne]} export at a time, then 429; ${words[EXPORTS.ofAll]} in all`,
    `sending ends after ${analysis.LONGEST_EXPORT_MS / 60_000} minutes`,
    `less than ${analysis.LEAST_FREE_BYTES / 2 ** 30} gib of the disk`,
    `${analysis.MOST_RESULT_BYTES / 2 ** 20} mib of disk`,
    `kept for ${words[KEPT_FILES.forMs / 60_000]} minutes, ${words[KEPT_FILES.ofAll]} runs in all`,
  ])
    expect(page).toContain(text)
})
