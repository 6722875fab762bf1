import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { isNotKept } from '../support/kept-pages.ts'
import { go, WIDTHS } from '../support/page-visits.ts'
import { listProduct } from '../support/people.ts'
import { shopInBrowser } from './shop-in-browser.ts'

describe.runIf(hasBrowser)('two presses of Add to Cart', () => {
  const there = shopInBrowser({ DEMO: 'off' })

  test.each(WIDTHS)('within half a second add once, $width wide', async (size) => {
    const product = await listProduct(there.admin, { name: 'Twice Shirt' })
    const page = await there.shopping.open()
    await page.setViewportSize(size)
    isNotKept(page)
    let adds = 0
    page.on('request', (request) => request.method() === 'POST' && request.url().endsWith('/api/cart') && adds++)
    await go(page, `/product/${product._id}`)
    const main = page.getByRole('main')
    await main.getByRole('button', { name: 'Red', exact: true }).click()
    await main.getByRole('button', { name: 'M', exact: true }).click()
    const add = main.getByRole('button', { name: 'Add to Cart' }).first()

    // The test moves the page's clock. So even on a slow machine the second press comes within the time, and after the first answer.
    await page.evaluate('{ const now = performance.now(); window.laterMs = 0; performance.now = () => now + laterMs }')
    await add.click()
    await main.getByText('In your cart.').waitFor()
    await page.evaluate('laterMs = 500')
    await add.click()
    await page.evaluate('laterMs = 1001')
    await add.click()
    await page.getByRole('button', { name: 'Cart, 2 items' }).waitFor()
    expect(adds).toBe(2)
  })
})
