import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { picture } from '../support/page-visits.ts'
import {
  approveIn,
  continueToPayment,
  openBuyersPage,
  pressLast,
  proceed,
  seeConfirmation,
  signIn,
} from '../support/shopper-pages.ts'
import { ordersOf } from '../support/shopping.ts'
import { looksWrong } from './looks.ts'
import { shopInBrowser } from './shop-in-browser.ts'

describe.runIf(hasBrowser && process.env.SHOP_URL === undefined)('a cart that might be paid for twice', () => {
  const there = shopInBrowser({ DEMO: 'off', SIMULATOR_FAULTS: 'on' })

  /** Opens the checkout of one customer in two tabs. The first tab shows the provider's buttons; the second tab was opened later. */
  async function twoTabs() {
    const { page, customer } = await there.shopping.readyToPay()
    const second = await page.context().newPage()
    await second.goto('/checkout')
    return { first: page, second, customer }
  }

  async function seeOneOrder(page: Page, orderId: string, words: string) {
    await page.getByText('You have already bought these pieces.').waitFor()
    await page.getByText(words).waitFor()
    for (const untrue of ['Payment failed', 'Pay here only if you have not paid for these pieces yet'])
      expect(await page.getByText(untrue).count()).toBe(0)
    expect(await looksWrong(page)).toEqual([])
    await page.getByRole('link', { name: /^See order #/ }).click()
    await page.waitForURL(`**/order/${orderId}`)
  }

  test('in two tabs ends as one order, and the tab whose payment is approved later says so', async () => {
    const { first, second, customer } = await twoTabs()
    const inFirst = await openBuyersPage(first)
    await continueToPayment(second)
    await approveIn(second)
    await seeConfirmation(second, 'Loom Shirt')
    const [order] = await ordersOf(customer)
    await pressLast(inFirst, 'Approve payment')
    await first.getByText('You have already bought these pieces.').waitFor()
    await picture(first, 'checkout-bought')
    await seeOneOrder(first, order?._id ?? '', 'You pay once')
    expect(await ordersOf(customer)).toHaveLength(1)
  })

  test('that is paid for in two tabs: the later payment is refunded, and the tab of that payment says so', async () => {
    const { first, second, customer } = await twoTabs()
    const inFirst = await openBuyersPage(first)
    await continueToPayment(second)
    const providerOrder = new URL(inFirst.url()).searchParams.get('token') ?? ''
    await approveIn(second)
    await seeConfirmation(second, 'Loom Shirt')
    // An older client captures in the browser before it calls the shop.
    const { payment } = (await customer.get('/api/config')).body
    await first.route('**/api/checkout/pay', async (route) => {
      await fetch(`${there.url}/simulator/paypal/sdk/orders/${providerOrder}/capture`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${payment.clientId}:`).toString('base64')}`,
          'content-type': 'application/json',
        },
        body: '{}',
      })
      await route.continue()
    })
    await pressLast(inFirst, 'Approve payment')
    const [order] = await ordersOf(customer)
    await seeOneOrder(first, order?._id ?? '', 'we refund a second payment')
    expect(await ordersOf(customer)).toHaveLength(1)
  })

  test('that is approved in one tab while another tab starts a checkout: the other tab shows the order and pays nothing', async () => {
    const { first, second, customer } = await twoTabs()
    await first.route('**/api/checkout/pay', () => {})
    await approveIn(first)
    await first.getByText('Finishing your order').waitFor()
    await proceed(second)
    await second.getByText('You have already bought these pieces.').waitFor()
    const [order] = await ordersOf(customer)
    await seeOneOrder(second, order?._id ?? '', 'You pay once')
    expect(await ordersOf(customer)).toHaveLength(1)
  })

  test('that is bought in one tab while another tab shows the form: the other tab says that the cart is empty, and leads to the order', async () => {
    const { first, second } = await twoTabs()
    await second.getByRole('button', { name: 'Continue to Payment' }).waitFor()
    await approveIn(first)
    await seeConfirmation(first, 'Loom Shirt')
    await second.bringToFront()
    await second.getByText('Your cart is empty now.').waitFor()
    expect(await looksWrong(second)).toEqual([])
    await picture(second, 'checkout-emptied')
    await second.getByRole('main').getByRole('link', { name: 'My Orders' }).click()
    await second.getByRole('main').getByText('Loom Shirt').first().waitFor()
  })

  test('that is approved while its customer is signed out: signing in again completes the order', async () => {
    const { page, customer } = await there.shopping.readyToPay()
    const buyersPage = await openBuyersPage(page)
    await page.evaluate("localStorage.setItem('token', 'expired')")
    await pressLast(buyersPage, 'Approve payment')
    await page.waitForURL(/\/login\?redirect=%2Fcheckout$/)
    await signIn(page, customer)
    await seeConfirmation(page, 'Loom Shirt')
    expect(await ordersOf(customer)).toHaveLength(1)
  })
})
