import type { Product } from '@shop/language/product/api'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { callerAt } from '../support/caller.ts'
import { eventually, go, WIDTHS, windowPicture } from '../support/page-visits.ts'
import { listProduct } from '../support/people.ts'
import { openCart } from '../support/shopper-pages.ts'
import { looksWrong } from './looks.ts'
import { shopInBrowser } from './shop-in-browser.ts'

/* Runs in the page: finds the picture in the middle of the window. */
const SHOWN = `(() => {
  const { left, width } = document.querySelector('main ul').getBoundingClientRect()
  return [...document.querySelectorAll('main ul:first-of-type > li img')].find((image) => {
    const box = image.getBoundingClientRect()
    return box.left < left + width / 2 && box.right > left + width / 2
  })?.getAttribute('src')
})()`

describe.runIf(hasBrowser)('a chosen color', () => {
  const there = shopInBrowser()
  const main = (page: Page) => page.getByRole('main')
  const swatch = (page: Page, color: string) =>
    main(page).getByRole('group', { name: 'Color' }).getByRole('button', { name: color, exact: true })
  const isChosen = (page: Page, color: string) =>
    eventually(() => swatch(page, color).getAttribute('aria-pressed')).toBe('true')
  const colorInAddress = (page: Page) => new URL(page.url()).searchParams.get('color')

  /** Finds a product that has red and another color. Its first picture does not show red. */
  async function redToo(query: string) {
    const { body } = await callerAt(there.url).get(`/api/products?${query}`)
    const product = (body as Product[]).find(
      ({ countInStock, images }) =>
        countInStock > 0 && images[0]?.color !== 'Red' && images.some(({ color }) => color === 'Red'),
    )!
    const other = product.colors.find((color) => color !== 'Red')!
    const pictureOf = (color: string) =>
      product.images.find((image) => image.color === color)!.url.replace('-1200.webp', '-800.webp')
    return { product, other, pictureOf }
  }

  test.each(WIDTHS)(
    'is chosen by its name if the shop does not know how its cloth looks, $width wide',
    async (size) => {
      const { _id } = await listProduct(there.admin, { colors: ['Red', 'Blue'], tones: { Red: ['#a03030'], Blue: [] } })
      const page = await there.shopping.open()
      await page.setViewportSize(size)
      await go(page, `/product/${_id}`)
      expect(await swatch(page, 'Red').textContent()).toBe('')
      expect(await swatch(page, 'Blue').textContent()).toBe('Blue')
      expect(await looksWrong(page)).toEqual([])
      await swatch(page, 'Blue').click()
      await isChosen(page, 'Blue')
    },
  )

  test.each(WIDTHS)('is one of twenty, and the card is as wide as others, $width wide', async (size) => {
    const colors = Array.from({ length: 20 }, (_, number) => `Blue ${number}`)
    const tones = Object.fromEntries(colors.map((color) => [color, ['#303080']]))
    const { _id } = await listProduct(there.admin, { colors, tones })
    const page = await there.shopping.open()
    await page.setViewportSize(size)
    await go(page, '/collections/all')
    const card = main(page).locator(`a[href="/product/${_id}"]`)
    await card.getByText('20 colors').waitFor()
    const beyond = await card.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect(beyond).toBe(0)
  })

  test.each(WIDTHS)('carries over from a card to the product, the cart and the address, $width wide', async (size) => {
    const { product, other, pictureOf } = await redToo('color=Red')
    const page = await there.shopping.open()
    await page.setViewportSize(size)
    await go(page, '/collections/all?color=Red')
    await main(page).locator(`a[href="/product/${product._id}?color=Red"]`).click()
    await isChosen(page, 'Red')
    expect(colorInAddress(page)).toBe('Red')
    await eventually(() => page.evaluate(SHOWN)).toBe(pictureOf('Red'))
    expect(await looksWrong(page)).toEqual([])
    await windowPicture(page, 'product-in-red', [size])

    await main(page).getByRole('group', { name: 'Size' }).getByRole('button', { disabled: false }).first().click()
    await main(page).getByRole('button', { name: 'Add to Cart' }).first().click()
    await page.getByRole('button', { name: 'Cart, 1 item' }).waitFor()
    await swatch(page, other).click()
    await eventually(() => colorInAddress(page)).toBe(other)
    // Another visitor opens the shared address.
    await page.goto(page.url())
    await isChosen(page, other)
    await eventually(() => page.evaluate(SHOWN)).toBe(pictureOf(other))

    const cart = await openCart(page)
    await cart.getByText(/Color Red/).waitFor()
    expect(await looksWrong(page)).toEqual([])
    await windowPicture(page, 'cart-in-red', [size])
    await cart.getByRole('link', { name: product.name }).click()
    await isChosen(page, 'Red')
    await eventually(() => page.evaluate(SHOWN)).toBe(pictureOf('Red'))
    await eventually(() => cart.isVisible()).toBe(false)
  })

  test.each(WIDTHS)('that is striped is found by each of its colors and named in full, $width wide', async (size) => {
    const color = 'Green and white stripes'
    const { body } = await callerAt(there.url).get('/api/products?color=green%20and%20white%20stripes')
    const { _id } = (body as Product[]).find(({ countInStock }) => countInStock > 0)!
    const page = await there.shopping.open()
    await page.setViewportSize(size)
    const card = main(page).locator(`a[href="/product/${_id}?color=${encodeURIComponent(color)}"]`)
    for (const query of ['color=Green', 'color=White', 'search=green+skirt']) {
      await go(page, `/collections/all?category=Bottom+Wear&${query}`)
      await card.waitFor()
    }
    await card.click()
    await isChosen(page, color)
    await main(page).getByRole('group', { name: 'Size' }).getByRole('button', { disabled: false }).first().click()
    await main(page).getByRole('button', { name: 'Add to Cart' }).first().click()
    const cart = await openCart(page)
    await cart.getByText(`Color ${color}`).waitFor()
    // The message of the addition covers a corner of the cart for a moment.
    await page.locator('.toast').waitFor({ state: 'detached' })
    expect(await looksWrong(page)).toEqual([])
    await windowPicture(page, 'cart-in-stripes', [size])
  })

  test.each(WIDTHS)('is shown on the products that a search for the color finds, $width wide', async (size) => {
    const { product, pictureOf } = await redToo('search=red%20dress')
    const page = await there.shopping.open()
    await page.setViewportSize(size)
    await go(page, '/collections/all?search=red%20dress')
    const card = main(page).locator(`a[href="/product/${product._id}?color=Red"]`)
    expect(await card.locator('img').first().getAttribute('src')).toBe(pictureOf('Red'))
    expect(await looksWrong(page)).toEqual([])
    await windowPicture(page, 'search-red-dress', [size])
  })

  test('is ignored if the product does not have it', async () => {
    const { product } = await redToo('color=Red')
    const page = await there.shopping.open()
    await go(page, `/product/${product._id}?color=Mauve`)
    expect(await main(page).locator('[aria-pressed=true]').count()).toBeLessThanOrEqual(1)
    await main(page).getByRole('button', { name: 'Add to Cart' }).first().click()
    await page.getByText('Please select a size and color before adding to cart.').first().waitFor()
  })
})
