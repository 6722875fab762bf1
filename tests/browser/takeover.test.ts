import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, launch, leave } from '../support/browser.ts'
import { eventually } from '../support/page-visits.ts'
import { adminAt, listProduct } from '../support/people.ts'
import { startShop } from '../support/shop.ts'
import { builtFile } from './built-file.ts'

describe.runIf(hasBrowser)('a page whose script is still loading', () => {
  let shop: Awaited<ReturnType<typeof startShop>>
  let browser: Browser
  let path: string
  beforeAll(async () => {
    shop = await startShop({ DEMO: 'off' }, { web: true })
    browser = await launch()
    const product = await listProduct(await adminAt(shop.url), { name: 'Early Shirt', sizes: ['M'], colors: ['Red'] })
    path = `/product/${product._id}`
  })
  afterAll(async () => {
    await leave(browser)
    await shop?.close()
  })

  /** Opens a page whose script is held back until it is released. */
  async function openWithoutScript(page: Page) {
    const held = Promise.withResolvers<void>()
    await page.route(`**/${builtFile('src/main.tsx')}`, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(shop.url + path, { waitUntil: 'commit' })
    await page.getByRole('heading', { name: 'Early Shirt' }).waitFor()
    return held.resolve
  }

  test('can be read, and presses take effect when the script has loaded', async () => {
    const page = await browser.newPage()
    const letScriptCome = await openWithoutScript(page)
    await page.getByRole('button', { name: 'Red' }).first().click()
    await page.getByRole('button', { name: 'M', exact: true }).first().click()
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    letScriptCome()
    await page.getByText('Product added to cart successfully!').first().waitFor()
    await page.close()
  })

  test('keeps the focus where it was', async () => {
    const page = await browser.newPage()
    const letScriptCome = await openWithoutScript(page)
    await page.getByRole('button', { name: 'Add to Cart' }).first().focus()
    letScriptCome()
    const focused = () => page.evaluate('document.activeElement.textContent')
    await eventually(() =>
      page.evaluate(`Object.keys(document.getElementById('main')).some((key) => key.startsWith('__react'))`),
    ).toBe(true)
    expect(await focused()).toBe('Add to Cart')
    await page.close()
  })

  test('shows the products even if the script never loads', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${shop.url}/collections/all`)
    await page
      .getByRole('link', { name: /Early Shirt/ })
      .first()
      .click()
    await page.getByRole('heading', { name: 'Early Shirt' }).waitFor()
    await context.close()
  })
})
