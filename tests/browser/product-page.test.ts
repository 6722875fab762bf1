import type { Seen } from '@shop/language/analysis/trail'
import type { Product } from '@shop/language/product/api'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, shootWindow } from '../support/browser.ts'
import { callerAt } from '../support/caller.ts'
import { atRest, eventually, go, WIDTHS, windowPicture } from '../support/page-visits.ts'
import { listProduct } from '../support/people.ts'
import { PHONE } from '../support/shopper-pages.ts'
import { violationsIn } from './axe.ts'
import { builtFile } from './built-file.ts'
import { looksWrong } from './looks.ts'
import { pageOfEach, shopInBrowser } from './shop-in-browser.ts'

/* Runs in the page. */
const WIDTH = 'document.documentElement.scrollWidth'
const LARGE_IN_VIEW = `(() => {
  const track = document.querySelector('dialog[open] ul')
  return Math.round(track.scrollLeft / track.clientWidth) + 1
})()`
const SWIPE = `document.querySelector('main ul').scrollBy({ left: innerWidth, behavior: 'instant' })`
/** Simulates closing the tab. */
const LEAVE = `Object.defineProperty(document, 'hidden', { value: true })
document.dispatchEvent(new Event('visibilitychange'))`
const CAN_BE_SWIPED = "getComputedStyle(document.querySelector('main ul')).overflowX === 'auto'"
/** How many pictures a swipe has moved. */
const SWIPED = `Math.round(document.querySelector('main ul').scrollLeft / innerWidth)`

