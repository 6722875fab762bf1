import type { Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { eventually, go, picture, sees, WIDTHS, windowPicture } from '../support/page-visits.ts'
import { pagesOf } from '../support/pdf-pages.ts'
import { ADDRESS, buy, customerAt, listProduct } from '../support/people.ts'
import { keptOf, payButton, putInCart } from '../support/shopper-pages.ts'
import { quantitiesOf } from '../support/shopping.ts'
import { violationsIn } from './axe.ts'
import { focusedIn } from './keyboard.ts'
import { looksWrong } from './looks.ts'
import { shopInBrowser } from './shop-in-browser.ts'

describe.runIf(hasBrowser)('a returning customer', () => {
  const there = shopInBrowser({ DEMO: 'off' })

  /** A customer who bought two pieces. The pieces are shipped. */
  async function shipped() {
    const customer = await customerAt(there.url)
    const product = await listProduct(there.admin, { name: 'Loom Shirt', countInStock: 4 })
    const order = await buy(customer, product, 2)
    await there.admin.put(`/api/admin/orders/${order._id}`, { status: 'Shipped', trackingNumber: '1Z999AA10123456784' })
    return { customer, product, order }
  }

  test('sees refunds, the parcel’s progress and its address, and prints the receipt', async () => {
    const { customer, order } = await shipped()
    const page = await there.shopping.open(keptOf(customer))
    await go(page, '/my-orders')
    const row = page.getByRole('row').filter({ hasText: 'Loom Shirt' })
    for (const size of WIDTHS.toReversed()) {
      await page.setViewportSize(size)
      for (const text of ['Paid', 'Shipped']) await row.getByText(text, { exact: true }).waitFor()
    }
    await go(page, `/order/${order._id}`)
    await page.getByText(/^\$50\.00 paid on \w/).waitFor()
    await sees(page, 'Ada Weaver', '1 Loom Lane', '9000 Ghent', 'Belgium')
    const way = page.getByRole('link', { name: '1Z999AA10123456784' })
    expect(await way.getAttribute('href')).toBe('https://www.ups.com/track?tracknum=1Z999AA10123456784')
    expect(await looksWrong(page)).toEqual([])
    await picture(page, 'own-order')

    await page.emulateMedia({ media: 'print' })
    await sees(page, 'Ada Weaver', 'Loom Shirt', 'Recipient')
    for (const size of WIDTHS) {
      await page.setViewportSize(size)
      for (const left of ['banner', 'contentinfo', 'button'] as const)
        expect(await page.getByRole(left).filter({ visible: true }).count(), left).toBe(0)
    }
    expect(pagesOf(await page.pdf({ format: 'A4' }))).toBe(1)
  })

  test('orders available pieces again, and sees which pieces are missing', async () => {
    const { customer, product, order } = await shipped()
    await buy(await customerAt(there.url), product, 1)
    const page = await there.shopping.open(keptOf(customer))
    await go(page, `/order/${order._id}`)
    await page.getByRole('button', { name: 'Order again' }).click()
    const note = page.getByRole('status').filter({ hasText: 'Not all of these pieces could be added to your cart.' })
    await note.getByText(/^Loom Shirt: .*1 left/).waitFor()
    await eventually(async () => (await focusedIn(page)).name).toContain('Not all of these pieces could be added')
    expect(await quantitiesOf(customer)).toEqual([1])
    await note.getByRole('button', { name: 'View cart' }).click()
    await page.getByRole('dialog', { name: 'Your Cart' }).getByText('Loom Shirt').waitFor()
  })

  test('orders again pieces that are already in the cart, up to the stock', async () => {
    const { customer, product, order } = await shipped()
    await putInCart(customer, product)
    const page = await there.shopping.open(keptOf(customer))
    await go(page, `/order/${order._id}`)
    const again = async () => {
      await page.getByRole('button', { name: 'Order again' }).click()
      await page
        .getByRole('status')
        .filter({ hasText: 'Not all of these pieces could be added to your cart.' })
        .getByText(/2 left/)
        .waitFor()
      expect(await quantitiesOf(customer)).toEqual([2])
    }
    await again()
    await page.reload()
    await again()
  })

  test('orders again after a failure, without adding anything twice', async () => {
    const customer = await customerAt(there.url)
    const order = await buy(customer, await listProduct(there.admin))
    const page = await there.shopping.open(keptOf(customer))
    await go(page, `/order/${order._id}`)
    const lose = async (route: Route) => {
      await route.fetch()
      await route.fulfill({ status: 503, json: {} })
    }
    await page.route('**/api/cart', lose)
    await page.getByRole('button', { name: 'Order again' }).click()
    await page.getByText('Not all pieces could be added. Try again.', { exact: true }).waitFor()
    await page.unroute('**/api/cart', lose)
    await page.getByRole('button', { name: 'Order again' }).click()
    await page.getByText('Added to your cart.').waitFor()
    expect(await quantitiesOf(customer)).toEqual([1])
  })

  test('finds their name and last address in the form, and keeps what they typed after a reload', async () => {
    const { customer } = await shipped()
    await putInCart(customer, await listProduct(there.admin, {}))
    const page = await there.shopping.open(keptOf(customer))
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto('/checkout')
    const field = (label: string) => page.getByLabel(label, { exact: true })
    await eventually(() => field('Last Name').inputValue()).toBe('Weaver')
    await field('Country').pressSequentially('aust')
    await page.getByRole('option', { name: 'Austria' }).waitFor()
    // The open list of options covers the fields below it. This must not count as a violation.
    for (const size of WIDTHS.toReversed()) {
      await page.setViewportSize(size)
      expect(await violationsIn(page)).toEqual([])
    }
    await windowPicture(page, 'checkout-country')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await eventually(() => field('Country').inputValue()).toBe('Australia')
    await field('State').fill('Victoria')
    await field('Postal Code').fill('30000')
    await field('Country').fill('be')
    expect(await field('State or province').inputValue()).toBe('Victoria')
    await field('Phone').fill('+32 1')
    await eventually(() => field('Country').inputValue()).toBe('Belgium')
    await field('State or province').fill('')
    await field('Phone').focus()
    await eventually(() => field('State or province').count()).toBe(0)
    await field('Address').focus()
    await page.getByText('Postal codes in Belgium look different.').first().waitFor()
    await page.getByText('This phone number does not look right.').first().waitFor()
    await field('Address').fill('2 Mill Road')
    await page.reload()
    await eventually(() => field('Address').inputValue()).toBe('2 Mill Road')
    expect(await looksWrong(page)).toEqual([])
    await picture(page, 'checkout-offered')
    expect(asked.filter((url) => /my-orders(?!\?limit=)/.test(url))).toEqual([])
    await page.getByRole('button', { name: 'Continue to Payment' }).click()
    await page
      .getByText(/^Enter a (first name|last name|street address|city|postal code|country)$/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Use this address' }).click()
    await page.getByLabel('Save this address in my account').check()
    await eventually(() => field('Address').inputValue()).toBe(ADDRESS.address)
    await eventually(() =>
      page.getByText(/^Enter a (first name|last name|street address|city|postal code|country)$/).count(),
    ).toBe(0)
    const failSaving = await refuseSaving(page)
    await page.getByRole('button', { name: 'Continue to Payment' }).click()
    await payButton(page).waitFor()
    failSaving()
    await page.getByText('The address could not be saved in your account.').waitFor()
    await page.unroute(`**${BOOK}`)
    expect((await customer.post(BOOK, ADDRESS)).status).toBe(201)
    const full = Array.from({ length: 20 }, (_, n) => ({ ...ADDRESS, address2: '', state: '', _id: `a${n}` }))
    await page.route(`**${BOOK}`, (route) => route.fulfill({ json: full }))
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Show addresses' }).click()
    await page
      .getByRole('button', { name: /^Remove the address/ })
      .first()
      .waitFor()
    expect(await page.getByRole('button', { name: 'Add an address' }).count()).toBe(0)
    await page.unroute(`**${BOOK}`)
    await page.reload()
    await page.getByRole('button', { name: 'Show addresses' }).click()
    await page.getByRole('button', { name: 'Add an address' }).waitFor()
    await page.getByRole('button', { name: `Change the address ${ADDRESS.address}, ${ADDRESS.city}` }).click()
    await field('Apartment, floor (optional)').fill('Flat 4')
    expect(await looksWrong(page)).toEqual([])
    await picture(page, 'own-address')
    await field('Country').fill('de')
    await field('Country').press('Enter')
    await page.getByText('The address is saved.').waitFor()
    await page.getByText('Germany').waitFor()
    await page.getByText('Flat 4').waitFor()
    await picture(page, 'own-addresses')
    await page.getByRole('button', { name: /^Remove the address/ }).click()
    await page.getByText('No address is saved yet.').waitFor()
    expect(await looksWrong(page)).toEqual([])
    await page.getByRole('button', { name: 'Logout' }).click()
    await eventually(() => page.evaluate("sessionStorage.getItem('checkout')")).toBe(null)
  })
})

const BOOK = '/api/users/me/addresses'

/** Holds requests that save an address. When the returned function is called, they fail. */
async function refuseSaving(page: Page) {
  let fail = () => {}
  const held = new Promise<void>((resolve) => {
    fail = resolve
  })
  const refuse = async (route: Route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await held
    await route.fulfill({ status: 400, json: { code: 'VALIDATION_FAILED', message: 'No' } })
  }
  await page.route(`**${BOOK}`, refuse)
  return fail
}
