import { expect, test } from 'vitest'
import { hasBrowser, launch, leave } from '../support/browser.ts'
import { atRest, eventually, go } from '../support/page-visits.ts'
import { gzippedBytes, MOST_IDLE_SCRIPT_BYTES, MOST_SCRIPT_BYTES } from '../support/script-bytes.ts'
import { startShop } from '../support/shop.ts'
import { openPage } from '../support/shopper-pages.ts'

/* Runs in the page before its own scripts. It makes idle work wait. */
const NOT_IDLE = 'window.whenIdle = []; window.requestIdleCallback = (act) => whenIdle.push(act)'

test.runIf(hasBrowser)('the home page loads a bounded amount of script', async () => {
  const shop = await startShop({}, { web: true })
  const browser = await launch()
  const { page } = await openPage(browser, shop.url, {}, { fresh: true })
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await page.addInitScript(NOT_IDLE)
  await go(page, '/')
  await atRest(page)
  const bytes = await gzippedBytes(scripts)
  await eventually(() => page.evaluate('whenIdle.length')).toBe(2)
  await page.evaluate('whenIdle.forEach((act) => act())')
  await atRest(page)
  const idleBytes = (await gzippedBytes(scripts)) - bytes
  await leave(browser)
  await shop.close()
  console.log(`home page: ${bytes} bytes of script, and ${idleBytes} when it is idle, as gzip has them`)
  expect(scripts.length).toBeGreaterThan(3)
  expect(bytes).toBeLessThanOrEqual(MOST_SCRIPT_BYTES)
  expect(idleBytes).toBeGreaterThan(0)
  expect(idleBytes).toBeLessThanOrEqual(MOST_IDLE_SCRIPT_BYTES)
})

test('the HTML of the home page and of all products arrives in the first round trip', async () => {
  const shop = await startShop({}, { web: true })
  const read = (path: string) => fetch(shop.url + path, { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
  const answers = [await read('/'), await read('/collections/all')]
  await shop.close()
  for (const { url, headers } of answers) {
    expect(headers.get('content-encoding'), url).toBe('br')
    // Ten segments of 1,460 bytes, less the headers.
    expect(Number(headers.get('content-length')), url).toBeLessThanOrEqual(13_200)
  }
})
