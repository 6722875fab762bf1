import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { eventually, go, picture, sees, WIDTHS, windowPicture } from '../support/page-visits.ts'
import { ADDRESS, buy } from '../support/people.ts'
import { payButton } from '../support/shopper-pages.ts'
import { looksWrong } from './looks.ts'
import { keptOfAdmin, openAt, shopInBrowser } from './shop-in-browser.ts'

/* Runs in the page: returns the labels of the city, the state and the postal code, in the order of their fields. */
const PLACE = `[...document.querySelectorAll('input[name=city], input[name=state], input[name=postalCode]')].map(
  (field) => field.labels[0].textContent)`

const LONDON = {
  ...ADDRESS,
  address: '10 Downing Street',
  city: 'London',
  postalCode: 'SW1A 2AA',
  country: 'United Kingdom',
}

describe.runIf(hasBrowser)('an address', () => {
  const there = shopInBrowser({ DEMO: 'off' })
  const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

  test.each(WIDTHS)('has the fields and the format of its country, $width wide', async (size) => {
    const { page } = await there.shopping.filled({ name: 'Loom Shirt' })
    await page.setViewportSize(size)
    await page.goto('/checkout')
    for (const [country, place] of [
      ['Germany', ['Postal Code', 'City']],
      ['Hong Kong', ['City', 'State or province']],
      ['United Kingdom', ['City', 'Postal Code']],
      ['Canada', ['City', 'Province', 'Postal Code']],
      ['United States', ['City', 'State', 'Postal Code']],
    ] as const) {
      await field(page, 'Country').fill(country)
      await eventually(() => page.evaluate(PLACE)).toEqual(place)
    }
    const typed = {
      Address: '1100 Congress Ave',
      City: 'Austin',
      'Postal Code': '78701',
      'First Name': 'Ada',
      'Last Name': 'Weaver',
    }
    for (const [label, text] of Object.entries(typed)) await field(page, label).fill(text)
    await page.getByRole('button', { name: 'Continue to Payment' }).click()
    await page.getByText('We cannot deliver without State or province.').waitFor()
    expect(await looksWrong(page)).toEqual([])
    await picture(page, 'checkout-in-texas')
    await field(page, 'State').fill('TX')
    await page.getByRole('button', { name: 'Continue to Payment' }).click()
    await payButton(page).waitFor()
    await page.getByText('1100 Congress Ave, Austin, TX 78701, United States').waitFor()
    await windowPicture(page, 'payment-in-texas', [size])
  })

  test.each(WIDTHS)('without a state continues at the second press, $width wide', async (size) => {
    const { page } = await there.shopping.filled({ name: 'Loom Shirt' })
    await page.setViewportSize(size)
    await page.goto('/checkout')
    await field(page, 'Country').fill('Australia')
    const typed = {
      Address: '1 Loom Lane',
      City: 'Perth',
      'Postal Code': '6000',
      'First Name': 'Ada',
      'Last Name': 'Weaver',
    }
    for (const [label, text] of Object.entries(typed)) await field(page, label).fill(text)
    const goOn = page.getByRole('button', { name: 'Continue to Payment' })
    await goOn.click()
    await page.getByText('We cannot deliver without State or province.').waitFor()
    await eventually(async () => {
      // The click fails if an earlier click has already led to the next step, because that step does not have the button.
      await goOn.click({ timeout: 1000 }).catch(() => {})
      return payButton(page).isVisible()
    }).toBe(true)
  })

  test.each(WIDTHS)('has the format of its country on the order and on the packing slip, $width wide', async (size) => {
    const { product, customer, page } = await there.shopping.filled({ name: 'Loom Shirt' })
    const order = await buy(customer, product, 1, LONDON)
    await page.setViewportSize(size)
    await go(page, `/order/${order._id}`)
    await sees(page, '10 Downing Street', 'London', 'SW1A 2AA', 'United Kingdom')
    expect(await looksWrong(page)).toEqual([])
    const admin = await openAt(there, keptOfAdmin(there), `/admin/orders/${order._id}`, size)
    await admin.getByRole('button', { name: 'Packing slip' }).waitFor()
    await admin.emulateMedia({ media: 'print' })
    await sees(admin, '10 Downing Street', 'London', 'SW1A 2AA', 'United Kingdom')
  })
})
