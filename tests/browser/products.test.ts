import type { Product } from '@shop/language/product/api'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { callerAt } from '../support/caller.ts'
import { DESK, eventually, go, hrefsIn, sees, windowPicture } from '../support/page-visits.ts'
import { openCart, PHONE } from '../support/shopper-pages.ts'
import { pageOfEach, shopInBrowser } from './shop-in-browser.ts'

const productOf = ({ _id }: Product) => `/product/${_id}`

describe.runIf(hasBrowser)('the public pages of the products', () => {
  const there = shopInBrowser()
  let page: Page
  /** A product in stock, in several sizes and colors, with several pictures. */
  let product: Product

  beforeAll(async () => {
    const rich = ({ countInStock, sizes, colors, images }: Product) =>
      countInStock > 5 && Math.min(sizes.length, colors.length, images.length) > 1
    product = (await ask<Product[]>('/api/products')).find(rich)!
  })
  pageOfEach(there, DESK, (opened) => {
    page = opened
  })

  const ask = async <T>(path: string) => (await callerAt(there.url).get(path)).body as T
  const section = (name: string) => page.getByRole('region', { name, exact: true })
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const path = () => decodeURIComponent(page.url().slice(there.url.length))

  test('a collection without products leads to all products', async () => {
    await go(page, '/collections/no-such-collection')
    await sees(page, 'There are no products here')
    await page.getByRole('main').getByRole('link', { name: 'Shop All' }).click()
    await eventually(path).toBe('/collections/all')
    await section('Products').getByRole('link').first().waitFor()
  })

  test('the address of a collection sets its filters and its sorting', async () => {
    await go(page, '/collections/all')
    await page.getByRole('heading', { level: 1, name: 'All Collection' }).waitFor()
    const filters = page.getByRole('complementary', { name: 'Filters' })
    const group = (name: string) => filters.getByRole('group', { name })
    const brands = [...new Set((await ask<Product[]>('/api/products')).map(({ brand }) => brand))]
      .filter(Boolean)
      .sort()
    for (const [name, role, values] of [
      ['Category', 'radio', ['Top Wear', 'Bottom Wear', 'Outerwear']],
      ['Gender', 'radio', ['Men', 'Women', 'Unisex']],
      ['Material', 'checkbox', ['Cotton', 'Polyester', 'Denim', 'Leather']],
      ['Brand', 'checkbox', brands],
    ] as const)
      await eventually(() =>
        group(name)
          .getByRole(role)
          .evaluateAll((inputs) => inputs.map(({ value }) => value)),
      ).toEqual(values)
    await eventually(() => group('Size').getByRole('button').allTextContents()).toEqual(['XS', 'S', 'M', 'L', 'XL'])
    for (const color of ['Red', 'Blue', 'Green', 'Black', 'White'])
      await group('Color').getByRole('button', { name: color, exact: true }).waitFor()

    await group('Gender').getByRole('radio', { name: 'Women' }).check()
    for (const size of ['S', 'M']) await group('Size').getByRole('button', { name: size, exact: true }).click()
    await eventually(path).toBe('/collections/all?gender=Women&size=S,M')

    const price = filters.getByRole('slider', { name: 'Maximum price' })
    await filters.getByText('$100+', { exact: true }).waitFor()
    expect(await price.evaluate(({ min, max, value }) => [min, max, value])).toEqual(['0', '100', '100'])
    await price.press('ArrowLeft')
    await filters.getByText('$95', { exact: true }).waitFor()
    await eventually(path).toBe('/collections/all?gender=Women&size=S,M&maxPrice=95')
    await price.press('End')
    await eventually(path).toBe('/collections/all?gender=Women&size=S,M')

    const sort = page.getByLabel('Sort').filter({ visible: true })
    const values = await sort.getByRole('option').evaluateAll((options) => options.map(({ value }) => value))
    expect(values).toEqual(['', 'priceasc', 'pricedesc', 'popularity'])
    await sort.selectOption('priceasc')
    await eventually(path).toBe('/collections/all?gender=Women&size=S,M&sortBy=priceasc')
    const shown = await ask<Product[]>('/api/products?gender=Women,Unisex&size=S,M&sortBy=priceasc&limit=24')
    await eventually(() => hrefsIn(section('Products'))).toEqual(shown.map(productOf))
    const card = section('Products').getByRole('link').first()
    for (const text of [shown[0]!.name, `$${shown[0]!.price.toFixed(2)}`]) await card.getByText(text).waitFor()
    await button('Clear all').click()
    await eventually(path).toBe('/collections/all?sortBy=priceasc')
  })

  test('a collection has one to four columns, and its filters in a drawer on small screens', async () => {
    await page.setViewportSize(PHONE)
    await go(page, '/collections/all?gender=Men')
    await button(/^Filter/).click()
    await page.getByRole('dialog', { name: 'Filter' }).getByRole('radio', { name: 'Outerwear' }).check()
    await eventually(path).toBe('/collections/all?gender=Men&category=Outerwear')
    await windowPicture(page, 'collection-filter', [PHONE])
    await page.keyboard.press('Escape')
    const grid = section('Products').getByRole('link').first().locator('xpath=..')
    const columns = []
    for (const width of [340, 500, 900, 1300]) {
      await page.setViewportSize({ width, height: 800 })
      columns.push(
        await grid.evaluate(
          (element) =>
            element.ownerDocument.defaultView.getComputedStyle(element).gridTemplateColumns.split(' ').length,
        ),
      )
    }
    expect(columns).toEqual([1, 2, 3, 4])
  })

  test('a product page shows everything that the specification names', async () => {
    await go(page, productOf(product))
    const main = page.getByRole('main')
    await main.getByRole('heading', { level: 1, name: product.name }).waitFor()
    await sees(page, `$${product.price.toFixed(2)}`, product.description)
    expect(await main.locator('s').first().textContent()).toContain(`$${(product.price + 50).toFixed(2)}`)
    for (const row of [`Brand ${product.brand}`, `Material ${product.material}`])
      await page.getByRole('table').getByRole('row', { name: row }).waitFor()
    const similar = await ask<Product[]>(`/api/products/similar/${product._id}`)
    await eventually(() => hrefsIn(section('Similar Products'))).toEqual(similar.map(productOf))
    const shown = main.locator('img').filter({ visible: true }).first()
    const before = await shown.getAttribute('src')
    await button(new RegExp(`^Picture 2 of ${product.images.length}`)).click()
    await eventually(() => shown.getAttribute('src')).not.toBe(before)
  })

  test('to add a product to the cart, a size, a color and at least one piece are needed; a message says so', async () => {
    await page.clock.install()
    await go(page, productOf(product))
    const choose = (what: string) => page.getByRole('group', { name: what, exact: true }).getByRole('button').first()
    const quantity = page.getByRole('group', { name: 'Quantity' })
    expect(await quantity.getByRole('button', { name: 'Decrease quantity' }).isDisabled()).toBe(true)
    await quantity.getByRole('button', { name: 'Increase quantity' }).click()
    await quantity.getByText('2', { exact: true }).waitFor()
    await choose('Size').click()
    const add = () => button('Add to Cart').first().click()
    await expectToastFor(1500, 'alert', 'Please select a size and color before adding to cart.', add)

    const answer = Promise.withResolvers<void>()
    await page.route('**/api/cart', async (route) => {
      await answer.promise
      await route.continue()
    })
    await choose('Color').click()
    await add()
    await button('Adding...').first().waitFor()
    await expectToastFor(1000, 'status', 'Product added to cart successfully!', answer.resolve)
    await button('Cart, 2 items').waitFor()
    const cart = await openCart(page)
    const row = cart.getByRole('listitem')
    for (const text of [product.name, `Size ${product.sizes[0]} · Color ${product.colors[0]}`])
      await row.getByText(text, { exact: true }).waitFor()
    await row.getByText(`$${(product.price * 2).toFixed(2)}`, { exact: true }).waitFor()
    await cart.getByText('Shipping, taxes, and discount codes calculated at checkout.').waitFor()
    await row.getByRole('button', { name: 'Decrease quantity' }).click()
    await button('Cart, 1 item').waitFor({ state: 'attached' })
    expect(await row.getByRole('button', { name: 'Decrease quantity' }).isDisabled()).toBe(true)
    await cart.getByRole('button', { name: 'Checkout' }).click()
    await eventually(path).toBe('/login?redirect=/checkout')
  })

  /** Checks that the act shows a toast for this time, at the top right, in the color of its role. The test moves the page's clock. */
  async function expectToastFor(ms: number, role: 'alert' | 'status', text: string, act: () => unknown) {
    const toast = page.getByRole(role).getByText(text, { exact: true })
    await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 1000)
    await act()
    await eventually(async () => {
      await page.clock.runFor(10)
      return toast.count()
    }).toBe(1)
    const { x, y, width } = (await toast.boundingBox())!
    expect([x + width, y < DESK.height / 4]).toEqual([DESK.width - 16, true])
    expect(await toast.evaluate((element) => element.ownerDocument.defaultView.getComputedStyle(element).color)).toBe(
      { alert: 'rgb(142, 15, 27)', status: 'rgb(20, 85, 58)' }[role],
    )
    await page.clock.runFor(ms - 200)
    expect(await toast.getAttribute('data-leaving')).toBe(null)
    await page.clock.runFor(400)
    await toast.waitFor({ state: 'detached' })
    await page.clock.resume()
  }
})
