import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { answered, DESK, eventually, go, WIDTHS, windowPicture } from '../support/page-visits.ts'
import { buy, customerAt, listProduct } from '../support/people.ts'
import {
  continueToPayment,
  openBuyersPage,
  PHONE,
  payButton,
  pressLast,
  proceed,
  putInCart,
} from '../support/shopper-pages.ts'
import { focusedIn } from './keyboard.ts'
import { shopInBrowser } from './shop-in-browser.ts'

describe.runIf(hasBrowser)('the user sees and hears about', () => {
  const there = shopInBrowser({ DEMO: 'off' })

  /** Checks that the message has the focus and is fully in the window. Its role reports it to assistive technology. */
  async function isAnnounced(page: Page, note: Locator) {
    await note.waitFor()
    const text = (await note.textContent())?.trim().slice(0, 40) ?? ''
    const looks = async () => {
      const { name } = await focusedIn(page)
      const box = await note.boundingBox()
      const isWhole = box !== null && box.y >= 0 && box.y + box.height <= page.viewportSize()!.height
      return { hasFocus: name.includes(text), isWhole }
    }
    await eventually(looks).toEqual({ hasFocus: true, isWhole: true })
  }
  const noteOf = (page: Page, role: 'alert' | 'status', hasText: string) =>
    page.getByRole('main').getByRole(role).filter({ hasText })

  /** Does the act at each of these widths, and checks each time that the message is shown. */
  async function isAnnouncedWhen(act: () => Promise<unknown>, note: Locator, { sizes = WIDTHS, name = '' } = {}) {
    const page = note.page()
    for (const size of sizes) {
      await page.setViewportSize(size)
      // Without this step the focus of an earlier act could pass for the result of this act.
      await page.evaluate('scrollTo(0, 0); document.activeElement?.blur()')
      await act()
      await isAnnounced(page, note)
      if (name) await windowPicture(page, name, [size])
    }
  }

  test('a higher price, and pieces that are sold out', async () => {
    const { page, product, customer } = await there.shopping.filled({ name: 'Dear Coat', price: 80, countInStock: 1 })
    const cap = await listProduct(there.admin, { name: 'Warm Cap', price: 4.5, countInStock: 1 })
    await putInCart(customer, cap)
    // The page gets no live updates, so it does not know that other customers buy pieces.
    await page.route('**/api/live?*', (route) => route.abort())
    await page.goto('/checkout')
    await page.getByRole('button', { name: 'Continue to Payment' }).waitFor()
    await there.admin.put(`/api/products/${product._id}`, { price: 95.5 })
    // At the second width the note from the first width is still shown, so the test waits for the shop's answer.
    const goOn = () => answered(page, 'POST /api/checkout', () => proceed(page))
    await isAnnouncedWhen(goOn, noteOf(page, 'status', 'Dear Coat: now $95.50, was $80.00.'), {
      name: 'told-price',
    })
    await buy(await customerAt(there.url), { ...product, price: 95.5 })
    const agree = page.getByRole('button', { name: 'Continue with $100.00' })
    const goOnAgreed = () => answered(page, 'POST /api/checkout', () => agree.click())
    await isAnnouncedWhen(goOnAgreed, noteOf(page, 'alert', 'Dear Coat: Sold out'), { sizes: [DESK] })
    await buy(await customerAt(there.url), cap)
    await isAnnouncedWhen(goOn, noteOf(page, 'alert', 'Warm Cap: Sold out'), { sizes: [PHONE] })
  })

  test('a cancelled or declined payment', async () => {
    const { page } = await there.shopping.readyToPay()
    const cancel = async () => pressLast(await openBuyersPage(page), 'Cancel and return to the shop')
    await isAnnouncedWhen(cancel, noteOf(page, 'status', 'You came back without paying.'))
    const isDeclined = noteOf(page, 'alert', 'Payment failed. Try again.')
    const comeBack = (from: Page) => pressLast(from, 'Return with the declined card')
    const again = await openBuyersPage(page)
    await again.getByRole('button', { name: 'Decline the card' }).click()
    // The window opens again by itself, for another card.
    const reopened = page.waitForEvent('popup')
    await isAnnouncedWhen(() => comeBack(again), isDeclined, { sizes: [PHONE], name: 'told-declined' })
    const restarted = await reopened
    await isAnnouncedWhen(() => comeBack(restarted), isDeclined, { sizes: [DESK], name: 'told-declined' })
  })

  test('a checkout that a newer checkout has replaced: the message does not say that the payment failed', async () => {
    const { page } = await there.shopping.readyToPay()
    const second = await page.context().newPage()
    for (const [size, older, newer] of [
      [PHONE, page, second],
      [DESK, second, page],
    ] as const) {
      await newer.goto('/checkout')
      await continueToPayment(newer)
      const note = noteOf(older, 'alert', 'A newer checkout has replaced this one')
      await isAnnouncedWhen(() => payButton(older).click(), note, { sizes: [size], name: 'told-replaced' })
      expect(await older.getByText('Payment failed').count()).toBe(0)
    }
  })

  test('that no color or no size is chosen', async () => {
    const page = await there.shopping.open()
    const { _id } = await listProduct(there.admin, { description: 'Long. '.repeat(300) })
    const choice = (name: string) => page.getByRole('main').getByRole('group', { name, exact: true })
    const add = () => page.getByRole('button', { name: 'Add to Cart' }).filter({ visible: true }).first().click()
    for (const size of WIDTHS) {
      await page.setViewportSize(size)
      await go(page, `/product/${_id}`)
      await page.evaluate('scrollTo(0, document.body.scrollHeight)')
      await add()
      await choice('Color').getByText('Choose a color').waitFor()
      await choice('Size').getByText('Choose a size').waitFor()
      await eventually(() => focusedIn(page)).toMatchObject({ name: 'Red', isInSight: true })
      await windowPicture(page, 'told-choice', [size])
      await page.keyboard.press('Enter')
      await eventually(() => choice('Color').getByText('Choose a color').count()).toBe(0)
      await add()
      await eventually(() => focusedIn(page)).toMatchObject({ name: 'S', isInSight: true })
    }
    await page.keyboard.press('Enter')
    await add()
    await page.getByRole('button', { name: 'Cart, 1 item' }).waitFor()
  })
})