describe.runIf(hasBrowser)("a product's page", () => {
  const there = shopInBrowser()
  /** A product in several colors with a picture each, and in sizes with measures. */
  let product: Product
  let page: Page

  beforeAll(async () => {
    const all = (await callerAt(there.url).get('/api/products')).body as Product[]
    product = all.find(
      ({ countInStock, colors, sizes, images }) =>
        countInStock > 5 &&
        sizes.includes('M') &&
        colors.length > 1 &&
        colors.every((color) => images.some((image) => image.color === color)),
    )!
  })

  const main = () => page.getByRole('main')
  const button = (name: string | RegExp) => main().getByRole('button', { name }).filter({ visible: true })
  const swatch = (color: string) => main().getByRole('group', { name: 'Color' }).getByRole('button', { name: color })
  const isChosen = (color: string) => eventually(() => swatch(color).getAttribute('aria-pressed')).toBe('true')
  const shownPicture = () =>
    page.evaluate(`(() => {
      const width = innerWidth
      const middle = document.querySelector('main ul').getBoundingClientRect()
      return [...document.querySelectorAll('main ul:first-of-type > li img')].find((image) => {
        const { left, right } = image.getBoundingClientRect()
        return left < middle.left + middle.width / 2 && right > middle.left + middle.width / 2
      })?.getAttribute('src')
    })()`)
  const pictureOf = (color: string) => {
    const { url } = product.images.find((image) => image.color === color)!
    return url.replace('-1200.webp', '-800.webp')
  }

  describe.each(WIDTHS)('$width pixels wide', (viewport) => {
    pageOfEach(there, viewport, (opened) => {
      page = opened
    })

    test('choosing a picture of a color chooses that color, and choosing a color shows its picture', async () => {
      await go(page, `/product/${product._id}`)
      const [first = '', second = ''] = product.colors
      const other = product.images.findIndex(({ color }) => color === second)
      if (viewport === PHONE)
        for (let at = 2; at <= other + 1; at++) {
          await page.evaluate(SWIPE)
          await main().getByText(`${at} / ${product.images.length}`).waitFor()
        }
      else await button(new RegExp(`^Picture ${other + 1} of`)).click()
      await isChosen(second)
      await eventually(shownPicture).toBe(pictureOf(second))
      await swatch(first).click()
      await isChosen(first)
      await eventually(shownPicture).toBe(pictureOf(first))
      expect(await page.evaluate(WIDTH)).toBe(viewport.width)
    })

    test('pictures open large, one after the other, and can be zoomed', async () => {
      await go(page, `/product/${product._id}`)
      if (viewport === PHONE) await page.evaluate(SWIPE)
      else await button(/^Picture 2 of/).click()
      await button(/, open large$/)
        .nth(viewport === PHONE ? 1 : 0)
        .click()
      const large = page.getByRole('dialog', { name: `Pictures of ${product.name}` })
      await large.getByText(`2 of ${product.images.length}`).waitFor()
      await eventually(() => page.evaluate(LARGE_IN_VIEW)).toBe(2)
      await page.keyboard.press('ArrowLeft')
      await large.getByText(`1 of ${product.images.length}`).waitFor()
      await eventually(() => page.evaluate(LARGE_IN_VIEW)).toBe(1)
      const height = async () => (await large.locator('li:not([aria-hidden=true]) img').boundingBox())!.height
      const before = await height()
      await shootWindow(page, `product-large-${viewport.width}`)
      expect(await violationsIn(page)).toEqual([])
      await large.getByRole('button', { name: 'Zoom in' }).click()
      await eventually(height).toBeGreaterThan(before * 1.2)
      await page.keyboard.press('Escape')
      await large.waitFor({ state: 'detached' })
      await eventually(() => page.evaluate('document.activeElement.textContent')).toContain('open large')
    })
  })

  test('on a phone, a swipe made before the script has loaded is not lost', async () => {
    page = await there.shopping.open()
    const come = Promise.withResolvers<void>()
    await page.route(`**/${builtFile('src/main.tsx')}`, async (route) => {
      await come.promise
      await route.continue()
    })
    await page.goto(`/product/${product._id}`, { waitUntil: 'commit' })
    // The page can be swiped only once its stylesheet has loaded.
    await eventually(() => page.evaluate(CAN_BE_SWIPED).catch(() => false)).toBe(true)
    await page.evaluate(SWIPE)
    come.resolve()
    await main().getByText(`2 / ${product.images.length}`).waitFor()
    expect(await page.evaluate(SWIPED)).toBe(1)
  })

  test('sizes are shown in cm and inches, with care instructions', async () => {
    page = await there.shopping.open()
    await go(page, `/product/${product._id}`)
    await button('Size guide and care').click()
    const guide = page.getByRole('dialog', { name: 'Size guide and care' })
    await guide.getByRole('rowheader', { name: 'M', exact: true }).waitFor()
    const first = () => guide.getByRole('cell').first().textContent()
    const cm = Number(await first())
    await guide.getByRole('radio', { name: 'inches' }).check()
    await eventually(async () => Math.abs(Number(await first()) - cm / 2.54)).toBeLessThan(0.5)
    await guide.getByRole('heading', { name: 'Care', exact: true }).waitFor()
    expect(await looksWrong(page)).toEqual([])
    await windowPicture(page, 'product-sizes')
    await page.keyboard.press('Escape')
  })

  test('the estimated delivery is shown before adding, and a link to the cart is shown after it', async () => {
    page = await there.shopping.open()
    const { _id } = await listProduct(there.admin, { description: 'It is long. '.repeat(40), images: [] })
    await go(page, `/product/${_id}`)
    const day = new Date(Date.now() + 10 * 24 * 60 * 60 * 1000)
    await main()
      .getByText(new RegExp(`Estimated delivery: \\w+ ${day.getDate()}, ${day.getFullYear()}`))
      .waitFor()
    await eventually(() => button('Read more').count()).toBe(1)
    await button('Read more').click()
    await button('Read less').waitFor()
    await page.evaluate('scrollTo(0, 0)')
    await windowPicture(page, 'product-bare')
    await swatch('Red').click()
    await main().getByRole('button', { name: 'M', exact: true }).click()
    await button('Add to Cart').first().click()
    await button('View cart').first().click()
    await page.getByRole('dialog', { name: 'Your Cart' }).getByText('Test Shirt').waitFor()
  })

  test('views and refused sizes are sent when the page is left, and nothing is sent for visitors who forbid tracking', async () => {
    const soldOut = await listProduct(there.admin, { countInStock: 0 })
    const visit = async (asksNotToBeFollowed: boolean) => {
      page = await there.shopping.open()
      if (asksNotToBeFollowed)
        await page.addInitScript("Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })")
      const visits: unknown[] = []
      await page.route('**/api/trail', async (route) => {
        const { seen, ...visit } = route.request().postDataJSON()
        // On a slow machine two seconds can pass before the press, so the view comes first there. So the order of entries is not compared.
        visits.push({ ...visit, seen: seen.toSorted((one: Seen, other: Seen) => one.what.localeCompare(other.what)) })
        await route.continue()
      })
      await page.clock.install()
      const chunk = page.waitForResponse(`**/${builtFile('src/lib/trail.ts')}`)
      await go(page, `/product/${soldOut._id}`)
      await button('M sold out').first().click({ force: true })
      await chunk
      // A view counts as seen after two seconds.
      await page.clock.fastForward(2_000)
      await atRest(page)
      await page.evaluate(LEAVE)
      if (!asksNotToBeFollowed) await eventually(() => visits.length).toBeGreaterThan(0)
      // When this answer arrives, the shop has recorded everything that the page sent before it.
      await page.evaluate("fetch('/robots.txt').then((answer) => answer.text())")
      return visits
    }
    const productId = soldOut._id
    expect(await visit(false)).toEqual([
      {
        device: 'phone',
        entry: 'direct',
        isSignedIn: false,
        seen: [
          { what: 'product seen', productId, ago: 0 },
          { what: 'refused add', productId, size: 'M', color: '', ago: 0 },
        ],
      },
    ])
    expect(await visit(true)).toEqual([])
  })

  test('on a phone name, price and button are on the first screen, and the picture takes less than 60 % of it', async () => {
    for (const height of [844, 667]) {
      page = await there.shopping.open()
      await page.setViewportSize({ width: 390, height })
      await go(page, `/product/${product._id}`)
      const box = async (selector: string) =>
        (await page.locator(selector).filter({ visible: true }).first().boundingBox())!
      expect((await box('main ul')).height).toBeLessThanOrEqual(height * 0.6)
      const name = await box('main h1')
      expect(name.y + name.height).toBeLessThan(height - 68)
      const add = (await button('Add to Cart').last().boundingBox())!
      expect(add.y + add.height).toBeLessThanOrEqual(height)
      await shootWindow(page, `product-first-${height}`)
    }
  })
})
