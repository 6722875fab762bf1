import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type FaultProxy, startFaultProxy } from '../../shared/test-support/fault-proxy.ts'
import { hasBrowser, launch, shoot } from './browser.ts'
import type { ShopCaller } from './caller.ts'
import { adminAt, type Customer, customerAt, listProduct } from './people.ts'
import { startShop } from './shop.ts'
import { freePort } from './shop-process.ts'
import {
  approveIn,
  continueToPayment,
  keptOf,
  openBuyersPage,
  openPage,
  payButton,
  putInCart,
  seeConfirmation,
} from './shopper-pages.ts'

const FAILED = 'Payment failed. Try again.'
/** A shop elsewhere reaches its provider by a way that this test does not know. */
const ownsTheProvider = process.env.SHOP_URL === undefined

describe.runIf(hasBrowser)('paying in a browser', () => {
  let provider: FaultProxy
  let shop: Awaited<ReturnType<typeof startShop>>
  let browser: Browser
  let admin: ShopCaller

  beforeAll(async () => {
    const port = await freePort()
    provider = await startFaultProxy(port)
    const way = `http://127.0.0.1:${provider.port}/simulator/paypal`
    shop = await startShop({ PORT: String(port), DEMO: 'off', PAYPAL_BASE_URL: way }, { web: true })
    browser = await launch()
    admin = await adminAt(shop.url)
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
    await provider?.close()
  })

  /** A customer with pieces in the cart, in front of the provider's buttons. */
  async function readyToPay({ quantity = 1, name = 'Loom Shirt' } = {}) {
    const product = await listProduct(admin, { name, countInStock: 5 })
    const customer = await customerAt(shop.url)
    await putInCart(customer, product, quantity)
    const page = await open(keptOf(customer))
    await page.goto('/checkout')
    await continueToPayment(page)
    return { product, customer, page }
  }

  async function open(kept: Record<string, string> = {}): Promise<Page> {
    const { page, wrong } = await openPage(browser, shop.url, kept)
    onTestFinished(async () => {
      await page.context().close()
      expect(wrong).toEqual([])
    })
    return page
  }

  const ordersOf = async (customer: Customer) => (await customer.get('/api/orders/my-orders')).body as { _id: string }[]
  const linesOf = async (customer: Customer) =>
    (await customer.get(`/api/cart?userId=${customer.id}`)).body.products as { quantity: number }[]

  test('a declined payment is told, and the next one succeeds', async () => {
    const { page, customer } = await readyToPay()
    const buyersPage = await openBuyersPage(page)
    await buyersPage.getByRole('button', { name: 'Decline the card' }).click()
    await buyersPage.getByRole('button', { name: 'Return with the declined card' }).click()
    const alert = page.getByRole('alert').filter({ hasText: FAILED })
    await alert.getByText('The payment was declined. Try another way to pay').waitFor()
    await shoot(page, 'checkout-declined-390')
    expect(await ordersOf(customer)).toEqual([])
    const again = await openBuyersPage(page)
    await again.getByRole('button', { name: 'Approve with another card' }).click()
    await seeConfirmation(page, 'Loom Shirt')
    expect(await ordersOf(customer)).toHaveLength(1)
  })

  test('who cancels, or closes the window, is back at the buttons, and nothing is lost', async () => {
    const { page, customer } = await readyToPay({ quantity: 2 })
    const buyersPage = await openBuyersPage(page)
    await buyersPage.getByRole('button', { name: 'Cancel and return to the shop' }).click()
    const note = page.getByText('You came back without paying. Nothing was charged, and your pieces are still held.')
    await note.waitFor()
    await shoot(page, 'checkout-cancelled-390')
    await (await openBuyersPage(page)).close()
    await note.waitFor()
    expect(await page.getByRole('alert').filter({ hasText: FAILED }).count()).toBe(0)
    expect(await linesOf(customer)).toMatchObject([{ quantity: 2 }])
    await approveIn(page)
    await seeConfirmation(page, 'Loom Shirt')
  })

  test.runIf(ownsTheProvider)('a provider that is down is told, and pays when it is back', async () => {
    const { page } = await readyToPay()
    await provider.inflict('down')
    await payButton(page).click()
    const alert = page.getByRole('alert').filter({ hasText: FAILED })
    await alert.getByText('The payment provider does not answer').waitFor()
    await shoot(page, 'checkout-provider-down-390')
    await provider.heal()
    await approveIn(page)
    await seeConfirmation(page)
  })

  test.runIf(ownsTheProvider)('a provider that goes down after the approval keeps nobody from the order', async () => {
    const { page, customer } = await readyToPay()
    const buyersPage = await openBuyersPage(page)
    await provider.inflict('down')
    await buyersPage.getByRole('button', { name: 'Approve payment' }).click()
    await page.getByRole('status').filter({ hasText: 'Finishing your order…' }).waitFor()
    expect(await page.getByRole('alert').filter({ hasText: /./ }).count()).toBe(0)
    await shoot(page, 'checkout-finishing-390')
    await provider.heal()
    await seeConfirmation(page, 'Loom Shirt')
    expect(await ordersOf(customer)).toHaveLength(1)
  })

  test('a payment that is not recorded, and an order that is not finalised at once, arrive all the same', async () => {
    const { page, customer } = await readyToPay()
    let refused = 0
    const refuseTwice = async (route: Parameters<Parameters<Page['route']>[1]>[0]) =>
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

  test('a provider’s script that does not come is told, and can be asked for again', async () => {
    const product = await listProduct(admin)
    const customer = await customerAt(shop.url)
    await putInCart(customer, product)
    const page = await open(keptOf(customer))
    await page.route('**/sdk/js*', (route) => route.abort())
    await page.goto('/checkout')
    await page.getByRole('button', { name: 'Continue to Payment' }).click()
    await page.getByText('The payment provider did not answer. Nothing was charged.').waitFor()
    await shoot(page, 'checkout-no-provider-390')
    await page.unroute('**/sdk/js*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await approveIn(page)
    await seeConfirmation(page)
  })

  test('nothing is asked of the provider for nothing', async () => {
    const product = await listProduct(admin, { price: 0 })
    const customer = await customerAt(shop.url)
    await putInCart(customer, product)
    const page = await open(keptOf(customer))
    await page.goto('/checkout')
    await page.getByRole('button', { name: 'Continue to Payment' }).click()
    await page.getByRole('alert').filter({ hasText: 'Invalid amount for payment.' }).waitFor()
    expect(await payButton(page).count()).toBe(0)
  })

  test('of two checkouts the newer one holds, and the older one says so', async () => {
    const { page, customer } = await readyToPay()
    const second = await page.context().newPage()
    await second.goto('/checkout')
    await continueToPayment(second)
    await payButton(page).click()
    const alert = page.getByRole('alert').filter({ hasText: FAILED })
    await alert.getByText('A newer checkout has taken the place of this one').waitFor()
    await approveIn(second)
    await seeConfirmation(second, 'Loom Shirt')
    await alert.getByRole('button', { name: 'Start again' }).click()
    await page.waitForURL(`${shop.url}/`)
    expect(await ordersOf(customer)).toHaveLength(1)
  })

  test('who comes back after an approval that the shop did not hear of does not pay twice unknowing', async () => {
    const { page, customer } = await readyToPay()
    await page.route('**/api/checkout/pay', (route) => route.abort())
    await approveIn(page)
    await page.getByRole('status').filter({ hasText: 'Finishing your order…' }).waitFor()
    await page.goto('/checkout')
    await page.getByRole('button', { name: 'Continue to Payment' }).click()
    await page.getByText('These pieces are no longer in your cart.').waitFor()
    await shoot(page, 'checkout-paid-before-390')
    expect(await ordersOf(customer)).toHaveLength(1)
  })
})
