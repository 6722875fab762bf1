import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { callerAt } from '../support/caller.ts'
import { isNotKept } from '../support/kept-pages.ts'
import { DESK, eventually, go } from '../support/page-visits.ts'
import { openCart } from '../support/shopper-pages.ts'
import { pageOfEach, shopInBrowser } from './shop-in-browser.ts'

const NOTHING_CHOSEN = 'Please select a size and color before adding to cart.'

describe.runIf(hasBrowser)('a toast', () => {
  const there = shopInBrowser()
  let page: Page
  let product: string

  beforeAll(async () => {
    const { body } = await callerAt(there.url).get('/api/products?limit=1')
    product = `/product/${body[0]._id}`
  })
  pageOfEach(there, DESK, async (opened) => {
    page = opened
    await page.clock.install()
  })

  const toasts = () => page.locator('.toast')
  const add = () => page.getByRole('button', { name: 'Add to Cart' }).first().click()
  /** Shows an error toast, which stays for one and a half seconds of the page's clock. Only the test moves that clock. */
  async function raise() {
    await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 60_000)
    await add()
    await eventually(() => toasts().count()).toBe(1)
  }
  const isGone = () => eventually(() => toasts().count()).toBe(0)

  test('is shown with at most two others, the newest first', async () => {
    await go(page, product)
    await raise()
    for (const shown of [2, 3]) {
      await add()
      await eventually(() => toasts().count()).toBe(shown)
    }
    const ids = () => toasts().evaluateAll((notes) => notes.map((note) => (note.seen ??= Math.random())))
    for (const _ of ['a fourth', 'a fifth']) {
      const [newest, second] = await ids()
      await add()
      await eventually(async () => (await ids()).slice(1)).toEqual([newest, second])
    }
  })

  for (const [how, attend, leave] of [
    ['the pointer', () => toasts().hover(), () => page.mouse.move(0, 0)],
    ['the focus', () => toasts().focus(), () => page.evaluate('document.activeElement.blur()')],
  ] as const)
    test(`stays while ${how} is on it, and after that for the rest of its time`, async () => {
      await go(page, product)
      await raise()
      await attend()
      await page.clock.runFor(10_000)
      expect(await toasts().count()).toBe(1)
      await leave()
      await page.clock.runFor(1000)
      expect(await toasts().count()).toBe(1)
      await page.clock.runFor(800)
      await isGone()
    })

  test('is closed by Escape', async () => {
    await go(page, product)
    await raise()
    await toasts().press('Escape')
    await page.clock.runFor(250)
    await isGone()
  })

  test('is swiped away, and comes back if the finger did not move far', async () => {
    await go(page, product)
    await raise()
    const { x, y } = (await toasts().boundingBox())!
    const finger = await page.context().newCDPSession(page)
    const swipe = async (far: number) => {
      const point = (dx: number) => [{ x: x + 100 + dx, y: y + 20 }]
      await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: point(0) })
      for (const dx of [far / 2, far])
        await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: point(dx) })
      await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    }
    await swipe(30)
    await page.clock.runFor(250)
    expect((await toasts().boundingBox())!.x).toBe(x)
    await swipe(90)
    await page.clock.runFor(250)
    await isGone()
  })

  test('lies above an open drawer', async () => {
    await go(page, product)
    await raise()
    await page.clock.resume()
    await isGone()
    for (const what of ['Size', 'Color'])
      await page.getByRole('group', { name: what, exact: true }).getByRole('button').first().click()
    const refusal = Promise.withResolvers<void>()
    await page.route('**/api/cart', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await refusal.promise
      await route.fulfill({ status: 409, contentType: 'application/json', body: '{"message":"All gone."}' })
    })
    await add()
    await openCart(page)
    refusal.resolve()
    await page.locator('.toast', { hasText: 'All gone.' }).click({ position: { x: 5, y: 5 } })
  })

  test('is shown in a browser without popovers', async () => {
    isNotKept(page)
    await page.addInitScript('delete HTMLElement.prototype.popover; delete HTMLElement.prototype.showPopover')
    await go(page, product)
    await add()
    await page.getByRole('alert').getByText(NOTHING_CHOSEN).waitFor()
  })
})
