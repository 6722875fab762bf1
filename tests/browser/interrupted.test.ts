import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { callerAt } from '../support/caller.ts'
import { isNotKept } from '../support/kept-pages.ts'
import { eventually, go, sees, WIDTHS, windowPicture } from '../support/page-visits.ts'
import { customerAt } from '../support/people.ts'
import { openBuyersPage, openCart, pressLast, signIn } from '../support/shopper-pages.ts'
import { builtFile } from './built-file.ts'
import { looksWrong } from './looks.ts'
import { shopInBrowser } from './shop-in-browser.ts'

describe.runIf(hasBrowser)('an interruption', () => {
  const there = shopInBrowser({ DEMO: 'off', SIMULATOR_FAULTS: 'on' })

  describe.each(WIDTHS)('$width wide', (size) => {
    test('by a sign-out elsewhere is reported, and the same customer gets the typed text back', async () => {
      const { page, customer } = await there.shopping.filled({ name: 'Kept Shirt' })
      await page.setViewportSize(size)
      await page.goto('/checkout')
      const address = page.getByLabel('Address', { exact: true })
      await address.fill('1 Loom Lane')
      await page.getByLabel('City', { exact: true }).fill('Ghent')
      await customer.send('DELETE', '/api/users/me/sessions')
      await page.reload()
      await sees(page, 'You were signed out. Sign in to continue.')
      expect(await looksWrong(page)).toEqual([])
      await windowPicture(page, 'signed-out', [size])
      await signIn(page, customer)
      await eventually(() => address.inputValue()).toBe('1 Loom Lane')
      expect(await page.getByLabel('City', { exact: true }).inputValue()).toBe('Ghent')
    })

    test('by a sign-out does not show the typed text to another customer who signs in', async () => {
      const { page, customer } = await there.shopping.filled({ name: 'Kept Shirt' })
      await page.setViewportSize(size)
      await page.goto('/checkout')
      await page.getByLabel('Address', { exact: true }).fill('1 Loom Lane')
      await customer.send('DELETE', '/api/users/me/sessions')
      await page.reload()
      await sees(page, 'You were signed out. Sign in to continue.')
      const other = await customerAt(there.url)
      await signIn(page, other)
      // After signing in, the browser returns to the checkout. That page redirects to the home page, because this customer's cart is empty.
      await eventually(() => new URL(page.url()).pathname).toBe('/')
      expect(await page.evaluate("sessionStorage.getItem('checkout')")).toBeNull()
    })

    test('by a lost connection ends without a press: the requested page and the requested part are loaded', async () => {
      // A fresh browser, without the shop's code in its cache.
      const page = await there.shopping.open({}, { viewport: size, fresh: true })
      isNotKept(page)
      await go(page, '/support/shipping')
      await page.context().setOffline(true)
      const said = page
        .getByRole('status')
        .filter({ hasText: 'You are offline. The page you opened loads when you are back' })
      await page.getByRole('contentinfo').getByRole('link', { name: 'Contact Us' }).first().click()
      await said.waitFor()
      expect(await looksWrong(page)).toEqual([])
      await windowPicture(page, 'offline-page', [size])
      await page.context().setOffline(false)
      await page.waitForURL('**/contact')
      await page.getByRole('heading', { name: 'Contact Us' }).waitFor()
      expect(await said.count()).toBe(0)
    })

    test('by a file that fails to load the first time is retried', async () => {
      // A fresh browser, without the shop's code in its cache.
      const page = await there.shopping.open({}, { viewport: size, fresh: true })
      isNotKept(page)
      let tries = 0
      await page.route(`**/${builtFile('src/cart/cart-drawer.tsx')}`, (route) =>
        ++tries <= 2 ? route.abort('connectionreset') : route.continue(),
      )
      await go(page, '/')
      await (await openCart(page)).getByText('Your cart is empty.').waitFor()
      expect(tries).toBe(3)
    })

    test('by a payment with a wrong amount shows that the money is being refunded', async () => {
      const { page, customer } = await there.shopping.readyToPay()
      await page.setViewportSize(size)
      await callerAt(there.url).post('/simulator/paypal/faults', { fault: 'wrong-amount', on: 'capture' })
      await pressLast(await openBuyersPage(page), 'Approve payment')
      await page
        .getByRole('alert')
        .filter({ hasText: 'PayPal charged an amount that is not your total. We are refunding it.' })
        .waitFor()
      expect(await page.getByText('Payment failed').count()).toBe(0)
      expect(await looksWrong(page)).toEqual([])
      await windowPicture(page, 'wrong-amount', [size])
      expect((await customer.get('/api/orders/my-orders')).body).toEqual([])
    })
  })
})
