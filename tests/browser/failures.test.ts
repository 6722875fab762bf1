import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hasBrowser, launch, leave } from '../support/browser.ts'
import { endPage } from '../support/kept-pages.ts'
import { DESK, eventually, fillIn, go, picture, sees, windowPicture } from '../support/page-visits.ts'
import { adminAt, type Customer, customerAt, listProduct, PASSWORD } from '../support/people.ts'
import { startShop } from '../support/shop.ts'
import { keptOf, openCart, openPage, putInCart } from '../support/shopper-pages.ts'
import { breakable } from './breakable-shop.ts'
import { builtFile } from './built-file.ts'

const API = /\/api\//
const BAD = 'rgb(163, 18, 31)'
const colorOf = (place: Locator) =>
  place.evaluate((element) => element.ownerDocument.defaultView.getComputedStyle(element).color)

describe.runIf(hasBrowser)('when the shop fails', () => {
  let shop: Awaited<ReturnType<typeof startShop>>
  let browser: Browser
  let customer: Customer
  let product: Awaited<ReturnType<typeof listProduct>>
  let page: Page
  let wrong: readonly string[]
  let shopNow: Awaited<ReturnType<typeof breakable>>

  beforeAll(async () => {
    shop = await startShop({}, { web: true })
    browser = await launch()
    customer = await customerAt(shop.url)
    product = await listProduct(await adminAt(shop.url), { name: 'Boxy Linen Tee' })
    await putInCart(customer, product)
  })
  afterAll(async () => {
    await leave(browser)
    await shop?.close()
  })
  beforeEach(async () => {
    ;({ page, wrong } = await openPage(browser, shop.url, keptOf(customer), { viewport: DESK }))
    shopNow = await breakable(page)
  })
  afterEach(async () => {
    await endPage(page)
    expect(wrong).toEqual([])
  })

  const tryAgain = (within: Page | Locator = page) => within.getByRole('button', { name: 'Try again' }).first()
  const region = (name: string) => page.getByRole('region', { name, exact: true })

  const overloaded = { message: 'The shop has too much to do. Try again in a moment.', code: 'OVERLOADED' }
  test.each([
    ['collection', () => '/collections/all', 'Error loading products: Something went wrong', 'Boxy Linen Tee'],
    ['product', () => `/product/${product._id}`, 'Error: Failed to fetch product', 'A shirt for tests.'],
    ['my-orders', () => '/my-orders', 'Error: Failed to fetch orders', 'You have no orders.'],
    ['order', () => '/order/1234', `Error: ${overloaded.message}`, 'No order details found.'],
  ])('%s reports a failure in the shop’s or in the documented words, and is shown after a retry', async (...row) => {
    const [name, path, words, whole] = row
    if (name === 'order') shopNow.fail(API, 503, overloaded)
    else shopNow.fail(API)
    // The test waits for "Loading..." from the start, because that text can disappear before the test knows that the page was hydrated.
    const loading = page.getByText('Loading...', { exact: true }).first().waitFor({ state: 'attached' })
    await Promise.all([loading, go(page, path())])
    await sees(page, words)
    expect(await colorOf(page.getByText(words))).toBe(BAD)
    await picture(page, `${name}-failed`)
    shopNow.heal()
    await tryAgain().click()
    await sees(page, whole)
    expect(await page.getByText(words).count()).toBe(0)
  })

  test('home keeps its static content, and each section can be retried separately', async () => {
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    shopNow.fail(API)
    await go(page, '/')
    await page.getByRole('heading', { name: 'Vacation Ready' }).waitFor()
    await sees(page, 'Error: Failed to fetch best seller product')
    for (const name of ['Top Wears for Women', 'Cut once, worn for years'])
      await region(name).getByText('Error loading products: Something went wrong').waitFor()
    expect(await region('New Arrivals').count()).toBe(0)
    expect(logged.some((text) => text.includes('ApiError'))).toBe(true)
    await picture(page, 'home-failed')
    shopNow.heal()
    for (const name of ['Top Wears for Women', 'Cut once, worn for years', 'Best Seller'])
      await tryAgain(region(name)).click()
    await region('Top Wears for Women').getByRole('link').nth(7).waitFor()
    await region('Cut once, worn for years').locator('a[href^="/product/"]').nth(3).waitFor()
    await page.getByRole('button', { name: 'Add to Cart' }).first().waitFor()
  })

  test('a product is shown without its similar products when their call fails', async () => {
    shopNow.fail(/products\/similar/)
    await go(page, `/product/${product._id}`)
    await region('Similar Products').getByText('Error loading products: Failed to fetch similar products').waitFor()
    shopNow.heal()
    await tryAgain(region('Similar Products')).click()
    await region('Similar Products').getByRole('link').first().waitFor()
  })

  test('an answer that should be a list but is not is handled as an empty list', async () => {
    shopNow.fail(/api\/products\?/, 200, { message: 'no list' })
    await go(page, '/collections/all')
    await sees(page, 'There are no products here')
  })

  test('the shown data stays when refetching it fails', async () => {
    await page.clock.install()
    await go(page, '/collections/all')
    await region('Products').getByRole('link').first().waitFor()
    let failures = 0
    page.on('response', (response) => {
      if (/api\/products\?/.test(response.url()) && response.status() === 500) failures++
    })
    shopNow.fail(API)
    // Answers older than half a minute are refetched when the page gets the focus again.
    await page.clock.fastForward(31_000)
    await page.evaluate("dispatchEvent(new Event('visibilitychange'))")
    await eventually(() => failures).toBeGreaterThanOrEqual(3)
    await page.clock.runFor(100)
    expect(await page.getByText('Error loading products').count()).toBe(0)
    expect(await region('Products').getByRole('link').first().isVisible()).toBe(true)
  })

  test('the cart reports which change failed, and keeps its lines', async () => {
    shopNow.fail(/api\/cart/)
    await go(page, `/product/${product._id}`)
    const cart = await openCart(page)
    await cart.getByText('Error: Failed to fetch cart').waitFor()
    await windowPicture(page, 'cart-failed')
    shopNow.heal()
    await tryAgain(cart).click()
    await cart.getByText('Boxy Linen Tee').waitFor()
    shopNow.fail(/api\/cart/)
    await cart.getByRole('button', { name: 'Increase quantity' }).click()
    await cart.getByText('Failed to update cart item').waitFor()
    await cart.getByRole('button', { name: 'Remove Boxy Linen Tee' }).click()
    await cart.getByText('Failed to remove item from cart').waitFor()
    await page.keyboard.press('Escape')
    for (const what of ['Color', 'Size'])
      await page.getByRole('group', { name: what, exact: true }).getByRole('button').first().click()
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await page.getByText('Failed to add item to cart').waitFor()
  })

  test('signing in reports that the shop does not answer, and succeeds when the shop answers again', async () => {
    await endPage(page)
    ;({ page, wrong } = await openPage(browser, shop.url))
    shopNow = await breakable(page)
    await go(page, '/login?redirect=/my-orders')
    shopNow.go(API)
    await fillIn(page, { Email: customer.email, Password: PASSWORD }, 'Sign In')
    await sees(page, 'The shop did not answer. Try again.')
    shopNow.heal()
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.getByRole('heading', { name: 'My Orders' }).waitFor()
  })

  test('a page whose code cannot be loaded keeps its frame, and is shown when the shop is back', async () => {
    await go(page, '/login?redirect=/collections/all')
    await page.getByRole('heading', { name: 'All Collection' }).waitFor()
    shopNow.go()
    await page.getByRole('link', { name: 'Profile' }).click()
    await sees(page, 'This page could not be shown')
    await picture(page, 'page-failed')
    await tryAgain().click()
    await sees(page, 'The shop does not answer yet.')
    await page.getByRole('link', { name: 'Men', exact: true }).click()
    await page.getByRole('heading', { name: 'All Collection' }).waitFor()
    shopNow.heal()
    await page.goBack()
    await tryAgain().click()
    await page.getByRole('heading', { name: 'My Orders' }).waitFor()
  })

  test('if the script of the first page cannot be loaded, the page says so', async () => {
    shopNow.go(new RegExp(builtFile('src/main.tsx')))
    await page.goto('/login?redirect=/collections/all')
    await page.getByRole('alert').getByText('This page could not be loaded completely. Your cart is kept.').waitFor()
    expect(await page.getByText('Loading...').count()).toBe(0)
    shopNow.heal()
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'All Collection' }).waitFor()
  })

  test('a drawer whose code cannot be loaded leaves the page unchanged', async () => {
    await go(page, `/product/${product._id}`)
    const heading = page.getByRole('heading', { name: 'Boxy Linen Tee' })
    await heading.waitFor()
    shopNow.go()
    await page.getByRole('button', { name: 'Size guide and care' }).click()
    await sees(page, 'This part of the page could not be loaded. Your cart is kept.')
    await windowPicture(page, 'part-failed')
    expect(await heading.isVisible()).toBe(true)
    shopNow.heal()
    await tryAgain().click()
    await eventually(() => page.getByText('This part of the page could not be loaded.').count()).toBe(0)
    await page.getByRole('button', { name: 'Size guide and care' }).click()
    await page.getByRole('dialog').getByRole('table').first().waitFor()
  })

  test('a message is shown as an alert when the toasts cannot be loaded', async () => {
    await go(page, `/product/${product._id}`)
    const add = page.getByRole('button', { name: 'Add to Cart' }).first()
    await add.waitFor()
    shopNow.go(/toaster/)
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      return dialog.dismiss()
    })
    await add.click()
    await eventually(() => dialogs).toEqual(['Please select a size and color before adding to cart.'])
  })

  test('being offline is reported at once, and the page refetches when the connection is back', async () => {
    await go(page, '/collections/all')
    await page.getByRole('heading', { name: 'All Collection' }).waitFor()
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Women', exact: true }).first().click()
    await sees(page, 'Error loading products: You are offline.')
    await page.context().setOffline(false)
    await page.getByRole('region', { name: 'Products' }).getByRole('link').first().waitFor()
  })

  test('while a page loads slowly, this is announced and the previous page stays', async () => {
    await go(page, '/collections/all')
    await page.getByRole('heading', { name: 'All Collection' }).waitFor()
    const arrive = shopNow.stall(new RegExp(builtFile('src/account/profile-page.tsx')))
    await page.getByRole('link', { name: 'Profile' }).click()
    await page.getByRole('status').getByText('Loading...', { exact: true }).filter({ visible: true }).waitFor()
    await windowPicture(page, 'page-awaited')
    expect(await page.getByRole('heading', { name: 'All Collection' }).isVisible()).toBe(true)
    arrive()
    await page.getByRole('heading', { name: 'My Orders' }).waitFor()
  })

  test('a request that gets no answer fails after a time limit', async () => {
    // The timeouts of the page are made twenty times shorter.
    await page.addInitScript(
      '{ const { timeout } = AbortSignal; AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms / 20) }',
    )
    const answer = shopNow.stall(API)
    await go(page, '/collections/all')
    await page.getByRole('region', { name: 'Products' }).getByText('Loading...').waitFor({ state: 'attached' })
    await sees(page, 'Error loading products: Something went wrong')
    shopNow.heal()
    answer()
    await tryAgain().click()
    await sees(page, 'Boxy Linen Tee')
  })

  test('an unknown address is a 404 with a link to the shop', async () => {
    for (const path of ['/no/such/page', '/product/of-nobody']) {
      expect((await go(page, path))?.status()).toBe(404)
      await sees(page, 'Page not found')
      const way = page.getByRole('main').getByRole('link', { name: 'Shop All' })
      expect(await way.getAttribute('href')).toBe('/collections/all')
    }
    await picture(page, 'not-found')
  })
})
