import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, launch, leave, scrollThrough, shoot, shootWindow } from './browser.ts'
import { PASSWORD } from './people.ts'
import { startShop } from './shop.ts'
import { openCart, PHONE, pressLast } from './shopper-pages.ts'

/** Tests the way from the home page to a paid order, in a window of each of these sizes. */
export function tryJourney(sizes: readonly (typeof PHONE)[]) {
  let shop: Awaited<ReturnType<typeof startShop>>
  let browser: Browser

  describe.runIf(hasBrowser)('a shopper in a browser', () => {
    beforeAll(async () => {
      shop = await startShop({}, { web: true })
      browser = await launch()
    })
    afterAll(async () => {
      await leave(browser)
      await shop?.close()
    })

    for (const viewport of sizes) {
      const device = viewport === PHONE ? 'a phone' : 'a desk'
      test(`fills a cart as a guest on ${device}, registers, keeps the cart, pays and finds the order`, async () => {
        const page = await browser.newPage({ baseURL: shop.url, viewport })
        const wrong: string[] = []
        page.on('pageerror', (error) => wrong.push(error.message))
        // If other tests have filled the shop, products can have pictures on hosts that do not exist.
        const isOurs = (text: string) => !text.includes('ERR_NAME_NOT_RESOLVED')
        page.on(
          'console',
          (message) => message.type() === 'error' && isOurs(message.text()) && wrong.push(message.text()),
        )
        const picture = async (name: string) => {
          await scrollThrough(page)
          await shoot(page, `${name}-${viewport.width}`)
        }

        await page.goto('/')
        await page.getByRole('heading', { name: 'Vacation Ready' }).waitFor()
        await picture('home')
        await page.getByRole('link', { name: 'Shop Now', exact: true }).click()
        await page.getByRole('heading', { name: 'All Collection' }).waitFor()
        await picture('collection')
        const name = await chooseFirstProduct(page)
        await picture('product')
        await page.getByRole('button', { name: 'Add to Cart' }).first().click()
        await page.getByText('Product added to cart successfully!').first().waitFor()

        const cart = await openCart(page)
        await cart.getByText(name).waitFor()
        // Waits until the drawer has moved into the window. It is as high as the window.
        await page.evaluate(
          `Promise.all(document.querySelector('dialog[open]').getAnimations().map(({ finished }) => finished.then(() => {})))`,
        )
        await shootWindow(page, `cart-${viewport.width}`)
        await cart.getByRole('button', { name: 'Checkout' }).click()
        await page.waitForURL(/\/login\?redirect=/)
        await picture('login')
        await page
          .getByRole('main')
          .getByRole('link', { name: /account|register/i })
          .click()
        await page.waitForURL(/\/register\?redirect=/)
        await page.getByLabel('Name').fill('Ada Weaver')
        await page.getByLabel('Email').first().fill(`${crypto.randomUUID()}@x.test`)
        await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
        await picture('register')
        await page.getByRole('button', { name: 'Sign Up' }).click()

        await page.waitForURL('**/checkout')
        await page.getByRole('button', { name: 'Continue to Payment' }).waitFor()
        expect(await page.getByRole('main').textContent()).toContain(name)
        for (const [label, value] of [
          ['First name', 'Ada'],
          ['Last name', 'Weaver'],
          ['Address', '1 Loom Lane'],
          ['City', 'Ghent'],
          ['Postal code', '9000'],
          ['Country', 'Belgium'],
        ] as const)
          await page
            .getByLabel(new RegExp(`^${label}`, 'i'))
            .first()
            .fill(value)
        await picture('checkout')
        await page.getByRole('button', { name: 'Continue to Payment' }).click()
        const button = page.getByRole('button', { name: /^Pay with PayPal/ })
        await button.waitFor()
        await picture('checkout-pay')
        const [buyersPage] = await Promise.all([page.waitForEvent('popup'), button.click()])
        await buyersPage.getByText('Test payments').first().waitFor()
        await shoot(buyersPage, `paypal-${viewport.width}`)
        await pressLast(buyersPage, 'Approve payment')

        await page.waitForURL('**/order-confirmation')
        await page.getByRole('heading', { name: 'Thank You for Your Order!' }).waitFor()
        await page.getByText(name).filter({ visible: true }).first().waitFor()
        await picture('order-confirmation')
        await page.goto('/my-orders')
        await page.getByText(name).filter({ visible: true }).first().waitFor()
        await picture('my-orders')
        await page.getByText(name).filter({ visible: true }).first().click({ force: true })
        await page.waitForURL('**/order/*')
        await page.getByText('Payment Approved').filter({ visible: true }).first().waitFor()
        await page.getByText('Not Delivered').filter({ visible: true }).first().waitFor()
        await picture('order')
        await page.goto('/profile')
        await page.getByText('Ada Weaver').filter({ visible: true }).first().waitFor()
        await picture('profile')
        await page.close()
        expect(wrong).toEqual([])
      })
    }

    test('an unknown address shows the not-found page', async () => {
      const page = await browser.newPage({ baseURL: shop.url, viewport: PHONE })
      await page.goto('/no/such/page')
      await page.getByText('This page was removed').waitFor()
      await shoot(page, 'not-found-390')
      await page.close()
    })
  })
}

/** Chooses a size and a color of the first product that is not sold out. Returns its name. */
async function chooseFirstProduct(page: Page): Promise<string> {
  const card = page.getByRole('main').locator('a[href^="/product/"]').first()
  await card.click()
  await page.waitForURL('**/product/*')
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await page.getByText('Please select a size and color before adding to cart.').first().waitFor()
  await page.locator('.toast').waitFor({ state: 'detached' })
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await page.getByRole('group', { name: 'Color' }).getByRole('button').first().click()
  await page.getByRole('group', { name: 'Size' }).getByRole('button').first().click()
  return name
}
