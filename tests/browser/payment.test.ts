import { type FaultProxy, startFaultProxy } from '@shop/stores/test-support/fault-proxy'
import { freePort } from '@shop/stores/test-support/free-port'
import type { Browser, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, launch, leave, shoot } from '../support/browser.ts'
import { picture, WIDTHS } from '../support/page-visits.ts'
import { adminAt } from '../support/people.ts'
import { startShop } from '../support/shop.ts'
import { approveIn, openBuyersPage, payButton, pressLast, proceed, seeConfirmation } from '../support/shopper-pages.ts'
import { ordersOf, quantitiesOf, type Shopping, shoppingAt } from '../support/shopping.ts'
import { looksWrong } from './looks.ts'

const FAILED = 'Payment failed. Try again.'
/** A test can control the provider only if it has started the shop itself. For a shop at SHOP_URL the provider's address is unknown. */
const ownsTheProvider = process.env.SHOP_URL === undefined

describe.runIf(hasBrowser)('paying in a browser', () => {
  let provider: FaultProxy
  let shop: Awaited<ReturnType<typeof startShop>>
  let browser: Browser
  let shopping: Shopping

  beforeAll(async () => {
    const port = await freePort()
    provider = await startFaultProxy(port)
    const way = `http://127.0.0.1:${provider.port}/simulator/paypal`
    const faults = { SIMULATOR_FAULTS: 'on' }
    shop = await startShop({ PORT: String(port), DEMO: 'off', PAYPAL_BASE_URL: way, ...faults }, { web: true })
    browser = await launch()
    shopping = shoppingAt(shop.url, browser, await adminAt(shop.url))
  })
  afterAll(async () => {
    await leave(browser)
    await shop?.close()
    await provider?.close()
  })

  test.each(WIDTHS)(
    'a declined payment is reported at $width, the window opens again, and the next try succeeds',
    async (size) => {
      const { page, customer } = await shopping.readyToPay()
      await page.setViewportSize(size)
      const buyersPage = await openBuyersPage(page)
      await buyersPage.getByRole('button', { name: 'Decline the card' }).click()
      const [again] = await Promise.all([
        page.waitForEvent('popup'),
        pressLast(buyersPage, 'Return with the declined card'),
      ])
      const alert = page.getByRole('alert').filter({ hasText: FAILED })
      await alert.getByText('The payment was declined. Nothing was charged. Try another way to pay').waitFor()
      expect(await looksWrong(page)).toEqual([])
      await picture(page, 'checkout-declined')
      expect(await ordersOf(customer)).toEqual([])
      await pressLast(again, 'Approve with another card')
      await seeConfirmation(page, 'Loom Shirt')
      expect(await ordersOf(customer)).toHaveLength(1)
    },
  )

  test.runIf(ownsTheProvider)('no page shows a payment under review as paid or as failed', async () => {
    const { page, customer } = await shopping.readyToPay()
    // Without live updates the page must refetch the cart by itself.
    await page.route('**/api/live*', (route) => route.abort())
    const at = (path: string, body: object) =>
      fetch(`${shop.url}/simulator/paypal${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    await at('/faults', { fault: 'pending' })
    const buyersPage = await openBuyersPage(page)
    const providerOrder = new URL(buyersPage.url()).searchParams.get('token')
    await pressLast(buyersPage, 'Approve payment')
    await page.getByText('Your payment is being checked.').waitFor()
    await page.getByRole('button', { name: 'Cart, 0 items' }).waitFor()
    expect(await page.getByText('Held for you until').count()).toBe(0)
    expect(await page.getByText(FAILED).count()).toBe(0)
    await shoot(page, 'checkout-pending-390')

    await page.getByRole('link', { name: 'My Orders' }).click()
    await page.getByText('Pending').filter({ visible: true }).first().waitFor()
    expect(await ordersOf(customer)).toMatchObject([{ isPaid: false }])
    await at(`/orders/${providerOrder}/settle`, { outcome: 'completed' })
    await expect.poll(() => ordersOf(customer)).toMatchObject([{ isPaid: true }])
  })

  test.each(WIDTHS)(
    'after the buyer cancels or closes the window, the buttons return at $width, and nothing is lost',
    async (size) => {
      const { page, customer } = await shopping.readyToPay(2)
      await page.setViewportSize(size)
      const buyersPage = await openBuyersPage(page)
      await pressLast(buyersPage, 'Cancel and return to the shop')
      const note = page.getByText('You came back without paying. Nothing was charged.')
      await note.waitFor()
      expect(await looksWrong(page)).toEqual([])
      await picture(page, 'checkout-cancelled')
      await (await openBuyersPage(page)).close()
      await note.waitFor()
      expect(await page.getByRole('alert').filter({ hasText: FAILED }).count()).toBe(0)
      expect(await quantitiesOf(customer)).toEqual([2])
      await approveIn(page)
      await seeConfirmation(page, 'Loom Shirt')
    },
  )

  test('a payment whose outcome is not known yet is looked up again, until the page says that nothing was charged', async () => {
    const { page } = await shopping.readyToPay()
    let unknown = 2
    await page.route(/\/api\/checkout\/[^/]+$/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({
        response,
        json: { ...(await response.json()), ...(unknown-- > 0 && { charged: 'unknown' }) },
      })
    })
    await (await openBuyersPage(page)).close()
    await page.getByText('We do not know yet whether your payment went through.').waitFor()
    await page.getByText('You came back without paying. Nothing was charged.').waitFor()
    expect(unknown).toBe(-1)
  })

  test.runIf(ownsTheProvider)('a provider that is down is reported, and works again later', async () => {
    const { page } = await shopping.readyToPay()
    await provider.inflict('down')
    await payButton(page).click()
    const alert = page.getByRole('alert').filter({ hasText: 'Your payment was not started.' })
    await alert.getByText('The payment provider does not answer').waitFor()
    await shoot(page, 'checkout-provider-down-390')
    await provider.heal()
    await approveIn(page)
    await seeConfirmation(page)
  })

  test.runIf(ownsTheProvider)('a provider that goes down after the approval does not prevent the order', async () => {
    const { page, customer } = await shopping.readyToPay()
    const buyersPage = await openBuyersPage(page)
    await provider.inflict('down')
    await pressLast(buyersPage, 'Approve payment')
    await page.getByRole('status').filter({ hasText: 'Finishing your order…' }).waitFor()
    expect(await page.getByRole('alert').filter({ hasText: /./ }).count()).toBe(0)
    await shoot(page, 'checkout-finishing-390')
    await provider.heal()
    await seeConfirmation(page, 'Loom Shirt')
    expect(await ordersOf(customer)).toHaveLength(1)
  })

  test('an order is placed even if recording its payment and finalizing it fail at first', async () => {
    const { page, customer } = await shopping.readyToPay()
    let refused = 0
    const refuseTwice = async (route: Route) =>
      ++refused <= 2
        ? route.fulfill({ status: 503, json: { message: 'Later', code: 'UNAVAILABLE' } })
        : route.continue()
    await page.route('**/api/checkout/pay', (route) => (refused === 0 ? refuseTwice(route) : route.continue()))
    await page.route('**/api/checkout/*/finalize', refuseTwice)
    await approveIn(page)
    await page.getByRole('status').filter({ hasText: 'Finishing your order…' }).waitFor()
    await seeConfirmation(page, 'Loom Shirt')
    expect(refused).toBeGreaterThanOrEqual(2)
    expect(await ordersOf(customer)).toHaveLength(1)
  })

  test('no provider order is created for an amount of zero', async () => {
    const { page } = await shopping.filled({ price: 0 })
    await page.goto('/checkout')
    await proceed(page)
    await page.getByRole('alert').filter({ hasText: 'Invalid amount for payment.' }).waitFor()
    expect(await payButton(page).count()).toBe(0)
  })

  test('if a payment is never confirmed, the page says what to do, and the payment can be looked up again', async () => {
    const { page } = await shopping.readyToPay()
    const buyersPage = await openBuyersPage(page)
    await page.clock.install()
    await page.route('**/api/checkout/pay', (route) => route.abort())
    await pressLast(buyersPage, 'Approve payment')
    const end = page.getByRole('status').filter({ hasText: 'We do not know yet whether your payment went through.' })
    await expect.poll(() => page.clock.fastForward(15_000).then(() => end.count())).toBe(1)
    expect(await page.getByRole('status').filter({ hasText: 'Finishing your order…' }).count()).toBe(0)
    await shoot(page, 'checkout-unknown-390')
    await page.unroute('**/api/checkout/pay')
    await end.getByRole('button', { name: 'Check again' }).click()
    await seeConfirmation(page, 'Loom Shirt')
  })
})
