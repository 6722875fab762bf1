import { describe, expect, test } from 'vitest'
import { hasBrowser, shoot } from '../support/browser.ts'
import { answered, eventually, go } from '../support/page-visits.ts'
import { buy, customerAt, guestAt, listProduct } from '../support/people.ts'
import {
  approveIn,
  continueToPayment,
  keptOf,
  openBuyersPage,
  openCart,
  payButton,
  pressLast,
  proceed,
  putInCart,
  seeConfirmation,
  signIn,
  stored,
} from '../support/shopper-pages.ts'
import { ordersOf, quantitiesOf } from '../support/shopping.ts'
import { shopInBrowser } from './shop-in-browser.ts'

describe.runIf(hasBrowser)('a session in a browser', () => {
  const there = shopInBrowser({ DEMO: 'off' })

  test('a guest’s cart is merged into the account’s cart, cuts are reported, and the order empties the cart in every tab', async () => {
    const [shirt, hat] = [
      await listProduct(there.admin, { name: 'Scarce Shirt', countInStock: 5 }),
      await listProduct(there.admin, { name: 'Wool Hat', price: 40 }),
    ]
    const [customer, guest] = [await customerAt(there.url), guestAt(there.url)]
    await putInCart(customer, shirt, 3)
    await putInCart(guest, shirt, 4)
    await putInCart(guest, hat, 1)

    const page = await there.shopping.open({ guestId: guest.guestId ?? '' })
    await go(page, '/')
    const cart = await openCart(page)
    await cart.getByText('Subtotal').locator('..').getByText('$140.00').waitFor()
    await cart.getByRole('button', { name: 'Checkout' }).click()
    await page.waitForURL(/\/login\?redirect=/)
    await signIn(page, customer)
    await page.waitForURL('**/checkout')
    const notice = 'Scarce Shirt (M, Red): 2 of 4 added to your cart, because there are not enough left.'
    await page.getByRole('main').getByText(notice).waitFor()
    expect(await stored(page, 'guestId')).toBeNull()
    await page.getByText('Order Summary').first().click()
    await page.getByText('Quantity 5').first().waitFor()
    await shoot(page, 'checkout-merged-390')
    await continueToPayment(page)
    await approveIn(page)

    await seeConfirmation(page, 'Scarce Shirt', 'Wool Hat', '$165.00', 'Quantity: 5')
    await page.getByRole('button', { name: 'Cart, 0 items' }).waitFor()
    expect(await stored(page, 'cart')).toBeNull()
    expect(await quantitiesOf(customer)).toEqual([])
    expect(await ordersOf(customer)).toHaveLength(1)
    expect((await there.admin.get(`/api/products/${shirt._id}`)).body.countInStock).toBe(0)
    await page.reload()
    await seeConfirmation(page, 'Scarce Shirt')
    const another = await page.context().newPage()
    await another.goto('/order-confirmation')
    await another.waitForURL('**/my-orders')
  })

  test('an expired session keeps the cart and returns to checkout after signing in', async () => {
    const { page, customer } = await there.shopping.filled({ name: 'Kept Coat' }, 2)
    await page.goto('/checkout')
    await page.getByRole('button', { name: 'Continue to Payment' }).waitFor()
    await page.evaluate("localStorage.setItem('token', 'expired')")
    await proceed(page)
    await page.waitForURL(/\/login\?redirect=%2Fcheckout$/)
    expect([await stored(page, 'token'), await stored(page, 'userInfo')]).toEqual([null, null])
    const cart = await openCart(page)
    await cart.getByText('Kept Coat').waitFor()
    await cart.getByText('You have been signed out. Your cart is kept. Sign in to change it.').waitFor()
    await shoot(page, 'cart-signed-out-390')
    await page.keyboard.press('Escape')
    await signIn(page, customer)
    await page.waitForURL('**/checkout')
    await continueToPayment(page)
    await approveIn(page)
    await seeConfirmation(page, 'Kept Coat', 'Quantity: 2')
  })

  test('two tabs show one cart and keep each other’s changes', async () => {
    const { page, customer } = await there.shopping.filled({ name: 'Tab Shirt' })
    const hat = await listProduct(there.admin, { name: 'Tab Hat', sizes: ['M'], colors: ['Red'] })
    await go(page, '/my-orders')
    const other = await page.context().newPage()
    await go(other, `/product/${hat._id}`)
    await other.getByRole('button', { name: 'M', exact: true }).click()
    await other.getByRole('button', { name: 'Red' }).click()
    await other.getByRole('button', { name: 'Add to Cart' }).first().click()
    await page.getByRole('button', { name: 'Cart, 2 items' }).waitFor()
    const cart = await openCart(page)
    await cart.getByRole('group', { name: 'Quantity of Tab Hat' }).getByRole('button', { name: 'Increase' }).click()
    await other.getByRole('button', { name: 'Cart, 3 items' }).waitFor()
    await cart.getByRole('button', { name: 'Remove Tab Shirt' }).click()
    await other.getByRole('button', { name: 'Cart, 2 items' }).waitFor()
    expect(await quantitiesOf(customer)).toEqual([2])
  })

  test('a change of the cart that is answered after the logout does not show the last customer’s cart', async () => {
    const { page } = await there.shopping.filled({ name: 'Own Shirt' }, 2)
    await go(page, '/profile')
    const [changed, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/api/cart', async (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      const response = await route.fetch()
      changed.resolve()
      await answer.promise
      await route.fulfill({ response })
    })
    const cart = await openCart(page)
    await cart.getByRole('button', { name: 'Increase quantity' }).click()
    await changed.promise
    await page.keyboard.press('Escape')
    await answered(page, 'GET /api/cart', () => page.getByRole('button', { name: 'Logout' }).click())
    await (await answered(page, 'PUT /api/cart', async () => answer.resolve())).finished()
    await page.getByRole('main').getByRole('link', { name: 'Register' }).click()
    await page.getByRole('heading', { name: 'Create account' }).waitFor()
    expect(await page.getByRole('button', { name: /^Cart, / }).getAttribute('aria-label')).toBe('Cart, 0 items')
    expect(await stored(page, 'cart')).toBeNull()
  })

  test('if one customer opens two checkouts, only the newer is valid, and the older says so', async () => {
    const { page, customer } = await there.shopping.readyToPay()
    const second = await page.context().newPage()
    await second.goto('/checkout')
    await continueToPayment(second)
    await payButton(page).click()
    const alert = page.getByRole('alert').filter({ hasText: 'Your payment was not started.' })
    await alert.getByText('A newer checkout has replaced this one').waitFor()
    expect(await page.getByText('Held for you until').count()).toBe(0)
    await approveIn(second)
    await seeConfirmation(second, 'Loom Shirt')
    await alert.getByRole('button', { name: 'Start again' }).click()
    await page.getByText('Your cart is empty now.').waitFor()
    expect(await ordersOf(customer)).toHaveLength(1)
  })

  test('approving the older of two checkouts places its order, and the newer checkout reports which pieces have left the cart', async () => {
    const { page, customer } = await there.shopping.readyToPay()
    const buyersPage = await openBuyersPage(page)
    const second = await page.context().newPage()
    await second.goto('/checkout')
    await continueToPayment(second)
    await pressLast(buyersPage, 'Approve payment')
    await seeConfirmation(page, 'Loom Shirt')
    await second.getByText('These pieces are no longer in your cart.').waitFor()
    expect(await ordersOf(customer)).toHaveLength(1)
  })

  test('if another customer signs in in another tab, no tab shows the last customer’s order or typed address', async () => {
    const { page, customer, product } = await there.shopping.filled({ name: 'Own Shirt' })
    const order = await buy(customer, product)
    const bob = await customerAt(there.url, 'Bob Weaver')
    await putInCart(customer, product)
    await putInCart(bob, product)
    const address = page.getByLabel('Address', { exact: true })
    await page.goto('/checkout')
    await address.fill('9 Typed Lane')
    await page.goto(`/order/${order._id}`)
    await page.getByText('1 Loom Lane').first().waitFor()

    const other = await page.context().newPage()
    await go(other, '/profile')
    await other.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL(/\/login\?redirect=/)
    await eventually(() => page.evaluate("sessionStorage.getItem('checkout')")).toBeNull()
    await signIn(other, bob)
    await page.waitForURL(`**/order/${order._id}`)
    await page.getByText('No order details found.').waitFor()
    await page.goto('/checkout')
    await page.getByLabel('First Name', { exact: true }).waitFor()
    expect([await page.getByLabel('First Name', { exact: true }).inputValue(), await address.inputValue()]).toEqual([
      'Bob',
      '',
    ])
  })

  test('a page shows the customer who is signed in, after a direct change and after a return to the page', async () => {
    const { page, customer, product } = await there.shopping.filled({ name: 'Own Shirt' })
    await buy(customer, product)
    const bob = await customerAt(there.url, 'Bob Weaver')
    await go(page, '/my-orders')
    await page.getByText('Own Shirt').filter({ visible: true }).first().waitFor()
    const other = await page.context().newPage()
    await go(other, '/support/shipping')
    await other.evaluate((kept) => Object.assign(globalThis.localStorage, kept), keptOf(bob))
    await page.getByText('You have no orders.').waitFor()

    await page.evaluate((kept) => Object.assign(globalThis.localStorage, kept), keptOf(customer))
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    await page.getByText('Own Shirt').filter({ visible: true }).first().waitFor()
  })

  test('if the session expires in another tab, the typed address is kept for the same customer', async () => {
    const { page, customer } = await there.shopping.filled({ name: 'Kept Coat' })
    const address = page.getByLabel('Address', { exact: true })
    await page.goto('/checkout')
    await address.fill('9 Typed Lane')
    const other = await page.context().newPage()
    await go(other, '/support/shipping')
    await other.evaluate("localStorage.setItem('token', 'expired')")
    await other.goto('/my-orders')
    await page.waitForURL(/\/login\?redirect=/)
    await page.getByText('You were signed out. Sign in to continue.').waitFor()
    await signIn(other, customer)
    await page.waitForURL('**/checkout')
    await eventually(() => address.inputValue()).toBe('9 Typed Lane')
  })

  test('if a customer is signed out during an approval, the shop places the one order without the browser', async () => {
    const { page, customer } = await there.shopping.readyToPay()
    const buyersPage = await openBuyersPage(page)
    await page.evaluate("localStorage.setItem('token', 'expired')")
    await pressLast(buyersPage, 'Approve payment')
    await page.waitForURL(/\/login\?redirect=%2Fcheckout$/)
    // On the provider's webhook the shop places the order and empties the cart. In paid-twice.test.ts no webhook arrives.
    await expect.poll(() => ordersOf(customer)).toHaveLength(1)
    await signIn(page, customer)
    await seeConfirmation(page, 'Loom Shirt')
    await page.getByRole('button', { name: 'Cart, 0 items' }).waitFor()
    expect(await ordersOf(customer)).toHaveLength(1)
  })
})
