import { simulatorCredentials } from '@shop/server/payments-config'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, launch, leave } from '../support/browser.ts'
import { eventually, picture, WIDTHS } from '../support/page-visits.ts'
import { adminAt } from '../support/people.ts'
import { startShop } from '../support/shop.ts'
import { PHONE, pressLast, proceed, seeConfirmation } from '../support/shopper-pages.ts'
import { ordersOf, type Shopping, shoppingAt } from '../support/shopping.ts'
import { looksWrong } from './looks.ts'
import { answerAsPaypal } from './paypal-stub.ts'

/** Runs in a frame, and waits until the browser has drawn the frame. */
const FRAME_DRAWN = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))'

const TOKEN_SECRET = 'a secret of the shop that stands for PayPal'

/*
 * The shop of this test is configured as for a real account. Its calls to PayPal's API go to the simulator of another shop, and the test
 * answers the browser's requests to PayPal's hosts.
 */
describe.runIf(hasBrowser && process.env.SHOP_URL === undefined)('with PayPal’s own script', () => {
  const opening = new AsyncDisposableStack()
  let shopping: Shopping
  let url: string
  let api: string

  beforeAll(async () => {
    const paypal = opening.adopt(await startShop({ DEMO: 'off', TOKEN_SECRET }), (shop) => shop.close())
    api = `${paypal.url}/simulator/paypal`
    const { clientId, clientSecret, merchantId } = simulatorCredentials(TOKEN_SECRET)
    const account = {
      PAYPAL_CLIENT_ID: clientId,
      PAYPAL_CLIENT_SECRET: clientSecret,
      PAYPAL_MERCHANT_ID: merchantId,
      PAYPAL_BASE_URL: api,
    }
    const shop = opening.adopt(await startShop({ DEMO: 'off', ...account }, { web: true }), (one) => one.close())
    const browser = opening.adopt(await launch(), leave)
    url = shop.url
    shopping = shoppingAt(url, browser, await adminAt(url))
  })
  afterAll(() => opening.disposeAsync())

  /** A customer whose checkout shows PayPal's button. `refused` collects what the security policy of the page blocks, in all frames. */
  async function atPaypalsButton(size = PHONE) {
    const { page, customer } = await shopping.filled({ name: 'Loom Shirt', countInStock: 5 })
    await page.setViewportSize(size)
    const refused: string[] = []
    page.on('console', (line) => line.text().includes('Content Security Policy') && refused.push(line.text()))
    const requested = await answerAsPaypal(page.context(), { api })
    await page.goto('/checkout')
    await proceed(page)
    const button = page.frameLocator('iframe[title=PayPal]').getByRole('button', { name: 'Pay at PayPal' })
    await button.waitFor()
    const press = async () => {
      // PayPal's frame is another process. The browser delivers a press to it only after the frame has been drawn.
      await button.evaluate(FRAME_DRAWN)
      return (await Promise.all([page.waitForEvent('popup'), button.click()]))[0]
    }
    return { page, customer, refused, requested, button, press }
  }

  /** Tries to run two scripts in the page: an inline script without the page's nonce, and PayPal's script. Returns which of them ran. */
  const tryScripts = (page: Page) =>
    page.evaluate(`new Promise((resolve) => {
      const inline = document.head.appendChild(document.createElement('script'))
      inline.textContent = 'window.ranInline = true'
      const theirs = document.createElement('script')
      theirs.onload = () => resolve([Boolean(window.ranInline), true])
      theirs.onerror = () => resolve([Boolean(window.ranInline), false])
      theirs.src = 'https://www.paypal.com/tried.js'
      document.head.append(theirs)
    })`)

  test('its frames, styles, pictures, requests, inline scripts and window are allowed, and the payment becomes the order', async () => {
    const { page, customer, refused, requested, press } = await atPaypalsButton()
    const done = 'paypal.done'
    expect(await page.evaluate(`${done}.query`)).toMatchObject({ currency: 'USD', intent: 'capture' })
    expect(await page.evaluate(`${done}.query['merchant-id']`)).toBe(simulatorCredentials(TOKEN_SECRET).merchantId)
    expect(await page.evaluate(`${done}.hasNonce`)).toBe(true)
    expect(await page.evaluate(`${done}.asked.then((answers) => answers.map(({ ok }) => ok))`)).toEqual([
      true,
      true,
      true,
    ])
    await eventually(() => page.evaluate('window.paypalFirstLook')).toBe(true)
    for (const address of ['account.venmo.com/frame', 'c.paypal.com/frame', 'www.venmo.com/part.js', 't.paypal.com/ts'])
      await eventually(() => requested).toContain(address)
    expect(refused).toEqual([])
    await picture(page, 'checkout-paypal')

    const window = await press()
    await pressLast(window, 'Agree and pay')
    await seeConfirmation(page, 'Loom Shirt')
    expect(await ordersOf(customer)).toHaveLength(1)
    expect(refused).toEqual([])
  })

  test('every other page has the strict policy, even on the way back from checkout', async () => {
    const { page } = await atPaypalsButton()
    expect(await tryScripts(page)).toEqual([false, true])
    await page.getByRole('link', { name: 'Selvedge' }).first().click()
    await page.waitForURL(`${url}/`)
    expect(await tryScripts(page)).toEqual([false, false])
  })

  test.each(WIDTHS)('a window blocked by the browser is reported at $width, with what to do', async (size) => {
    const { page, button, press } = await atPaypalsButton(size)
    await page.evaluate('window.opened = window.open; window.open = () => null')
    await button.click()
    await page.getByText('Your browser did not open the payment window.').waitFor()
    expect(await looksWrong(page)).toEqual([])
    await picture(page, 'checkout-window-blocked')
    await page.evaluate('window.open = window.opened')
    await pressLast(await press(), 'Agree and pay')
    await seeConfirmation(page)
  })

  test.each(WIDTHS)(
    'after a window broke, the page first looks the payment up and reports the failure at $width; the next try succeeds',
    async (size) => {
      const { page, press } = await atPaypalsButton(size)
      await pressLast(await press(), 'Break')
      const alert = page.getByRole('alert').filter({ hasText: 'Payment failed. Try again.' })
      await alert.getByText('Nothing was charged.').waitFor()
      expect(await looksWrong(page)).toEqual([])
      await picture(page, 'checkout-window-broke')
      await pressLast(await press(), 'Agree and pay')
      await seeConfirmation(page)
    },
  )

  test('if the buyer cancels during an outage, the page does not claim that the payment failed, and looks it up again', async () => {
    const { page, press } = await atPaypalsButton()
    const window = await press()
    await page.route(/\/api\/checkout\/[\w-]+$/, (route) => route.abort())
    await pressLast(window, 'Cancel')
    const note = page.getByRole('status').filter({ hasText: 'We do not know yet whether your payment went through.' })
    await note.waitFor()
    expect(await page.getByText('Nothing was charged').count()).toBe(0)
    expect(await looksWrong(page)).toEqual([])
    await picture(page, 'checkout-not-known')
    await page.unroute(/\/api\/checkout\/[\w-]+$/)
    await note.getByRole('button', { name: 'Check again' }).click()
    await page.getByText('You came back without paying. Nothing was charged').waitFor()
  })
})
