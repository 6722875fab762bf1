import type { Product } from '@shop/language/product/api'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hasBrowser, shootWindow } from '../support/browser.ts'
import { callerAt } from '../support/caller.ts'
import { eventually, go, hrefsIn, WIDTHS, windowPicture } from '../support/page-visits.ts'
import { PHONE } from '../support/shopper-pages.ts'
import { violationsIn } from './axe.ts'
import { pageOfEach, shopInBrowser } from './shop-in-browser.ts'

describe.runIf(hasBrowser)('a list of products', () => {
  const there = shopInBrowser()
  let page: Page

  const productsAt = async (query: string) =>
    (await callerAt(there.url).get(`/api/products?${query}`)).body as Product[]
  const cards = () => page.getByRole('region', { name: 'Products', exact: true })
  const path = () => decodeURIComponent(page.url().slice(there.url.length))
  const crumbs = () =>
    page.getByRole('navigation', { name: 'Breadcrumb' }).locator('a, span:not([aria-hidden])').allTextContents()
  const headTop = async () => (await page.getByRole('banner').boundingBox())!

  describe.each(WIDTHS)('$width pixels wide', (viewport) => {
    pageOfEach(there, viewport, (opened) => {
      page = opened
    })

    test('lets visitors reach filter and sort at any scroll position, and the header after scrolling up a little', async () => {
      await go(page, '/collections/all')
      await page.mouse.move(200, 400)
      await page.mouse.wheel(0, 1400)
      // The header hides only after the script of the page has loaded, so the page is scrolled until the header hides.
      await eventually(async () => {
        await page.mouse.wheel(0, 100)
        const { y, height } = await headTop()
        return y + height
      }).toBeLessThanOrEqual(0)
      const sort = page.getByLabel('Sort').filter({ visible: true })
      const place = (await sort.boundingBox())!
      expect(place.y).toBeGreaterThanOrEqual(0)
      expect(place.y + place.height).toBeLessThan(viewport.height)
      await page.mouse.wheel(0, -200)
      await eventually(async () => (await headTop()).y).toBe(0)
      await eventually(async () => (await sort.boundingBox())!.y).toBeGreaterThanOrEqual((await headTop()).height)
      await shootWindow(page, `list-scrolled-${viewport.width}`)
      if (viewport === PHONE) await page.getByRole('button', { name: /^Filter/ }).click({ trial: true })
      else
        await page
          .getByRole('complementary', { name: 'Filters' })
          .getByRole('button', { name: 'XS' })
          .click({ trial: true })
      expect(await violationsIn(page)).toEqual([])
    })

    test('has a button to clear each filter where the filter was set', async () => {
      await go(page, '/collections/all?gender=Men&category=Outerwear')
      if (viewport === PHONE) await page.getByRole('button', { name: /^Filter/ }).click()
      const men = page.getByRole('radio', { name: 'Men', exact: false }).filter({ visible: true }).first()
      expect(await men.isChecked()).toBe(true)
      await men.click()
      await eventually(path).toBe('/collections/all?category=Outerwear')
      await page.getByRole('button', { name: 'Clear Category' }).filter({ visible: true }).press('Enter')
      await eventually(path).toBe('/collections/all')
    })

    test('shows as many products as before after a reload, and the first products after another choice', async () => {
      await go(page, '/collections/all')
      const shown = (count: number) => eventually(() => hrefsIn(cards())).toHaveLength(count)
      await page.getByRole('button', { name: 'Show 24 more' }).click()
      await shown(48)
      expect(path()).toBe('/collections/all?shown=48')
      await go(page, '/collections/all?shown=48')
      await shown(48)
      await page.getByRole('button', { name: /^Show \d+ more$/ }).click()
      const all = await productsAt('')
      await eventually(() => hrefsIn(cards())).toEqual(all.slice(0, 72).map(({ _id }) => `/product/${_id}`))
      await page.getByLabel('Sort').filter({ visible: true }).selectOption('priceasc')
      await eventually(path).toBe('/collections/all?sortBy=priceasc')
      await shown(24)
    })

    test('shows no number in the drawer of the filters if the list could not be loaded', async () => {
      await go(page, '/collections/all?gender=Women&category=Top+Wear')
      await page.context().setOffline(true)
      onTestFinished(() => page.context().setOffline(false))
      await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Women' }).click()
      await page.getByRole('alert').filter({ hasText: 'Error loading products: You are offline.' }).waitFor()
      if (viewport !== PHONE) return
      await page.getByRole('button', { name: /^Filter/ }).click()
      await page.getByRole('button', { name: 'Show products', exact: true }).waitFor()
    })

    test('leads to products, and the header marks the gender of the shown product', async () => {
      const [product] = await productsAt('gender=Women&limit=1')
      await go(page, `/product/${product?._id}`)
      if (viewport === PHONE) await page.getByRole('button', { name: 'Menu' }).press('Enter')
      await eventually(() => page.evaluate(MARKED)).toEqual(['Women'])
      await shootWindow(page, `product-gender-${viewport.width}`)
    })
  })

  test('shows the filtered color on each card, and shows unisex products among products for men', async () => {
    page = await there.shopping.open()
    await go(page, '/collections/all?gender=Men&color=Black')
    const shown = await productsAt('gender=Men,Unisex&color=Black&limit=24')
    expect(new Set(shown.map(({ gender }) => gender))).toEqual(new Set(['Men', 'Unisex']))
    const inBlack = ({ images }: Product) =>
      images.find(({ color = '' }) => color.startsWith('Black')) ??
      images.find(({ color = '' }) => /\bblack\b/.test(color))
    const addressOf = (product: Product) =>
      `/product/${product._id}?color=${encodeURIComponent(inBlack(product)?.color ?? '')}`
    await eventually(() => hrefsIn(cards())).toEqual(shown.map(addressOf))
    const black = (product: Product) => (inBlack(product) ?? product.images[0])?.url.replace('-1200.webp', '-800.webp')
    const pictures = () =>
      cards()
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.querySelector('img')?.getAttribute('src')))
    expect(await pictures()).toEqual(shown.map(black))
    expect(shown.some((product) => black(product) !== black({ ...product, images: product.images.slice(0, 1) }))).toBe(
      true,
    )
    await windowPicture(page, 'list-black')
  })

  test('shows its place in the breadcrumb and the title', async () => {
    page = await there.shopping.open()
    await go(page, '/collections/all?gender=Women&category=Top+Wear')
    await eventually(() => page.title()).toBe('Women, Top Wear - Selvedge')
    expect(await crumbs()).toEqual(['Home', 'All Collection', 'Women', 'Top Wear'])
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Women' }).click()
    await eventually(path).toBe('/collections/all?gender=Women')
    await go(page, '/collections/vacation')
    await eventually(() => page.title()).toBe('Vacation - Selvedge')
    expect(await crumbs()).toEqual(['Home', 'All Collection', 'Vacation'])
    await page.getByRole('heading', { level: 1, name: 'All Collection' }).waitFor()
  })

  test('reports a lost connection, and continues when the connection is back', async () => {
    page = await there.shopping.open()
    await go(page, '/collections/all?gender=Women')
    await page.context().setOffline(true)
    const said = page.getByRole('status').filter({ hasText: 'You are offline.' })
    await said.waitFor()
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'All Collection' }).click()
    await page.getByRole('alert').filter({ hasText: 'Error loading products' }).waitFor()
    await windowPicture(page, 'list-offline')
    await page.context().setOffline(false)
    await said.waitFor({ state: 'detached' })
    const shown = await productsAt('limit=24')
    await eventually(() => hrefsIn(cards())).toEqual(shown.map(({ _id }) => `/product/${_id}`))
  })

  test('at 400 % nothing covers the page, nothing is cut off, and it scrolls only down', async () => {
    page = await there.shopping.open()
    await page.setViewportSize({ width: 320, height: 256 })
    const [product] = await productsAt('limit=1')
    for (const path of [
      '/',
      '/collections/all?gender=Women&category=Bottom+Wear',
      `/product/${product?._id}`,
      '/login',
    ]) {
      await go(page, path)
      expect(await page.evaluate(IN_FRONT), path).toEqual([])
      expect(await page.evaluate(CUT_OFF), path).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBe(320)
    }
  })
})

/* Run in the page. */
const MARKED = `[...document.querySelectorAll('nav[aria-label=Main] a, nav[aria-label=Menu] a')]
  .filter((link) => link.checkVisibility() && getComputedStyle(link, '::after').transform === 'none')
  .map(({ textContent }) => textContent)`
const SEEN = `[...document.querySelectorAll('#root *')].filter((element) => element.offsetHeight > 20 && element.offsetWidth > 20)`
const IN_FRONT = `${SEEN}.filter((element) => ['fixed', 'sticky'].includes(getComputedStyle(element).position))
  .filter((element) => element.offsetWidth > 100).map(({ className }) => className)`
const CUT_OFF = `${SEEN}.filter((element) => element.matches('label, button, h1, h2, th, dt, legend'))
  .filter((element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflow !== 'visible')
  .map(({ textContent }) => textContent)`
