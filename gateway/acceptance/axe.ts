import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds wrong, in a line each. Contrast over the sky it cannot see: web/src/token-contrasts.test.ts computes it. */
export async function violationsIn(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  return page.evaluate(`axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ' ' + target.join(' '))))`) as Promise<
    string[]
  >
}
