import { beforeAll, describe, expect, test } from 'vitest'
import { untilCopied } from '../support/analysis-room.ts'
import { hasBrowser } from '../support/browser.ts'
import { picture } from '../support/page-visits.ts'
import { analystAt, buy, type Customer, customerAt, listProduct, startCheckout } from '../support/people.ts'
import { adminPages } from './admin-pages.ts'
import { looksWrong } from './looks.ts'
import { markupErrorsIn } from './markup.ts'

describe.runIf(hasBrowser)('the life of an order', () => {
  const at = adminPages({ ANALYSIS: 'on' })
  let noor: Customer
  let ada: Customer
  let orderId = ''
  let productId = ''
  let checkoutId = ''
  beforeAll(async () => {
    noor = await analystAt(at.url, at.admin)
    ada = await customerAt(at.url)
    const product = await listProduct(at.admin, { price: 40, countInStock: 9 })
    await buy(await customerAt(at.url), product)
    const order = await buy(ada, product)
    ;[productId, orderId] = [product._id, order._id]
    await at.admin.put(`/api/admin/orders/${orderId}`, { status: 'Shipped' })
    checkoutId = (await startCheckout(ada, product))._id
    await untilCopied(noor, { OrderStatusChanged: 1, MailSent: 6, CheckoutStarted: 3 })
  })
  const events = () => at.page.getByRole('listitem').filter({ has: at.page.getByRole('heading', { level: 3 }) })
  const address = () => Object.fromEntries(new URL(at.page.url()).searchParams)
  const life = () => at.page.getByRole('heading', { name: /^\d+ events in \d+ streams$/ }).waitFor()

  test('shows the events of all its streams in one list, with links to streams and to the time machine', async () => {
    const { page } = at
    await at.signIn(`/analysis/streams?stream=order-${orderId}`, noor)
    await page.getByRole('link', { name: 'All events about this order' }).click()
    await life()
    expect(address()).toEqual({ order: orderId })
    const kinds = await events().locator('b').allTextContents()
    // Webhooks of the payment may follow.
    expect(kinds).toEqual(
      expect.arrayContaining([
        'Cart',
        'Checkout',
        'Stock',
        'Payment at the provider',
        'Captured money',
        'Order',
        'Mails',
      ]),
    )
    expect(kinds.filter((kind) => kind === 'Mails')).toHaveLength(4)
    const main = await page.getByRole('main').textContent()
    for (const type of ['CheckoutStarted', 'CheckoutOpened', 'StockReserved', 'OrderPlaced', 'OrderStatusChanged'])
      expect(main).toContain(type)
    expect(main).not.toContain(ada.email)
    const reserved = events().filter({ hasText: 'StockReserved' })
    await reserved.getByRole('row', { name: 'available 8 7' }).waitFor()
    const number = /event ([\d,]+)/.exec((await reserved.textContent()) ?? '')![1]!
    await reserved.getByRole('link', { name: `stock-${productId}` }).click()
    await page.getByRole('heading', { name: `stock-${productId}` }).waitFor()
    await page.goBack()
    await reserved.getByRole('link', { name: `The shop as of event ${number}` }).click()
    await page.getByText('Time machine').first().waitFor()
    expect(address()).toEqual({ asOf: number.replace(',', ''), show: 'stock' })
    expect(at.wrong).toEqual([])
  })

  test('is reached from an event of the order and from the orders of the time machine', async () => {
    const { page } = at
    await at.signIn('/analysis/events?type=OrderStatusChanged', noor)
    const row = page.getByRole('list', { name: 'Events, newest first' }).locator('summary')
    await row.getByText(/, Processing → \w+$/).waitFor()
    await row.getByText(/^by \w+ p_/).waitFor()
    await row.click()
    await page.getByRole('link', { name: 'All events about the order' }).click()
    await life()
    await expect.poll(at.focused).toContain('OrderStatusChanged')
    await page.goto('/analysis/time?show=order')
    await page.getByRole('link', { name: `All events: #${orderId}` }).click()
    await life()
    expect(address()).toEqual({ order: orderId })
  })

  test('a checkout that became no order is called a checkout', async () => {
    const { page } = at
    await at.signIn(`/analysis/streams?stream=checkout-${checkoutId}`, noor)
    await page.getByRole('link', { name: 'All events about this checkout' }).click()
    await page.getByRole('heading', { name: 'All events about a checkout' }).waitFor()
    await at.note(`Everything that happened to checkout #${checkoutId}, in all streams. It has not become an order.`)
    await life()
  })

  test('can be used on any device and with assistive technology', async () => {
    const { page } = at
    await at.signIn(`/analysis/streams?order=${orderId}`, noor)
    await life()
    expect(await looksWrong(page)).toEqual([])
    expect(await markupErrorsIn(page)).toEqual([])
    await picture(page, 'order-life')
  })

  test('reports an unknown order', async () => {
    await at.signIn('/analysis/streams?order=none', noor)
    await at.note('Error: There is no such order in the copy of the log')
  })
})
