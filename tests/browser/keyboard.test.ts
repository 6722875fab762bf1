import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, launch, leave } from '../support/browser.ts'
import { endPage } from '../support/kept-pages.ts'
import { go } from '../support/page-visits.ts'
import { adminAt, customerAt, listProduct, PASSWORD } from '../support/people.ts'
import { startShop } from '../support/shop.ts'
import { keptOf, openPage } from '../support/shopper-pages.ts'
import { focusedIn, tabTo, typeInto } from './keyboard.ts'

const DESK = { width: 1440, height: 900 }

type Product = { _id: string; name: string; sizes: string[]; colors: string[] }

describe.runIf(hasBrowser)('with the keyboard only', () => {
  let shop: Awaited<ReturnType<typeof startShop>>
  let browser: Browser
  let product: Product
  let page: Page

  beforeAll(async () => {
    shop = await startShop({}, { web: true })
    browser = await launch()
    // The name must be unique even if other tests use the same shop.
    product = await listProduct(await adminAt(shop.url), { name: `Keyed Shirt ${crypto.randomUUID().slice(0, 8)}` })
  })
  afterAll(async () => {
    await leave(browser)
    await shop?.close()
  })

  const press = (key: string) => page.keyboard.press(key)
  const chosen = (name: string) => page.getByRole('button', { name, exact: true, pressed: true }).first().waitFor()
  const dialogOfFocus = async () => (await focusedIn(page)).dialog

  async function openHome() {
    await go(page, '/')
    await page.getByRole('heading', { name: 'Vacation Ready' }).waitFor()
  }

  /** Checks that the new page is shown, and that the change of page has not lost the focus. */
  async function arrivesAt(url: string | RegExp, title: string | RegExp) {
    await page.waitForURL(url)
    await page.getByRole('heading', { name: title, level: 1 }).first().waitFor()
    await expect.poll(async () => (await focusedIn(page)).isNowhere).toBe(false)
  }

  test('a guest finds a product, chooses it, registers, pays and sees the order', async () => {
    const opened = await openPage(browser, shop.url, {}, { viewport: DESK })
    page = opened.page
    await openHome()
    await tabTo(page, 'Skip to content', { most: 1 })
    await press('Enter')
    expect((await focusedIn(page)).role).toBe('main')

    await tabTo(page, 'Search', { key: 'Shift+Tab' })
    await press('Enter')
    await expect.poll(async () => (await focusedIn(page)).role).toBe('input')
    await press('Escape')
    expect(await focusedIn(page)).toMatchObject({ name: 'Search', role: 'button' })
    await press('Enter')
    await expect.poll(async () => (await focusedIn(page)).role).toBe('input')
    await page.keyboard.type(product.name)
    await press('Enter')
    await arrivesAt(/\/collections\/all\/\?search=/, 'All Collection')
    await page.getByRole('main').getByText(product.name).first().waitFor()
    await tabTo(page, /sort/i)
    await press('ArrowDown')
    await page.waitForURL(/sortBy=/)
    await tabTo(page, new RegExp(`^${product.name}`))
    await press('Enter')
    await arrivesAt('**/product/*', product.name)

    await tabTo(page, product.colors[0] ?? '')
    await press('Space')
    await chosen(product.colors[0] ?? '')
    await tabTo(page, product.sizes[1] ?? '')
    await press('Enter')
    await chosen(product.sizes[1] ?? '')
    await tabTo(page, 'Increase quantity')
    await press('Enter')
    await tabTo(page, 'Decrease quantity', { key: 'Shift+Tab' })
    await press('Space')
    expect(await page.getByRole('group', { name: 'Quantity' }).locator('output').textContent()).toBe('1')
    expect((await focusedIn(page)).name, 'at its end a button keeps the focus').toBe('Decrease quantity')
    await tabTo(page, 'Add to Cart')
    await press('Enter')
    await page.getByText('Product added to cart successfully!').waitFor()
    expect((await focusedIn(page)).name).toBe('Add to Cart')

    await tabTo(page, 'Cart, 1 item', { key: 'Shift+Tab' })
    await press('Enter')
    await page.getByRole('dialog', { name: 'Your Cart' }).waitFor()
    await expect.poll(dialogOfFocus).toBe('Your Cart')
    await press('Escape')
    expect((await focusedIn(page)).name).toBe('Cart, 1 item')
    await press('Enter')
    await expect.poll(dialogOfFocus).toBe('Your Cart')
    await tabTo(page, 'Checkout')
    await press('Enter')
    await arrivesAt(/\/login\?redirect=/, 'Welcome back')

    await tabTo(page, 'Register')
    await press('Enter')
    await arrivesAt(/\/register\?redirect=/, 'Create account')
    await typeInto(page, 'Name', 'Ada Weaver')
    await typeInto(page, 'Email', `${crypto.randomUUID()}@x.test`)
    await typeInto(page, 'Password', PASSWORD)
    await press('Enter')
    await arrivesAt('**/checkout', 'Checkout')

    await page.getByLabel('First Name').waitFor()
    for (const [label, text] of [
      ['First Name', 'Ada'],
      ['Last Name', 'Weaver'],
      ['Country', 'Belgium'],
      ['Address', '1 Loom Lane'],
      ['Postal Code', '9000'],
      ['City', 'Ghent'],
    ] as const)
      await typeInto(page, label, text)
    await tabTo(page, 'Continue to Payment')
    await press('Enter')
    await expect.poll(async () => (await focusedIn(page)).name).toBe('Payment')
    await page.getByRole('button', { name: /^Pay with PayPal/ }).waitFor()
    await tabTo(page, /^Pay with PayPal/)
    const [buyersPage] = await Promise.all([page.waitForEvent('popup'), press('Enter')])
    await buyersPage.getByRole('button', { name: 'Approve payment', disabled: false }).waitFor()
    await tabTo(buyersPage, 'Approve payment')
    // The window closes while the key is down, so nothing can release the key there.
    await Promise.all([buyersPage.waitForEvent('close'), buyersPage.keyboard.down('Enter')])
    await arrivesAt('**/order-confirmation', 'Thank You for Your Order!')
    await tabTo(page, 'See your order')
    await press('Enter')
    await arrivesAt('**/order/*', /./)
    await page.getByText('Payment Approved').filter({ visible: true }).first().waitFor()
    expect(opened.wrong).toEqual([])
    await endPage(page)
  })

  test('Tab stays in an open drawer, and removing a line keeps the focus in it', async () => {
    const customer = await customerAt(shop.url)
    for (const size of product.sizes.slice(0, 2))
      await customer.post('/api/cart', { productId: product._id, size, color: product.colors[0], quantity: 1 })
    ;({ page } = await openPage(browser, shop.url, keptOf(customer)))
    await openHome()
    await tabTo(page, 'Cart, 2 items')
    await press('Enter')
    await expect.poll(dialogOfFocus).toBe('Your Cart')
    const seen = new Set<string>()
    for (let step = 0; step < 24; step++) {
      await press('Tab')
      const { isNowhere, dialog, name } = await focusedIn(page)
      // After the last element, Tab goes to the browser's own controls. Then no element of the page has the focus.
      if (!isNowhere) expect(dialog, name).toBe('Your Cart')
      seen.add(name)
    }
    expect(seen).toContain('Checkout')
    for (const left of [1, 0]) {
      await tabTo(page, `Remove ${product.name}`)
      await press('Enter')
      await page.getByRole('button', { name: `Cart, ${left} item`, includeHidden: true }).waitFor({ state: 'attached' })
      await expect.poll(dialogOfFocus).toBe('Your Cart')
    }
    await tabTo(page, 'New Arrivals')
    await press('Escape')
    expect((await focusedIn(page)).name).toBe('Cart, 0 items')
    await endPage(page)
  })

  test("the phone's menu opens, follows a link and moves the focus to the new page", async () => {
    ;({ page } = await openPage(browser, shop.url))
    await openHome()
    await tabTo(page, 'Menu')
    await press('Enter')
    await expect.poll(dialogOfFocus).toContain('Selvedge')
    expect(await page.evaluate('getComputedStyle(document.documentElement).overflowY')).toBe('hidden')
    await press('Escape')
    expect((await focusedIn(page)).name).toBe('Menu')
    await press('Enter')
    await tabTo(page, 'Women')
    await press('Enter')
    await arrivesAt(/gender=Women/, 'All Collection')
    expect(await focusedIn(page)).toMatchObject({ dialog: '', isNowhere: false })
    await endPage(page)
  })

  test.each([
    ['reduce', false],
    ['no-preference', true],
  ] as const)('with prefers-reduced-motion %s, a drawer and a page move: %s', async (reducedMotion, moves) => {
    const context = await browser.newContext({ baseURL: shop.url, viewport: DESK, reducedMotion })
    page = await context.newPage()
    await openHome()
    await tabTo(page, 'Cart, 0 items')
    await page.evaluate(watchMotion)
    await press('Enter')
    await page.getByRole('dialog', { name: 'Your Cart' }).getByText('Your cart is empty.').waitFor()
    await press('Escape')
    await page.getByRole('dialog', { name: 'Your Cart' }).waitFor({ state: 'hidden' })
    const moved = (await page.evaluate('[...globalThis.moved]')) as string[]
    expect(moved.length > 0, moved.join()).toBe(moves)
    await context.close()
  })
})

/** Runs in the page: records which elements move. A change of color is not motion. */
const watchMotion = `globalThis.moved = new Set()
for (const type of ['transitionrun', 'animationstart'])
  document.addEventListener(type, (event) => {
    const what = event.propertyName ?? event.animationName
    if (/transform|translate|left|right|inset|scale|height|rotate/.test(what) || event.animationName) globalThis.moved.add(what)
  }, true)`
