import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * The violations that axe finds, each as a line of text. axe cannot compute the contrast of text on the background `sky`;
 * web/src/token-contrasts.test.ts does this.
 */
export async function violationsIn(page: Page, { contrast = true } = {}): Promise<string[]> {
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(AXE)
  const rules = { 'color-contrast': { enabled: contrast } }
  return page.evaluate(`axe.run({ resultTypes: ['violations'], rules: ${JSON.stringify(rules)} }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ' ' + target.join(' '))))`) as Promise<
    string[]
  >
}
