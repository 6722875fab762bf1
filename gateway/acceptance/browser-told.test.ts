import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasBrowser, shootWindow } from './browser.ts'
import { focusedIn } from './keyboard.ts'
import { DESK, eventually } from './page-visits.ts'
import { buy, customerAt, listProduct } from './people.ts'
import { shopInBrowser } from './shop-in-browser.ts'
import { continueToPayment, openBuyersPage, PHONE, payButton, proceed, visit } from './shopper-pages.ts'

describe.runIf(hasBrowser)('what went wrong is where one looks', () => {
  const there = shopInBrowser({ DEMO: 'off' })

  /** It has the focus, lies in the window whole, and is told to assistive technology by its role. */
  async function isTold(page: Page, note: Locator) {
    await note.waitFor()
    const text = (await note.textContent())?.trim().slice(0, 40) ?? ''
    await eventually(async () => (await focusedIn(page)).name).toContain(text)
    const { y, height } = (await note.boundingBox())!
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y + height).toBeLessThanOrEqual(page.viewportSize()!.height)
  }
  const noteOf = (page: Page, role: 'alert' | 'status', hasText: string) =>
    page.getByRole('main').getByRole(role).filter({ hasText })

  describe.each([PHONE, DESK])('$width pixels wide', (viewport) => {
    test('a risen price, and pieces that are gone', async () => {
      const { page, product } = await there.shopping.filled({ name: 'Dear Coat', price: 80, countInStock: 1 })
      await page.setViewportSize(viewport)
      await page.goto('/checkout')
      await page.getByRole('button', { name: 'Continue to Payment' }).waitFor()
      await there.admin.put(`/api/products/${product._id}`, { price: 95.5 })
      await proceed(page)
      await isTold(page, noteOf(page, 'status', 'Dear Coat: now $95.50, was $80.00.'))
      await shootWindow(page, `told-price-${viewport.width}`)
      await buy(await customerAt(there.url), { ...product, price: 95.5 })
      await page.getByRole('button', { name: 'Continue with $95.50' }).click()
      await isTold(page, noteOf(page, 'alert', 'Dear Coat: Sold out'))
    })

    test('a payment that was cancelled, or declined', async () => {
      const { page } = await there.shopping.readyToPay()
      await page.setViewportSize(viewport)
      await (await openBuyersPage(page)).getByRole('button', { name: 'Cancel and return to the shop' }).click()
      await isTold(page, noteOf(page, 'status', 'You came back without paying.'))
      const again = await openBuyersPage(page)
      await again.getByRole('button', { name: 'Decline the card' }).click()
      await again.getByRole('button', { name: 'Return with the declined card' }).click()
      await isTold(page, noteOf(page, 'alert', 'Payment failed. Try again.'))
      await shootWindow(page, `told-declined-${viewport.width}`)
    })

    test('a checkout that a newer one has replaced: its payment has not failed', async () => {
      const { page } = await there.shopping.readyToPay()
      await page.setViewportSize(viewport)
      const second = await page.context().newPage()
      await second.goto('/checkout')
      await continueToPayment(second)
      await payButton(page).click()
      await isTold(page, noteOf(page, 'alert', 'A newer checkout has taken the place of this one'))
      expect(await page.getByText('Payment failed').count()).toBe(0)
      await shootWindow(page, `told-replaced-${viewport.width}`)
    })

    test('a color and a size that are not chosen yet', async () => {
      const page = await there.shopping.open()
      await page.setViewportSize(viewport)
      const { _id } = await listProduct(there.admin, { description: 'Long. '.repeat(300) })
      await visit(page, `/product/${_id}`)
      const choice = (name: string) => page.getByRole('main').getByRole('group', { name, exact: true })
      const add = () => page.getByRole('button', { name: 'Add to Cart' }).filter({ visible: true }).first().click()
      await page.evaluate('scrollTo(0, document.body.scrollHeight)')
      await add()
      await choice('Color').getByText('Choose a color').waitFor()
      await choice('Size').getByText('Choose a size').waitFor()
      await eventually(() => focusedIn(page)).toMatchObject({ name: 'Red', isInSight: true })
      await shootWindow(page, `told-choice-${viewport.width}`)
      await page.keyboard.press('Enter')
      await eventually(() => choice('Color').getByText('Choose a color').count()).toBe(0)
      await add()
      await eventually(() => focusedIn(page)).toMatchObject({ name: 'S', isInSight: true })
      await page.keyboard.press('Enter')
      await add()
      await page.getByRole('button', { name: 'Cart, 1 item' }).waitFor()
    })
  })
})
