import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { eventually, picture, WIDTHS, windowPicture } from '../support/page-visits.ts'
import { listProduct } from '../support/people.ts'
import {
  continueToPayment,
  openBuyersPage,
  openCart,
  payButton,
  pressLast,
  putInCart,
  seeConfirmation,
} from '../support/shopper-pages.ts'
import { ordersOf } from '../support/shopping.ts'
import { looksWrong } from './looks.ts'
import { shopInBrowser } from './shop-in-browser.ts'

const LEFT = 'You came back without paying. Nothing was charged.'

describe.runIf(hasBrowser && process.env.SHOP_URL === undefined)('the payment window', () => {
  const there = shopInBrowser({ DEMO: 'off' })

  /** Simulates a browser that cuts the window off: for the page the window seems closed at once, although the buyer is paying in it. */
  const cutWindowsOff = (page: Page) =>
    page.evaluate(`const open = window.open
      window.open = (...how) => {
        const opened = open.apply(window, how)
        return { close() {}, focus() {}, location: { replace: (url) => opened.location.replace(url) },
          get closed() { return opened.location.href !== 'about:blank' } }
      }`)

  test.each(WIDTHS)('cut off by the browser at $width still completes the order in the page', async (size) => {
    const { page, customer } = await there.shopping.readyToPay()
    await page.setViewportSize(size)
    await cutWindowsOff(page)
    const buyersPage = await openBuyersPage(page)
    await page.getByText(LEFT).waitFor()
    expect(await looksWrong(page)).toEqual([])
    await picture(page, 'checkout-window-lost')
    await pressLast(buyersPage, 'Approve payment')
    await seeConfirmation(page, 'Loom Shirt')
    expect(await ordersOf(customer)).toHaveLength(1)
  })

  /**
   * Simulates a provider whose pages set an opener policy. By the standard, these pages then cannot reach the checkout that opened them.
   */
  const answerCutOff = (page: Page) =>
    page.context().route('**/checkoutnow?*', async (route) => {
      const response = await route.fetch()
      const policy = { 'cross-origin-opener-policy': 'same-origin-allow-popups' }
      await route.fulfill({ response, headers: { ...response.headers(), ...policy } })
    })

  test.each(WIDTHS)('cut off by its own policy at $width still completes the order in the page', async (size) => {
    const { page, customer } = await there.shopping.readyToPay()
    await page.setViewportSize(size)
    await answerCutOff(page)
    const buyersPage = await openBuyersPage(page)
    expect(await buyersPage.evaluate('opener')).toBeNull()
    await page.getByText(LEFT).waitFor()
    await page.getByText('you can pay there. This page then continues automatically').waitFor()
    expect(await ordersOf(customer)).toEqual([])
    await pressLast(buyersPage, 'Approve payment')
    await seeConfirmation(page, 'Loom Shirt')
    expect(await ordersOf(customer)).toHaveLength(1)
  })

  test('that has cut itself off makes the page look up the payment as soon as the buyer returns to the page', async () => {
    const { page, customer } = await there.shopping.readyToPay()
    await answerCutOff(page)
    const buyersPage = await openBuyersPage(page)
    await page.getByText(LEFT).waitFor()
    // The list of orders fails in this test, so the page cannot find the new order there.
    await page.route('**/api/orders/my-orders*', (route) => route.abort())
    await pressLast(buyersPage, 'Approve payment')
    await eventually(() => ordersOf(customer)).toHaveLength(1)
    await page.evaluate("dispatchEvent(new Event('focus'))")
    await seeConfirmation(page, 'Loom Shirt')
  })

  test.each(WIDTHS)('that the browser blocks at $width becomes a dialog over the page', async (size) => {
    const { page, customer } = await there.shopping.readyToPay()
    await page.setViewportSize(size)
    await page.evaluate('window.open = () => null')
    await payButton(page).click()
    const frame = page.frameLocator('iframe[title="Test payments"]')
    await frame.getByRole('button', { name: 'Approve payment', disabled: false }).waitFor()
    await windowPicture(page, 'checkout-window-dialog')
    await frame.getByRole('button', { name: 'Cancel and return to the shop' }).click()
    await page.getByText(LEFT).waitFor()
    await payButton(page).click()
    await frame.getByRole('button', { name: 'Approve payment' }).click()
    await seeConfirmation(page, 'Loom Shirt')
    expect(await ordersOf(customer)).toHaveLength(1)
  })

  test('that is approved after a reload of the page completes the order in the page', async () => {
    const { page, customer } = await there.shopping.readyToPay()
    const buyersPage = await openBuyersPage(page)
    await page.reload()
    await page.getByText(LEFT).waitFor()
    expect(await page.getByText('Held for you until').count()).toBe(0)
    await pressLast(buyersPage, 'Approve payment')
    await seeConfirmation(page, 'Loom Shirt')
    expect(await ordersOf(customer)).toHaveLength(1)
  })

  test('that was left for a changed cart is not continued: the next checkout sells what is in the cart', async () => {
    const { page, customer } = await there.shopping.readyToPay()
    await openBuyersPage(page)
    const more = await listProduct(there.admin, { name: 'Loom Cap', price: 30 })
    await putInCart(customer, more)
    await page.goto('/checkout')
    await page.getByRole('button', { name: 'Continue to Payment' }).waitFor()
    await page.getByText('Loom Cap').first().waitFor({ state: 'attached' })
  })

  test('that was approved before a reload of the page completes the order in the page', async () => {
    const { page, customer } = await there.shopping.readyToPay()
    await page.route('**/api/checkout/pay', () => {})
    await pressLast(await openBuyersPage(page), 'Approve payment')
    await page.getByText('Finishing your order…').waitFor()
    await page.unroute('**/api/checkout/pay')
    await page.reload()
    await seeConfirmation(page, 'Loom Shirt')
    expect(await ordersOf(customer)).toHaveLength(1)
  })

  test('the link to checkout waits for a running change of the cart', async () => {
    const { page } = await there.shopping.filled({ name: 'Loom Shirt', countInStock: 5 })
    await page.goto('/')
    const cart = await openCart(page)
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/cart', async (route) => {
      if (route.request().method() === 'PUT') await held
      await route.continue()
    })
    await cart.getByRole('button', { name: 'Increase quantity' }).click()
    await cart.getByRole('button', { name: 'Checkout' }).click()
    await cart
      .getByRole('button', { name: 'Checkout', disabled: false })
      .and(page.locator('[aria-busy=true]'))
      .waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    answer()
    await page.waitForURL('**/checkout')
    await continueToPayment(page)
    await page.getByText('You pay $50.00 in US dollars.').waitFor()
  })
})
