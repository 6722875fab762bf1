import { expect, test } from 'vitest'
import { hasBrowser, launch, leave } from './browser.ts'
import { atRest, go } from './page-visits.ts'
import { gzippedBytes, MOST_SCRIPT_BYTES } from './script-bytes.ts'
import { startShop } from './shop.ts'
import { openPage } from './shopper-pages.ts'

test.runIf(hasBrowser)('the home page loads a bounded amount of script', async () => {
  const shop = await startShop({}, { web: true })
  const browser = await launch()
  const { page } = await openPage(browser, shop.url, {}, { fresh: true })
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await go(page, '/')
  await atRest(page)
  const bytes = await gzippedBytes(scripts)
  await leave(browser)
  await shop.close()
  console.log(`home page: ${bytes} bytes of script in ${new Set(scripts).size} files, as gzip has them`)
  expect(scripts.length).toBeGreaterThan(3)
  expect(bytes).toBeLessThanOrEqual(MOST_SCRIPT_BYTES)
})
