import { type FaultProxy, startFaultProxy } from '@shop/stores/test-support/fault-proxy'
import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, launch, leave, shoot } from '../support/browser.ts'
import type { ShopCaller } from '../support/caller.ts'
import { go } from '../support/page-visits.ts'
import { adminAt, buy, type Customer, customerAt, listProduct } from '../support/people.ts'
import { ADMIN, startShop } from '../support/shop.ts'
import { keptOf, openPage, signIn } from '../support/shopper-pages.ts'

type Product = Awaited<ReturnType<typeof listProduct>>

describe.runIf(hasBrowser)('pages that stay open', () => {
  let shop: Awaited<ReturnType<typeof startShop>>
  /** The proxy between the browser and the shop. */
  let way: FaultProxy
  let url: string
  let browser: Browser
  let admin: ShopCaller
  let customer: Customer
  let product: Product
  let orderId: string
  let productPage: Page
  let orderPage: Page
  let adminPage: Page
  const asked: Request[] = []

  beforeAll(async () => {
    shop = await startShop({ DEMO: 'off' }, { web: true })
    way = await startFaultProxy(Number(new URL(shop.url).port))
    url = `http://127.0.0.1:${way.port}`
    browser = await launch()
    admin = await adminAt(shop.url)
    product = await listProduct(admin, { name: 'Live Scarf', countInStock: 9 })
    customer = await customerAt(shop.url, 'Lena Brandt')
    orderId = (await buy(customer, product))._id
    await openAll()
  })
  afterAll(async () => {
    await leave(browser)
    await way?.close()
    await shop?.close()
  })

  /** Opens every page and marks it. A reload would remove the mark, so the test can notice a reload. */
  async function openAll() {
    productPage = (await openPage(browser, url)).page
    orderPage = (await openPage(browser, url, keptOf(customer))).page
    adminPage = (await openPage(browser, url, {}, { viewport: { width: 1440, height: 900 } })).page
    for (const page of [productPage, orderPage, adminPage])
      page.on('request', (request) => request.url().includes('/api/live') && asked.push(request))
    await adminPage.goto('/login?redirect=/admin/orders')
    await signIn(adminPage, ADMIN)
    await adminPage.getByRole('heading', { name: 'Order Management' }).waitFor()
    await orderPage.goto(`/order/${orderId}`)
    await orderPage.getByText('Not Delivered').first().waitFor()
    await go(productPage, `/product/${product._id}`)
    await productPage.getByRole('button', { name: 'Add to Cart' }).first().waitFor()
    await Promise.all([productPage, orderPage, adminPage].map((page) => page.evaluate('globalThis.kept = true')))
  }

  const others = async (quantity: number, name = 'Mina Okada') =>
    buy(await customerAt(shop.url, name), product, quantity)
  const setStatus = (status: string) => admin.put(`/api/admin/orders/${orderId}`, { status })
  const badge = (text: string) => orderPage.getByRole('main').getByText(text, { exact: true }).first()
  const statusOf = (customerName: string) =>
    adminPage.getByRole('row').filter({ hasText: customerName }).getByRole('combobox').inputValue()

  test('changes made before a page listens are shown as soon as it listens', async () => {
    await others(5)
    await productPage.getByText('Only 3 left').first().waitFor()
    await shoot(productPage, 'product-few-left-390')
  })

  test('an order’s status is current on its page and in the admin’s list, and new orders come in', async () => {
    await setStatus('Shipped')
    await orderPage.getByRole('listitem').filter({ hasText: 'Shipped' }).waitFor()
    await setStatus('Delivered')
    await badge('Delivered').waitFor()
    await expect.poll(() => statusOf('Lena Brandt')).toBe('Delivered')
    await expect.poll(() => statusOf('Mina Okada')).toBe('Processing')
  })

  test('a page that loses its connection reconnects and shows the missed changes', async () => {
    const before = asked.length
    await way.inflict('down')
    await others(3, 'Tom Adeyemi')
    await setStatus('Shipped')
    await way.heal()
    await productPage.getByRole('button', { name: 'Sold out', exact: true }).first().waitFor()
    await badge('Not Delivered').waitFor()
    await expect.poll(() => statusOf('Lena Brandt')).toBe('Shipped')
    await expect.poll(() => statusOf('Tom Adeyemi')).toBe('Processing')
    await shoot(productPage, 'product-sold-out-390')
    const back = asked.slice(before)
    expect(back.length).toBeGreaterThanOrEqual(3)
    for (const request of back) expect((await request.allHeaders())['last-event-id']).toMatch(/^\w+-\d+$/)
  })

  test('a product that is back in stock can be bought without reloading any page', async () => {
    await admin.put(`/api/products/${product._id}`, { countInStock: 7 })
    await productPage.getByRole('button', { name: 'Add to Cart' }).first().waitFor()
    for (const page of [productPage, orderPage, adminPage]) expect(await page.evaluate('globalThis.kept')).toBe(true)
  })
})
