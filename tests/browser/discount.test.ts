import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { mailedCode, mailTo, subscribe } from '../support/outbox.ts'
import { DESK, eventually, go, picture, sees, WIDTHS } from '../support/page-visits.ts'
import { approveIn, PHONE, payButton, proceed, putInCart, seeConfirmation } from '../support/shopper-pages.ts'
import { ordersOf } from '../support/shopping.ts'
import { focusedIn } from './keyboard.ts'
import { looksWrong } from './looks.ts'
import { markupErrorsIn } from './markup.ts'
import { pageOfAdmin, shopInBrowser } from './shop-in-browser.ts'

const codeField = (page: Page) => page.getByLabel('Discount code', { exact: true })
const goOn = (page: Page) => page.getByRole('button', { name: 'Continue to Payment' }).press('Enter')

/**
 * Waits until the code is refused with these words. The page shows them as an alert. The field of the code is marked as invalid, has the
 * focus, and is in view.
 */
async function isRefused(page: Page, words: string) {
  await page.getByRole('alert').filter({ hasText: words }).waitFor()
  expect(await codeField(page).getAttribute('aria-invalid')).toBe('true')
  expect(await focusedIn(page)).toMatchObject({ name: 'Discount code', isInSight: true, isMarked: true })
  expect(await page.getByText('Error: ').count()).toBe(0)
}

/** The amounts with these names in the visible list of sums. */
const sumsIn = (page: Page, names = ['Subtotal', 'Discount', 'Total']) =>
  Promise.all(
    names.map((name) => page.locator(`dt:text-is("${name}") + dd`).filter({ visible: true }).first().textContent()),
  )

const BOUGHT = ['$49.98', '−$5.00', '$44.98']

/** Checks the sums at both widths. On a wide screen the sums of a checkout are in another place. */
async function areBought(page: Page, sizes = WIDTHS) {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await eventually(() => sumsIn(page)).toEqual(BOUGHT)
  }
}

describe.runIf(hasBrowser)('a discount code', () => {
  const there = shopInBrowser({ DEMO: 'off' })

  /** On a phone the summary is folded. */
  const showSummary = (page: Page) => page.locator('summary', { hasText: 'Order Summary' }).press('Enter')

  test('comes with the newsletter and applies to the first order, once', async () => {
    const { customer, product, page } = await there.shopping.filled({ name: 'Loom Shirt', price: 24.99 }, 2)
    await go(page, '/support/about')
    const foot = page.getByRole('contentinfo')
    await foot.getByLabel('Email').fill(customer.email)
    await foot.getByRole('button', { name: 'Subscribe' }).press('Enter')
    await foot.getByText('your code for 10% off the first order').waitFor()
    const [link = ''] = /\/newsletter#\S+/.exec(await mailTo(there.admin, customer.email, 'newsletter-confirm')) ?? []
    await go(page, link)
    await page.getByRole('button', { name: 'Confirm subscription' }).press('Enter')
    await page.getByText('Your code for 10% off the first order is on its way by email').waitFor()
    const code = await mailedCode(there.admin, customer.email)

    await go(page, '/checkout')
    await codeField(page).fill('SAVE-50')
    await proceed(page)
    await isRefused(page, 'This code is not for the email address of your account')
    await page.setViewportSize(DESK)
    await codeField(page).fill('SAVE-51')
    await codeField(page).press('Enter')
    await isRefused(page, 'This code is not for the email address of your account')
    await page.setViewportSize(PHONE)
    expect(await looksWrong(page)).toEqual([])
    expect(await markupErrorsIn(page)).toEqual([])
    await picture(page, 'checkout-code-refused')
    await page.reload()
    await codeField(page).waitFor()
    expect(await codeField(page).inputValue()).toBe('SAVE-51')
    expect(await page.getByLabel('City', { exact: true }).inputValue()).toBe('Ghent')

    await codeField(page).fill(code.toLowerCase())
    await codeField(page).press('Enter')
    await payButton(page).waitFor()
    await areBought(page, [DESK])
    await page.setViewportSize(PHONE)
    await showSummary(page)
    await areBought(page, [PHONE])
    expect(await looksWrong(page)).toEqual([])
    await picture(page, 'checkout-discount')
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toMatch(new RegExp(code, 'i'))
    await approveIn(page)
    await seeConfirmation(page, '$44.98', 'after $5.00 off with your code')
    await picture(page, 'confirmation-discount')
    await page.getByRole('link', { name: 'See your order' }).press('Enter')
    await page.getByRole('heading', { name: /^Order #/ }).waitFor()
    await areBought(page)
    expect(await looksWrong(page)).toEqual([])
    await picture(page, 'order-discount')
    expect(await mailTo(there.admin, customer.email, 'order-placed')).toContain(
      'Subtotal: $49.98\nDiscount: −$5.00\nTotal: $44.98\n',
    )

    const [order] = await ordersOf(customer)
    const office = await pageOfAdmin(there, DESK)
    await go(office, `/admin/orders/${order!._id}`)
    await sees(office, 'Subtotal')
    await areBought(office)
    expect(await looksWrong(office)).toEqual([])
    await picture(office, 'admin-order-discount')
    await sees(office, 'A discount code was used')
    await office.getByRole('button', { name: 'Receipt', exact: true }).click()
    await office.emulateMedia({ media: 'print' })
    const receipt = await office.getByRole('region', { name: 'Receipt' }).textContent()
    expect(receipt).toContain('Subtotal$49.98Discount−$5.00ShippingFreeTotal$44.98')
    await office.emulateMedia({ media: null })

    await putInCart(customer, product)
    await go(page, '/checkout')
    expect(await codeField(page).inputValue()).toBe('')
    await codeField(page).fill(code)
    await proceed(page)
    await isRefused(page, 'The code is only for a first order, but you have ordered before')
    await codeField(page).fill('')
    await eventually(() => codeField(page).getAttribute('aria-invalid')).toBe(null)
    await goOn(page)
    await payButton(page).waitFor()
    await showSummary(page)
    expect(await sumsIn(page, ['Subtotal', 'Total'])).toEqual(['$24.99', '$24.99'])
    expect(await page.getByText('Discount', { exact: true }).filter({ visible: true }).count()).toBe(0)
  })

  test('applies to increased prices once the customer accepts these prices', async () => {
    const { customer, product, page } = await there.shopping.filled({ price: 20 })
    const code = await subscribe(customer, there.admin, customer.email)
    await go(page, '/checkout')
    await codeField(page).fill(code)
    await there.admin.put(`/api/admin/products/${product._id}`, { price: 30 })
    await proceed(page)
    await sees(page, 'The total is $27.00 with the discount. Nothing is charged yet.')
    await page.getByRole('button', { name: 'Continue with $27.00' }).press('Enter')
    await payButton(page).waitFor()
    await showSummary(page)
    expect(await sumsIn(page)).toEqual(['$30.00', '−$3.00', '$27.00'])
    await page.getByRole('button', { name: /^Change/ }).press('Enter')
    expect(await codeField(page).inputValue()).toBe(code)
  })
})
