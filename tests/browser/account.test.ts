import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, launch, leave } from '../support/browser.ts'
import { callerAt } from '../support/caller.ts'
import { endPage } from '../support/kept-pages.ts'
import { DESK, eventually, fillIn, go, picture, sees } from '../support/page-visits.ts'
import { adminAt, buy, type Customer, customerAt, guestAt, listProduct, PASSWORD } from '../support/people.ts'
import { startShop } from '../support/shop.ts'
import { keptOf, openPage, putInCart, stored } from '../support/shopper-pages.ts'
import { loseAnswers } from './lose-answers.ts'

type Product = Awaited<ReturnType<typeof listProduct>>

describe.runIf(hasBrowser)('the pages of a customer', () => {
  let shop: Awaited<ReturnType<typeof startShop>>
  let browser: Browser
  let product: Product
  let customer: Customer
  let page: Page
  let wrong: readonly string[] = []

  beforeAll(async () => {
    shop = await startShop({}, { web: true })
    browser = await launch()
    const [{ images }] = (await callerAt(shop.url).get('/api/products?limit=1')).body
    product = await listProduct(await adminAt(shop.url), { name: 'Boxy Linen Tee', price: 34.5, images })
    customer = await customerAt(shop.url)
  })
  afterAll(async () => {
    await leave(browser)
    await shop?.close()
  })
  afterEach(async () => {
    await endPage(page)
    expect(wrong).toEqual([])
  })

  const open = async (path: string, kept: Record<string, string> = {}) => {
    ;({ page, wrong } = await openPage(browser, shop.url, kept))
    await go(page, path)
  }
  const path = () => decodeURIComponent(page.url().slice(shop.url.length))
  const comesTo = (expected: string) => eventually(path).toBe(expected)
  const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })

  test('a guest who opens a page for customers is redirected to login', async () => {
    await open('/login')
    for (const [from, to] of [
      ['/profile', '/login'],
      ['/my-orders', '/login?redirect=/my-orders'],
      ['/checkout', '/login?redirect=/checkout'],
      ['/order-confirmation', '/login?redirect=/my-orders'],
      ['/order/1234', '/login?redirect=/order/1234'],
    ] as const) {
      await go(page, from)
      await comesTo(to)
    }
  })

  test('a customer is redirected from login and register, and without order or cart from the confirmation and the checkout', async () => {
    await open('/login', keptOf(customer))
    for (const [from, to] of [
      ['/order-confirmation', '/my-orders'],
      ['/checkout', '/'],
      ['/login?redirect=/my-orders', '/my-orders'],
      ['/register?redirect=//evil.example', '/'],
    ] as const) {
      await go(page, from)
      await comesTo(to)
    }
  })

  test('signing in needs an email address and a password, explains a failure, and then opens the requested page', async () => {
    await open('/login?redirect=/collections/all?gender=Men')
    for (const field of ['Email', 'Password']) {
      await page.getByRole('button', { name: 'Sign In' }).click()
      const input = page.getByRole('main').getByLabel(field, { exact: true })
      expect(await input.evaluate((element) => element.matches(':user-invalid'))).toBe(true)
      await input.fill('ada@x.test')
    }
    await fillIn(page, { Email: 'nobody@x.test', Password: PASSWORD }, 'Sign In')
    const { body } = await callerAt(shop.url).post('/api/users/login', { email: 'nobody@x.test', password: PASSWORD })
    await sees(page, body.message)
    await picture(page, 'login-failed')
    await fillIn(page, { Email: customer.email, Password: PASSWORD }, 'Sign In')
    await comesTo('/collections/all?gender=Men')
  })

  test('the links between login and register keep the redirect', async () => {
    await open('/login?redirect=/checkout')
    await link('Register').click()
    await comesTo('/register?redirect=/checkout')
    await link('Login').click()
    await comesTo('/login?redirect=/checkout')
  })

  test('registering needs name, email address and password, explains a failure, and follows no redirect to another site', async () => {
    await open('/register?redirect=https://evil.example')
    const name = page.getByLabel('Name')
    for (const [field, value] of [
      ['Name', 'Ada Weaver'],
      ['Email', customer.email],
      ['Password', PASSWORD],
    ] as const) {
      await page.getByRole('button', { name: 'Sign Up' }).click()
      const input = page.getByRole('main').getByLabel(field, { exact: true })
      expect(await input.evaluate((element) => element.matches(':user-invalid'))).toBe(true)
      await input.fill(value)
    }
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await sees(page, 'User already exists')
    await picture(page, 'register-failed')
    expect(await name.inputValue()).toBe('Ada Weaver')
    await page.getByRole('main').getByLabel('Email').fill(`${crypto.randomUUID()}@x.test`)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await comesTo('/')
  })

  test('if the answer to a registration is lost, the next press signs the new customer in', async () => {
    await open('/register')
    await loseAnswers(page, { method: 'POST', path: /\/api\/users\/register$/, times: 1 })
    const person = { Name: 'Ada Weaver', Email: `${crypto.randomUUID()}@x.test`, Password: PASSWORD }
    await fillIn(page, person, 'Sign Up')
    await sees(page, 'The shop did not answer. Try again.')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await comesTo('/')
    expect(JSON.parse((await stored(page, 'userInfo')) ?? '')).toMatchObject({ email: person.Email })
  })

  test('the session is kept under the specified keys of local storage, and logout ends it in the browser and in the shop', async () => {
    await open('/login?redirect=/profile')
    const guestId = await stored(page, 'guestId')
    expect(guestId).toMatch(/^guest_\d+_[\w-]{22}$/)
    await fillIn(page, { Email: customer.email, Password: PASSWORD }, 'Sign In')
    await sees(page, 'Ada Weaver', customer.email, 'You have no orders.')
    expect(await stored(page, 'token')).toMatch(/./)
    expect(JSON.parse((await stored(page, 'userInfo')) ?? '')).toMatchObject({ _id: customer.id, role: 'customer' })
    expect(await stored(page, 'guestId')).toBeNull()
    await picture(page, 'profile-empty')
    const token = (await stored(page, 'token')) ?? ''

    await page.getByRole('button', { name: 'Logout' }).click()
    await comesTo('/login')
    for (const key of ['token', 'userInfo']) expect(await stored(page, key)).toBeNull()
    expect(await stored(page, 'guestId')).toMatch(/^guest_/)
    expect(await stored(page, 'guestId')).not.toBe(guestId)
    const statusNow = async () => (await callerAt(shop.url, { token }).get('/api/orders/my-orders')).status
    await expect.poll(statusNow).toBe(401)
  })

  test('when a signed-in user opens login, the guest cart is merged', async () => {
    const shopper = await customerAt(shop.url)
    const guest = guestAt(shop.url)
    await putInCart(guest, product, 2)
    await open('/login?redirect=/collections/all', { ...keptOf(shopper), guestId: guest.guestId ?? '' })
    await comesTo('/collections/all')
    await page.getByRole('button', { name: 'Cart, 2 items' }).waitFor()
    expect(await stored(page, 'guestId')).toBeNull()
    expect(JSON.parse((await stored(page, 'cart')) ?? '')).toMatchObject({
      userId: shopper.id,
      products: [{ productId: product._id, name: 'Boxy Linen Tee', size: 'M', color: 'Red', quantity: 2, price: 34.5 }],
    })
    await page.getByRole('link', { name: 'Profile' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await comesTo('/login')
    expect(await stored(page, 'cart')).toBeNull()
    await page.getByRole('button', { name: 'Cart, 0 items' }).waitFor()
  })

  test('an order is listed under My Orders and shows everything that the specification names', async () => {
    const shopper = await customerAt(shop.url)
    const order = await buy(shopper, product, 2)
    await open('/my-orders', keptOf(shopper))
    await page.setViewportSize(DESK)
    await page.getByRole('columnheader').first().waitFor()
    expect(await page.getByRole('columnheader').allTextContents()).toEqual([
      'Image',
      'Order ID',
      'Created',
      'Shipping Address',
      'Items',
      'Price',
      'Status',
    ])
    const row = page.getByRole('row').nth(1)
    for (const text of ['Ghent, Belgium', 'Boxy Linen Tee', '$69.00', 'Paid']) await row.getByText(text).waitFor()
    await row.getByText('$69.00').click({ force: true })
    await comesTo(`/order/${order._id}`)
    await sees(page, 'Payment Approved', 'Not Delivered', `Order ID ${order._id}`)
    await page.getByText(/^Placed on /).waitFor()
    await page.getByText(/PayPal\s*Status: Paid/).waitFor()
    await page.getByText(/Free\s*Ghent, Belgium/).waitFor()
    const item = page.getByRole('row').nth(1)
    for (const text of ['$34.50', '2', '$69.00']) await item.getByRole('cell', { name: text, exact: true }).waitFor()
    expect(await item.getByRole('link', { name: 'Boxy Linen Tee' }).getAttribute('href')).toBe(
      `/product/${product._id}?color=Red`,
    )
    await link('Back to My Orders').click()
    await comesTo('/my-orders')
  })

  test('an order says whether it is delivered and paid', async () => {
    const shopper = await customerAt(shop.url)
    const order = await buy(shopper, product)
    await open('/', keptOf(shopper))
    await page.route('**/api/orders/*', async (route) => {
      const response = await route.fetch()
      const answer = await response.json()
      const other = { isPaid: false, isDelivered: true, status: 'Delivered' }
      await route.fulfill({
        json: Array.isArray(answer) ? answer.map((one) => ({ ...one, ...other })) : { ...answer, ...other },
      })
    })
    await go(page, '/my-orders')
    await sees(page, 'Pending')
    await go(page, `/order/${order._id}`)
    await sees(page, 'Payment Pending', 'Delivered')
  })

  test('an unknown order and another customer’s order are not found', async () => {
    const others = await buy(await customerAt(shop.url), product)
    await open(`/order/${others._id}`, keptOf(customer))
    await sees(page, 'No order details found.')
    await picture(page, 'order-not-found')
    await go(page, '/order/1234')
    await sees(page, 'No order details found.')
  })
})
