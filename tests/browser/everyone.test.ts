import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, launch, leave } from '../support/browser.ts'
import { callerAt } from '../support/caller.ts'
import { atRest, DESK } from '../support/page-visits.ts'
import { ADDRESS, approvedPayment, type Customer, customerAt, pay } from '../support/people.ts'
import { startShop } from '../support/shop.ts'
import { PHONE } from '../support/shopper-pages.ts'
import { watchRequests } from '../support/watched-requests.ts'
import { violationsIn } from './axe.ts'
import { MOST_SHIFT, shiftOf, watchShifts } from './layout-shifts.ts'
import { looksWrong } from './looks.ts'
import { markupErrorsIn } from './markup.ts'

type Product = { _id: string; name: string; price: number; sizes: string[]; colors: string[]; countInStock: number }

let shop: Awaited<ReturnType<typeof startShop>>
let browser: Browser
let product: Product
let customer: Customer
let orderId: string
let guest: BrowserContext
let signedIn: BrowserContext

describe.runIf(hasBrowser)('for everyone', () => {
  beforeAll(async () => {
    shop = await startShop({}, { web: true })
    browser = await launch()
    const { body } = await callerAt(shop.url).get('/api/products?limit=50')
    product = body.find(({ countInStock }: Product) => countInStock > 5)
    customer = await customerAt(shop.url)
    orderId = await bought()
    await addToCart()
    guest = await contextOf(PHONE)
    signedIn = await contextOf(PHONE)
    await signedIn.addInitScript(remember, [customer.token ?? '', customer.id, customer.email])
  })
  afterAll(async () => {
    await leave(browser)
    await shop?.close()
  })

  test.each([
    '/',
    '/collections/all',
    '/collections/all?search=nothing-is-called-this',
    '/login',
    '/register',
    '/forgot-password',
    '/reset-password',
    '/confirm-email',
    '/contact',
    '/newsletter',
    '/support/about',
    '/support/faqs',
    '/no/such/page',
  ])('for a guest %s is accessible, has correct markup and does not shift', (path) => look(guest, path))

  test('for a guest a product is accessible, has correct markup and does not shift', () =>
    look(guest, `/product/${product._id}`))

  test.each(['/checkout', '/profile', '/my-orders'])(
    'for a customer %s is accessible, has correct markup and does not shift',
    (path) => look(signedIn, path),
  )

  test('for a customer an order is accessible, has correct markup and does not shift', () =>
    look(signedIn, `/order/${orderId}`))

  test('on a wide screen, the pages with the most content do not shift', async () => {
    const desk = await contextOf(DESK)
    for (const path of ['/', '/collections/all', `/product/${product._id}`, '/login'])
      expect(await shiftOf(await open(desk, path)), path).toBeLessThan(MOST_SHIFT)
    await desk.close()
  })

  // On a wide screen the menu and the filters are part of the page, so only a phone can open them.
  test.each([
    ['the menu', '/', 'Menu'],
    ['the filters', '/collections/all', 'Filter'],
  ])('%s, once open, is accessible', async (_, path, opener) => {
    expect(await violationsIn(await opened(path, opener))).toEqual([])
  })

  test.each([
    ['the cart', 'Cart,'],
    ['the search', 'Search'],
  ])('%s, once open, is accessible', async (_, opener) => {
    expect(await looksWrong(await opened('/', opener))).toEqual([])
  })

  test('a page does not request answers that came with its HTML', async () => {
    const context = await browser.newContext({ baseURL: shop.url, viewport: PHONE })
    watchRequests(context)
    for (const path of ['/', '/collections/all?gender=Women&size=S,M', `/product/${product._id}`]) {
      const page = await context.newPage()
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url().slice(shop.url.length)))
      await page.goto(path)
      await atRest(page)
      for (let at = 0; at < 6; at++) await page.mouse.wheel(0, 800)
      await atRest(page)
      expect(asked.filter((address) => address.startsWith('/api/products'))).toEqual([])
      const pictures = asked
        .filter((address) => /\.(webp|avif)$/.test(address))
        .map((address) => address.replace(/-\d+(-\w+)?\.\w+$/, ''))
      expect(new Set(pictures).size, 'no picture is loaded in two widths').toBe(pictures.length)
      await page.close()
    }
    await context.close()
  })

  async function look(context: BrowserContext, path: string) {
    const page = await open(context, path)
    expect(new URL(page.url()).pathname).toBe(path.split('?')[0])
    expect(await shiftOf(page)).toBeLessThan(MOST_SHIFT)
    expect(await markupErrorsIn(page)).toEqual([])
    expect(await looksWrong(page, { contrast: 'at both' })).toEqual([])
  }

  async function opened(path: string, opener: string) {
    const page = await open(signedIn, path)
    await page.getByRole('button', { name: opener }).filter({ visible: true }).first().click()
    await atRest(page)
    return page
  }

  async function contextOf(viewport: typeof DESK) {
    const context = await browser.newContext({ baseURL: shop.url, viewport, bypassCSP: true, reducedMotion: 'reduce' })
    watchRequests(context)
    await watchShifts(context)
    return context
  }

  /** Opens an address in the context's only page. A new page would be a new process, which costs more time than most visits. */
  async function open(context: BrowserContext, path: string): Promise<Page> {
    const page = context.pages()[0] ?? (await context.newPage())
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await atRest(page)
    return page
  }

  async function addToCart() {
    const [size, color] = [product.sizes[0], product.colors[0]]
    await customer.post('/api/cart', { productId: product._id, size, color, quantity: 1 })
  }

  async function bought(): Promise<string> {
    const line = { productId: product._id, name: product.name, image: '', price: product.price, quantity: 1 }
    const { body } = await customer.post('/api/checkout', {
      checkoutItems: [{ ...line, size: product.sizes[0], color: product.colors[0] }],
      shippingAddress: ADDRESS,
      paymentMethod: 'PayPal',
      totalPrice: product.price,
    })
    const checkoutId = body.checkout._id
    await pay(customer, checkoutId, await approvedPayment(customer, checkoutId))
    return (await customer.post(`/api/checkout/${checkoutId}/finalize`)).body._id
  }
})

/* The following scripts run in the page. */
function remember([token = '', _id, email]: string[]) {
  const storage = (globalThis as unknown as { localStorage: { setItem(key: string, value: string): void } })
    .localStorage
  storage.setItem('token', token)
  storage.setItem('userInfo', JSON.stringify({ _id, name: 'Ada Weaver', email, role: 'customer' }))
}
