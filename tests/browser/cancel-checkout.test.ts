import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { eventually, picture, WIDTHS } from '../support/page-visits.ts'
import { approvedPayment } from '../support/people.ts'
import { PHONE, payButton, proceed } from '../support/shopper-pages.ts'
import { ordersOf, quantitiesOf } from '../support/shopping.ts'
import { looksWrong } from './looks.ts'
import { loseAnswers } from './lose-answers.ts'
import { keptOfAdmin, openAt, shopInBrowser } from './shop-in-browser.ts'

describe.runIf(hasBrowser)('cancelling a checkout in a browser', () => {
  const there = shopInBrowser({ DEMO: 'off' })

  /** A customer at the provider's buttons, with three of five pieces held. */
  async function atPayment() {
    const { page, customer, product } = await there.shopping.readyToPay(3)
    const left = async () => (await customer.get(`/api/products/${product._id}`)).body.countInStock as number
    await eventually(left).toBe(2)
    const ask = () => page.getByRole('button', { name: 'Cancel this checkout' }).click()
    const confirm = () => page.getByRole('button', { name: 'Cancel checkout', exact: true }).click()
    return { page, customer, left, ask, confirm }
  }

  test.each(WIDTHS)('releases its pieces at $width, and leaves the cart unchanged', async (size) => {
    const { page, customer, left, ask, confirm } = await atPayment()
    await page.setViewportSize(size)
    await ask()
    await page.getByText('If you cancel, we no longer hold your pieces, and others can buy them.').waitFor()
    expect(await looksWrong(page)).toEqual([])
    await picture(page, 'checkout-cancel')
    await page.getByRole('button', { name: 'Keep my pieces' }).click()
    expect(await left()).toBe(2)
    await ask()
    await confirm()
    const note = page.getByText('Your checkout is cancelled.')
    await note.waitFor()
    await eventually(() => page.evaluate('document.activeElement?.textContent')).toContain('Nothing was charged')
    expect(await looksWrong(page)).toEqual([])
    expect(await payButton(page).count()).toBe(0)
    await eventually(left).toBe(5)
    expect(await quantitiesOf(customer)).toEqual([3])
    expect(await ordersOf(customer)).toEqual([])

    await page.getByRole('button', { name: 'Start again' }).click()
    await proceed(page)
    await payButton(page).waitFor()
    await eventually(left).toBe(2)
  })

  test('is shown even if its answer was lost and the customer then keeps the pieces', async () => {
    const { page, left, ask, confirm } = await atPayment()
    await ask()
    await loseAnswers(page, { method: 'POST', path: /\/cancel$/, times: 1 })
    await confirm()
    await page.getByText('The shop did not answer. Try again.').waitFor()
    await page.getByRole('button', { name: 'Keep my pieces' }).click()
    await page.getByText('Your checkout is cancelled.').waitFor()
    await eventually(left).toBe(5)
  })

  test('is up to an admin too: on a phone, the list of held pieces gives the products a line of their own', async () => {
    await atPayment()
    const list = await openAt(there, keptOfAdmin(there), '/admin/holds', PHONE)
    const products = await list.locator('td', { hasText: '3 × Loom Shirt' }).first().boundingBox()
    expect(products?.width).toBeGreaterThan(PHONE.width / 2)
  })

  test('shows the order if another tab has paid', async () => {
    const { page, customer, ask, confirm } = await atPayment()
    const holds = (await there.admin.get('/api/admin/holds')).body as { _id: string; user: { _id: string } }[]
    const checkoutId = holds.find(({ user }) => user._id === customer.id)?._id ?? ''
    await ask()
    await approvedPayment(customer, checkoutId)
    await confirm()
    await page.getByText('You have already bought these pieces.').waitFor()
    await page.getByRole('link', { name: /^See order/ }).waitFor()
    expect(await ordersOf(customer)).toMatchObject([{ _id: checkoutId, totalPrice: 75 }])
  })
})
