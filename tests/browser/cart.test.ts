import type { Page, Request } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasBrowser, shoot } from '../support/browser.ts'
import { answered, eventually, go, picture, WIDTHS } from '../support/page-visits.ts'
import { buy, customerAt, listProduct } from '../support/people.ts'
import {
  approveIn,
  continueToPayment,
  openCart,
  payButton,
  proceed,
  putInCart,
  seeConfirmation,
} from '../support/shopper-pages.ts'
import { ordersOf, quantitiesOf } from '../support/shopping.ts'
import { focusedIn } from './keyboard.ts'
import { looksWrong } from './looks.ts'
import { shopInBrowser } from './shop-in-browser.ts'

describe.runIf(hasBrowser)('a cart in a browser', () => {
  const there = shopInBrowser({ DEMO: 'off' })

  test('missing address fields are named once, and a second press continues', async () => {
    const { page } = await there.shopping.filled()
    await page.clock.install()
    await page.goto('/checkout')
    const field = (label: string) => page.getByLabel(label, { exact: true })
    await field('First Name').fill('Ada')
    await field('Last Name').fill('Weaver')
    await field('Address').fill('1 Loom Lane')
    await field('Country').fill('Belgium')
    const goOn = page.getByRole('button', { name: 'Continue to Payment' })
    // The page's clock stands still, so even on a slow machine the double click counts as one press.
    await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 1000)
    await goOn.dblclick()
    const asked = page.getByRole('status').filter({ hasText: 'cannot deliver without City and Postal Code' })
    await asked.waitFor()
    await page.clock.resume()
    await expect.poll(async () => (await focusedIn(page)).name).toContain('City and Postal Code')
    expect(await field('City').getAttribute('aria-invalid')).toBe('true')
    await picture(page, 'checkout-asked')
    await asked.getByRole('button', { name: 'Fill in City' }).click()
    await page.keyboard.type('Ghent')
    await page.getByText('cannot deliver without Postal Code').waitFor()
    expect(await field('City').getAttribute('aria-invalid')).toBeNull()
    await page.clock.fastForward(1000)
    await goOn.click()
    await payButton(page).waitFor()
  })

  test('the header stays in place while one of its buttons is pressed, so no press is lost', async () => {
    const { page } = await there.shopping.filled({ name: 'Pressed Scarf' })
    await go(page, '/collections/all')
    const scrollTo = (top: number) =>
      page.evaluate(`new Promise((drawn) => (scrollTo(0, ${top}), requestAnimationFrame(() => setTimeout(drawn))))`)
    const isAway = () => page.evaluate(`document.documentElement.hasAttribute('data-head-away')`)
    await page.evaluate(`document.getElementById('main').style.minHeight = '3000px'`)
    // The header hides only after the script of the page has loaded, so the page is scrolled until the header hides.
    await eventually(async () => {
      await scrollTo(0)
      await scrollTo(600)
      return isAway()
    }).toBe(true)
    await scrollTo(500)
    await expect.poll(isAway).toBe(false)
    await page.getByRole('button', { name: /^Cart, / }).hover()
    await page.mouse.down()
    await scrollTo(600)
    expect(await isAway()).toBe(false)
    await page.mouse.up()
    await page.getByRole('dialog', { name: 'Your Cart' }).getByText('Pressed Scarf').waitFor()
  })

  test('if the read models may not contain a write yet, the page soon refetches the cart', async () => {
    const { page } = await there.shopping.filled({ name: 'Late Scarf' })
    const listening = page.waitForRequest((request) => request.url().includes('/api/live'))
    await go(page, '/support/about')
    await listening
    const cart = await openCart(page)
    await cart.getByText('Late Scarf').waitFor()
    await page.route('**/api/cart', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, headers: { ...response.headers(), 'x-consistency': 'pending' } })
    })
    const after: string[] = []
    const note = (request: Request) => void after.push(`${request.method()} ${new URL(request.url()).pathname}`)
    page.on('response', (answer) => answer.request().method() === 'PUT' && page.on('request', note))
    await cart.getByRole('button', { name: /^Increase/ }).click()
    await eventually(() => after).toContain('GET /api/cart')
  })

  test('a deleted product stays in the cart but not in the total, and the checkout refuses it and names it', async () => {
    const { page, product, customer } = await there.shopping.filled({ name: 'Gone Skirt' })
    await putInCart(customer, await listProduct(there.admin, { name: 'Here Skirt', price: 40 }))
    await there.admin.delete(`/api/products/${product._id}`)
    await page.goto('/checkout')
    const cart = await openCart(page)
    await cart.getByText('No longer sold. Not included in your total.').waitFor()
    await cart.getByText('Subtotal').locator('..').getByText('$40.00').waitFor()
    expect(await cart.getByRole('button', { name: 'Checkout', exact: true }).isDisabled()).toBe(true)
    await shoot(page, 'cart-unavailable-390')
    await page.keyboard.press('Escape')
    await proceed(page)
    const refusal = page.getByRole('alert').filter({ hasText: 'Gone Skirt (M, Red) is no longer sold' })
    await refusal.waitFor()
    await shoot(page, 'checkout-unavailable-390')
    await answered(page, 'PUT /api/cart', () => refusal.getByRole('button', { name: 'Remove it' }).click())
    await refusal.waitFor({ state: 'detached' })
    await proceed(page)
    await payButton(page).waitFor()
    expect(await quantitiesOf(customer)).toEqual([1])
  })

  test('sold-out pieces block checkout, and one press removes them', async () => {
    const { page, product, customer } = await there.shopping.filled({ name: 'Last Shirt', countInStock: 1 })
    const other = await listProduct(there.admin, { name: 'Last Skirt', countInStock: 1 })
    await putInCart(customer, other)
    await putInCart(customer, await listProduct(there.admin, { name: 'Here Skirt', price: 40 }))
    await buy(await customerAt(there.url), product)
    await buy(await customerAt(there.url), other)
    await go(page, '/my-orders')
    const cart = await openCart(page)
    const checkout = cart.getByRole('button', { name: 'Checkout', exact: true })
    await cart.getByText('2 pieces in your cart can no longer be bought.').waitFor()
    await cart.getByText('Subtotal').locator('..').getByText('$40.00').waitFor()
    expect(await checkout.isDisabled()).toBe(true)
    expect(await looksWrong(page)).toEqual([])
    await picture(page, 'cart-sold-out')
    await cart.getByRole('button', { name: 'Remove them' }).click()
    await expect.poll(() => quantitiesOf(customer)).toEqual([1])
    await checkout.click()
    await page.waitForURL(`${there.url}/checkout`)
  })

  test.each(WIDTHS)('if all pieces are sold out, the checkout at $width offers two next steps', async (size) => {
    const { page, product, customer } = await there.shopping.filled({ name: 'Last Cap', countInStock: 1 })
    const other = await listProduct(there.admin, { name: 'Last Belt', countInStock: 1 })
    await putInCart(customer, other)
    await buy(await customerAt(there.url), product)
    await buy(await customerAt(there.url), other)
    await page.setViewportSize(size)
    const requested: string[] = []
    page.on('request', (one) => void requested.push(`${one.method()} ${new URL(one.url()).pathname}`))
    await go(page, '/checkout')
    await page
      .getByRole('main')
      .getByText('Sold out. Not included in your total.')
      .nth(1)
      .waitFor({ state: 'attached' })
    const alert = page.getByRole('alert').filter({ hasText: '2 pieces in your cart can no longer be bought.' })
    await page.getByRole('button', { name: 'Continue to Payment' }).click()
    await alert.getByText('Nothing is left to check out.').waitFor()
    expect(requested).not.toContain('POST /api/checkout')
    expect(await alert.getByRole('link', { name: 'Keep shopping' }).getAttribute('href')).toBe('/collections/all')
    expect(await looksWrong(page)).toEqual([])
    await picture(page, 'checkout-nothing-left')
    await alert.getByRole('button', { name: 'Remove them' }).click()
    await page.getByText('Your cart is empty now.').waitFor()
    await expect.poll(() => quantitiesOf(customer)).toEqual([])
  })

  test('a higher price is shown beside the old price and is paid only after a click', async () => {
    const { page, product, customer } = await there.shopping.filled({ name: 'Dear Coat', price: 80 })
    await there.admin.put(`/api/products/${product._id}`, { price: 95.5 })
    await page.goto('/checkout')
    const cart = await openCart(page)
    await cart.getByText('Now $95.50, was $80.00 when you added it.').waitFor()
    await cart.getByText('Subtotal').locator('..').getByText('$80.00').waitFor()
    await shoot(page, 'cart-price-rise-390')
    await page.keyboard.press('Escape')
    await proceed(page)
    const main = page.getByRole('main')
    await main.getByText('Dear Coat: now $95.50, was $80.00.').waitFor()
    await shoot(page, 'checkout-price-rise-390')
    await main.getByRole('button', { name: 'Continue with $95.50' }).click()
    await approveIn(page)
    await seeConfirmation(page, '$95.50')
    expect(await ordersOf(customer)).toMatchObject([{ totalPrice: 95.5 }])
  })

  test('a higher price accepted in the cart needs no further confirmation at checkout', async () => {
    const { page, product } = await there.shopping.filled({ price: 20 })
    await there.admin.put(`/api/products/${product._id}`, { price: 22 })
    await page.goto('/checkout')
    const cart = await openCart(page)
    await cart.getByRole('button', { name: /^Keep at / }).click()
    await cart.getByText('Subtotal').locator('..').getByText('$22.00').waitFor()
    expect(await cart.getByText('when you added it').count()).toBe(0)
    await page.keyboard.press('Escape')
    await continueToPayment(page)
    await page.getByText('You pay $22.00 in US dollars.').waitFor()
  })

  test('a lower price is used without a confirmation', async () => {
    const { page, product } = await there.shopping.filled({ price: 60 }, 2)
    await there.admin.put(`/api/products/${product._id}`, { price: 45 })
    await page.goto('/checkout')
    const cart = await openCart(page)
    await cart.getByText('Now $45.00, was $60.00 when you added it.').waitFor()
    expect(await cart.getByRole('button', { name: /^Keep at / }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await continueToPayment(page)
    await page.getByText('You pay $90.00 in US dollars.').waitFor()
  })

  test('pieces bought by others are reported before the payment, and the cart can be adjusted there', async () => {
    const { page, product, customer } = await there.shopping.filled({ name: 'Last Coat', countInStock: 4 }, 3)
    await buy(await customerAt(there.url), product, 3)
    await page.goto('/checkout')
    await proceed(page)
    const refusal = page.getByRole('alert').filter({ hasText: 'Last Coat: Only 1 left' })
    await refusal.waitFor()
    await shoot(page, 'checkout-few-left-390')
    const takeIt = refusal.getByRole('button', { name: 'Keep only the last piece' })
    await answered(page, 'PUT /api/cart', () => takeIt.click())
    expect(await quantitiesOf(customer)).toEqual([1])
    await buy(await customerAt(there.url), product)
    await proceed(page)
    const soldOut = page.getByRole('alert').filter({ hasText: 'Last Coat: Sold out' })
    await answered(page, 'PUT /api/cart', () => soldOut.getByRole('button', { name: 'Remove it' }).click())
    await page.getByText('Your cart is empty now.').waitFor()
    expect(await quantitiesOf(customer)).toEqual([])
  })

  test('quick clicks result in the last quantity and few calls', async () => {
    const { page, customer } = await there.shopping.filled({ name: 'Quick Shirt', countInStock: 20 })
    await go(page, '/my-orders')
    const cart = await openCart(page)
    const puts = countedPuts(page)
    // Every click happens while the first call is still running.
    const clicked = Promise.withResolvers<void>()
    await page.route('**/api/cart', async (route) => {
      await clicked.promise
      await route.continue()
    })
    for (const step of ['Increase', 'Increase', 'Increase', 'Increase', 'Decrease'])
      await cart.getByRole('button', { name: step }).click()
    await cart.locator('output').getByText('4').waitFor()
    clicked.resolve()
    await page.getByRole('button', { name: 'Cart, 4 items', includeHidden: true }).waitFor({ state: 'attached' })
    await expect.poll(() => quantitiesOf(customer)).toEqual([4])
    expect(puts.length).toBeLessThanOrEqual(3)
    expect(await cart.locator('output').textContent()).toBe('4')
  })

  test('a quantity above the stock is undone with the reason, and minus at 1 does nothing', async () => {
    const { page, product, customer } = await there.shopping.filled({ name: 'Scarce Tie', countInStock: 2 })
    // The page does not get the live update that another customer has bought a piece.
    await page.route('**/api/live*', (route) => route.abort())
    await go(page, '/my-orders')
    const cart = await openCart(page)
    const puts = countedPuts(page)
    await cart.getByRole('button', { name: 'Decrease' }).click({ force: true })
    await cart.getByRole('button', { name: 'Decrease' }).press('Enter')
    expect(puts).toEqual([])
    await buy(await customerAt(there.url), product)
    await cart.getByRole('button', { name: 'Increase' }).click()
    await cart.getByRole('alert').filter({ hasText: 'Only 1 left' }).waitFor()
    await shoot(page, 'cart-few-left-390')
    const [kept] = await quantitiesOf(customer)
    await cart.locator('output').getByText(String(kept)).waitFor()
    expect(kept).toBe(1)
  })

  test('if a picture cannot be loaded, its background is shown in place of a broken image', async () => {
    const { page } = await there.shopping.filled({ images: [{ url: '/pictures/nobody-1200.webp', altText: '' }] })
    await go(page, '/my-orders')
    const image = (await openCart(page)).locator('img')
    await expect.poll(() => image.getAttribute('style')).toContain('opacity: 0')
  })

  test('a change of the cart is undone if the shop does not answer', async () => {
    const { page } = await there.shopping.filled({ name: 'Lone Sock', countInStock: 9 })
    await go(page, '/my-orders')
    const cart = await openCart(page)
    await page.route('**/api/cart', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()))
    await cart.getByRole('button', { name: 'Increase' }).click()
    await cart.locator('output').getByText('2').waitFor()
    await cart.getByRole('alert').filter({ hasText: 'Failed to update cart item' }).waitFor()
    await cart.locator('output').getByText('1').waitFor()
    await page.unroute('**/api/cart')
    await cart.getByRole('button', { name: 'Remove Lone Sock' }).click()
    await cart.getByText('Your cart is empty.').waitFor()
    await shoot(page, 'cart-empty-390')
  })
})

function countedPuts(page: Page): readonly Request[] {
  const puts: Request[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') puts.push(request)
  })
  return puts
}
