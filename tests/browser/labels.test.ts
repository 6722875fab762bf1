import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasBrowser, shoot } from '../support/browser.ts'
import { DESK, eventually, go } from '../support/page-visits.ts'
import { buy, checkoutOf, customerAt, listProduct } from '../support/people.ts'
import { keptOf, openCart, PHONE, putInCart } from '../support/shopper-pages.ts'
import { violationsIn } from './axe.ts'
import { clippedIn } from './clipped-text.ts'
import { markupErrorsIn } from './markup.ts'
import { pageOfAdmin, shopInBrowser } from './shop-in-browser.ts'

/** The size of a screen of 1280 by 1024 at 400 % zoom. */
const ENLARGED = { width: 320, height: 256 }

type Open = (page: Page, path: string) => Promise<unknown>

describe.runIf(hasBrowser)('the labels of controls', () => {
  const there = shopInBrowser({ DEMO: 'off' })

  async function expectReadable(page: Page, paths: readonly string[], open: Open = go) {
    const wrong: string[] = []
    for (const path of paths) {
      await open(page, path)
      await page.getByRole('heading').first().waitFor()
      await eventually(() => page.evaluate('document.documentElement.scrollWidth')).toBe(page.viewportSize()!.width)
      wrong.push(...(await clippedIn(page)).map((text) => `${path}: ${text}`))
    }
    expect(wrong).toEqual([])
  }

  test.each([ENLARGED, PHONE])('are readable in full for shoppers, $width wide', async (viewport) => {
    const customer = await customerAt(there.url)
    const product = await listProduct(there.admin, { name: 'Loom Shirt' })
    const order = await buy(customer, product)
    await putInCart(customer, product)
    const page = await there.shopping.open(keptOf(customer))
    await page.setViewportSize(viewport)
    const pages = ['/', '/collections/all', `/product/${product._id}`, '/checkout', '/profile', `/order/${order._id}`]
    await expectReadable(page, pages)
    // At 400 %, elements that stay in place can cover a large part of the window. They must not cover this button.
    await go(page, '/checkout')
    await page.getByRole('button', { name: 'Continue to Payment' }).click({ trial: true })
  })

  test('are readable in full for admins', async () => {
    const order = await buy(await customerAt(there.url), await listProduct(there.admin))
    const page = await pageOfAdmin(there, ENLARGED)
    const lists = ['/admin/orders', '/admin/products', '/admin/deleted']
    await expectReadable(page, ['/admin', ...lists, `/admin/orders/${order._id}`, '/admin/products/new'])
  })

  test('a drawer closes on a close request, such as Android’s Back, and opens again', async () => {
    const page = await there.shopping.open({})
    await go(page, '/')
    for (const _ of [1, 2]) {
      const cart = await openCart(page)
      // On Back, a browser sends this close request to the topmost modal dialog, but only if the dialog is a native one.
      await page.evaluate("document.querySelector('dialog:modal').requestClose()")
      await cart.waitFor({ state: 'hidden' })
    }
  })

  test('of test payments are readable in full, and their page has correct markup', async () => {
    const customer = await customerAt(there.url)
    const { body } = await customer.post('/api/checkout', checkoutOf(await listProduct(there.admin)))
    const payment = await customer.post(`/api/checkout/${body._id}/payment`)
    const page = await there.shopping.open({})
    for (const viewport of [ENLARGED, PHONE, DESK]) {
      await page.setViewportSize(viewport)
      await expectReadable(page, [`/simulator/paypal/checkoutnow?token=${payment.body.id}`], (at, path) =>
        at.goto(path),
      )
      await page.getByRole('button', { name: 'Approve payment' }).click({ trial: true })
      await shoot(page, `test-payment-${viewport.width}`)
    }
    expect(await markupErrorsIn(page)).toEqual([])
    expect(await violationsIn(page)).toEqual([])
  })
})
