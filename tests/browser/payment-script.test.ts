import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { eventually, picture, WIDTHS } from '../support/page-visits.ts'
import { approveIn, continueToPayment, proceed, seeConfirmation } from '../support/shopper-pages.ts'
import { looksWrong } from './looks.ts'
import { shopInBrowser } from './shop-in-browser.ts'

describe.runIf(hasBrowser)('the script of the payment provider', () => {
  const there = shopInBrowser({ DEMO: 'off' })

  test.each(WIDTHS)('that fails to load is reported at $width, and can be loaded again', async (size) => {
    const { page } = await there.shopping.filled()
    await page.setViewportSize(size)
    await page.route('**/sdk/js*', (route) => route.abort())
    await page.goto('/checkout')
    await proceed(page)
    await page.getByText('The payment provider did not answer, so its buttons are missing.').waitFor()
    expect(await looksWrong(page)).toEqual([])
    await picture(page, 'checkout-no-provider')
    await page.unroute('**/sdk/js*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await approveIn(page)
    await seeConfirmation(page)
  })

  test.each(WIDTHS)('that never arrives is reported after a while at $width', async (size) => {
    const { page } = await there.shopping.filled()
    await page.setViewportSize(size)
    let asked = 0
    await page.route('**/sdk/js*', (route) => (asked++ === 0 ? undefined : route.continue()))
    await page.clock.install()
    await page.goto('/checkout')
    await proceed(page)
    await page.getByText('You pay $25.00 in US dollars.').waitFor()
    const late = page
      .getByRole('alert')
      .filter({ hasText: 'The payment provider has not answered yet, so its buttons are missing.' })
    await eventually(() => page.clock.fastForward(20_000).then(() => late.count())).toBe(1)
    expect(await looksWrong(page)).toEqual([])
    await picture(page, 'checkout-late-provider')
    await late.getByRole('button', { name: 'Load the page again' }).click()
    await continueToPayment(page)
    await approveIn(page)
    await seeConfirmation(page)
  })
})
