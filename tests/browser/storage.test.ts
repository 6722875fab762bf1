import { describe, expect, test } from 'vitest'
import { hasBrowser, shootWindow } from '../support/browser.ts'
import { isNotKept } from '../support/kept-pages.ts'
import { go, WIDTHS } from '../support/page-visits.ts'
import { listProduct } from '../support/people.ts'
import { openCart } from '../support/shopper-pages.ts'
import { looksWrong } from './looks.ts'
import { shopInBrowser } from './shop-in-browser.ts'

/* These scripts run in the page before its own scripts. */
const REFUSALS = {
  'blocks site data': `for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { get() { throw new DOMException('Access is denied', 'SecurityError') } })`,
  'has no room': `Storage.prototype.setItem = () => { throw new DOMException('Full', 'QuotaExceededError') }`,
}

describe.runIf(hasBrowser)('a browser that stores nothing', () => {
  const there = shopInBrowser({ DEMO: 'off' })

  describe.each(WIDTHS)('$width wide', ({ width, height }) => {
    test.each(Object.entries(REFUSALS))('and %s fills a cart, and says how long the cart lasts', async (_, refusal) => {
      const product = await listProduct(there.admin, { name: 'Kept Scarf', sizes: ['M'], colors: ['Red'] })
      const page = await there.shopping.open()
      await page.setViewportSize({ width, height })
      isNotKept(page)
      await page.addInitScript(refusal)
      await go(page, `/product/${product._id}`)
      await page.getByRole('status').filter({ hasText: 'Your browser does not store data for this shop' }).waitFor()
      await page.getByRole('group', { name: 'Color' }).getByRole('button').first().click()
      await page.getByRole('group', { name: 'Size' }).getByRole('button').first().click()
      await page.getByRole('button', { name: 'Add to Cart' }).first().click()
      await page.getByText('Product added to cart successfully!').first().waitFor()
      expect(await looksWrong(page)).toEqual([])
      const cart = await openCart(page)
      await cart.getByText('Kept Scarf').waitFor()
      await cart.getByText('Your browser does not store data for this shop').waitFor()
      await shootWindow(page, `storage-refused-${width}`)
    })
  })
})
