import type { Product } from '@shop/language/product/api'
import type { Page, Request } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { callerAt } from '../support/caller.ts'
import { DESK, eventually, fillIn, go, hrefOf, hrefsIn, picture, sees, windowPicture } from '../support/page-visits.ts'
import { buy, customerAt, listProduct } from '../support/people.ts'
import { ADMIN } from '../support/shop.ts'
import { openCart, PHONE } from '../support/shopper-pages.ts'
import { looksWrong } from './looks.ts'
import { pageOfEach, shopInBrowser } from './shop-in-browser.ts'

const productOf = ({ _id }: Product) => `/product/${_id}`

describe.runIf(hasBrowser)('the public pages of the shop', () => {
  const there = shopInBrowser({ PUBLIC_ORIGIN: 'https://shop.test' })
  let page: Page

  pageOfEach(there, DESK, (opened) => {
    page = opened
  })

  const ask = async <T>(path: string) => (await callerAt(there.url).get(path)).body as T
  const section = (name: string) => page.getByRole('region', { name, exact: true })
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const path = () => decodeURIComponent(page.url().slice(there.url.length))

  test('the title names the page, no matter how the visitor came to it', async () => {
    const title = () => eventually(() => page.title())
    await go(page, '/')
    await title().toBe('Selvedge')
    await page.getByRole('navigation').getByRole('link', { name: 'Women', exact: true }).first().click()
    await title().toBe('Women - Selvedge')
    const card = page.getByRole('main').locator('a[href^="/product/"]').first()
    const product = await ask<Product>(`/api/products/${(await hrefOf(card)).split('/').at(-1)}`)
    await card.click()
    await title().toBe(`${product.name} - Selvedge`)
    await page.goBack()
    await title().toBe('Women - Selvedge')
    expect(await page.locator('head > title').count()).toBe(1)
  })

  test('the way back asks for no answer again', async () => {
    const listening = page.waitForRequest('**/api/live*')
    await go(page, '/collections/all?gender=Women')
    await listening
    const cards = page.getByRole('main').locator('a[href^="/product/"]')
    const shown = await cards.count()
    await cards.first().click()
    await page.getByRole('button', { name: 'Add to cart' }).waitFor()
    const asked: string[] = []
    const note = (request: Request) =>
      request.method() === 'GET' && request.url().includes('/api/') && asked.push(request.url())
    page.on('request', note)
    await page.goBack()
    await eventually(() => cards.count()).toBe(shown)
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
    page.off('request', note)
    expect(asked).toEqual([])
  })

  test('browsers and phones find the icon of a tab and of a home screen', async () => {
    for (const [path, type] of [
      ['/favicon.ico', 'image/vnd.microsoft.icon'],
      ['/icon.svg', 'image/svg+xml; charset=utf-8'],
      ['/apple-touch-icon.png', 'image/png'],
    ] as const) {
      const answer = await page.request.get(path)
      expect([path, answer.status(), answer.headers()['content-type']]).toEqual([path, 200, type])
    }
  })

  test('every page has the announcement bar, the navigation and a newsletter form', async () => {
    await go(page, '/collections/all')
    for (const text of ['We ship worldwide - Fast and reliable shipping!', 'Instagram', '+1 (000) 000-0000'])
      await section('Announcement').getByText(text, { exact: true }).waitFor()
    const top = page.getByRole('banner')
    await eventually(() => hrefsIn(top.getByRole('navigation'))).toEqual([
      '/collections/all?gender=Men',
      '/collections/all?gender=Women',
      '/collections/all?category=Top+Wear',
      '/collections/all?category=Bottom+Wear',
    ])
    expect(await hrefOf(top.getByRole('link', { name: 'Selvedge, home' }))).toBe('/')
    expect(await hrefOf(top.getByRole('link', { name: 'Profile' }))).toBe('/profile')
    expect(await top.getByRole('link', { name: 'Admin' }).count()).toBe(0)

    const foot = page.getByRole('contentinfo')
    for (const title of ['10% off your first order', 'Shop', 'Support', 'Follow Us', 'Call Us'])
      await foot.getByRole('heading', { name: title, exact: true }).waitFor()
    const email = foot.getByLabel('Email')
    for (const notAnAddress of ['', 'ada']) {
      await email.fill(notAnAddress)
      await foot.getByRole('button', { name: 'Subscribe' }).click()
      expect(await email.evaluate((input) => input.matches(':user-invalid'))).toBe(true)
    }
    await email.fill('ada@x.test')
    await foot.getByRole('button', { name: 'Subscribe' }).click()
    await foot.getByText('Thank you for subscribing.').waitFor()
  })

  test('an admin has a link to the admin area', async () => {
    await go(page, '/login?redirect=/collections/all')
    await fillIn(page, { Email: ADMIN.email, Password: ADMIN.password }, 'Sign In')
    await eventually(path).toBe('/collections/all')
    expect(await hrefOf(page.getByRole('banner').getByRole('link', { name: 'Admin', exact: true }))).toBe('/admin')
  })

  test('a blank search is ignored, and any other search leads to the collection', async () => {
    await go(page, '/login')
    await button('Search').click()
    const box = page.getByRole('combobox', { name: 'Search' })
    await box.fill('   ')
    await box.press('Enter')
    expect(path()).toBe('/login')
    await box.fill(' denim jacket ')
    await windowPicture(page, 'search')
    await box.press('Enter')
    await page.waitForURL('**/collections/all/?search=denim%20jacket')
    await button('Remove filter “denim jacket”').waitFor()
    expect((await page.reload())?.status()).toBe(200)
    await go(page, '/collections/all?search=nothing-is-called-this')
    await sees(page, 'Nothing for “nothing-is-called-this”')
    await picture(page, 'collection-empty')
  })

  test('suggestions are chosen by keyboard, and a search without results offers other words', async () => {
    await page.setViewportSize(PHONE)
    await page.clock.install()
    await go(page, '/login')
    await button('Search').click()
    const box = page.getByRole('combobox', { name: 'Search' })
    await box.waitFor()
    let asked = 0
    const count = (request: Request) => request.url().includes('/api/search/suggestions') && asked++
    page.on('request', count)
    // The page's clock stands still, so even on a slow machine the letters count as typed quickly.
    await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 1000)
    await box.pressSequentially('hoodi')
    await page.clock.resume()
    const options = page.getByRole('option')
    await eventually(() => options.count()).toBe(3)
    page.off('request', count)
    expect(asked, 'not at each letter').toBeLessThan(5)
    await box.press('ArrowDown')
    expect(await options.first().getAttribute('aria-selected')).toBe('true')
    expect(await box.getAttribute('aria-activedescendant')).toBe(await options.first().getAttribute('id'))
    expect(await looksWrong(page)).toEqual([])
    await box.press('Enter')
    await page.waitForURL('**/collections/all/?search=hoodi&category=Top%20Wear')
    await button('Search').click()
    await page.getByRole('option', { name: /hoodi.*Searched before/ }).waitFor()
    await box.press('Escape')
    const main = page.getByRole('main')
    await go(page, '/collections/all?search=nice%20hoodie%20for%20a%20party')
    await main.getByText('Ignored: “nice” and “party”, because they match none of these pieces.').waitFor()
    await sees(page, 'Fleece Hoodie')
    expect(await looksWrong(page)).toEqual([])
    await picture(page, 'collection-passed-over')
    await go(page, '/collections/all?search=oxford%20hoodie')
    await main.getByRole('link', { name: 'hoodie', exact: true }).waitFor()
    expect(await looksWrong(page)).toEqual([])
    await main.getByRole('searchbox', { name: 'Search for something else' }).fill('jumper')
    await main.getByRole('button', { name: 'Search again' }).click()
    await page.waitForURL('**/collections/all/?search=jumper')
    await sees(page, 'Cable Sweater')
  })

  test.each([
    ['a phone', PHONE],
    ['a desk', DESK],
  ])(
    'on %s a search has a heading, reports corrected typing errors, and accepts filters in any letter case',
    async (_, viewport) => {
      await page.setViewportSize(viewport)
      await go(page, '/collections/all?search=oxford%20shrit&gender=men&color=BLUE')
      const main = page.getByRole('main')
      await main.getByRole('heading', { level: 2, name: 'Results for “oxford shrit”' }).waitFor()
      await main.getByText('Showing results for “shirt” instead of “shrit”.').waitFor()
      for (const name of ['Men', 'Blue']) await button(`Remove filter ${name}`).waitFor()
    },
  )

  test('on a phone the menu has every link, and the page behind the menu does not scroll', async () => {
    await page.setViewportSize(PHONE)
    await go(page, '/')
    await button('Menu').click()
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await menu.waitFor()
    expect(await menu.getByRole('link').allTextContents()).toEqual(['Home', 'Men', 'Women', 'Top Wear', 'Bottom Wear'])
    await windowPicture(page, 'menu', [PHONE])
    await page.mouse.move(380, 500)
    await page.mouse.wheel(0, 900)
    expect(await page.evaluate('getComputedStyle(document.documentElement).overflowY')).toBe('hidden')
    expect(await page.evaluate('scrollY')).toBe(0)
    await menu.getByRole('link', { name: 'Top Wear' }).click()
    await page.waitForURL('**/collections/all?category=Top+Wear')
    await eventually(async () => {
      await page.mouse.wheel(0, 900)
      return page.evaluate('scrollY')
    }).not.toBe(0)
  })

  test('the cart has the specified width, and says when it is empty', async () => {
    await go(page, '/login')
    const cart = await openCart(page)
    await cart.getByText('Your cart is empty.').waitFor()
    await windowPicture(page, 'cart-empty', [DESK])
    const widths = []
    for (const width of [600, 700, 800, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      widths.push(await cart.evaluate((dialog) => dialog.offsetWidth))
    }
    expect(widths).toEqual([600 * 0.75, 700 * 0.5, 30 * 16, 30 * 16])
  })

  test('home has every specified section with its products and links', async () => {
    await go(page, '/')
    await page.getByRole('heading', { level: 1, name: 'Vacation Ready' }).waitFor()
    expect(await hrefOf(page.getByRole('link', { name: 'Shop Now', exact: true }))).toBe('/collections/all')
    await eventually(() => hrefsIn(section('Women and Men'))).toEqual([
      '/collections/all?gender=Women',
      '/collections/all?gender=Men',
    ])
    const arrivals = await ask<Product[]>('/api/products/new-arrivals')
    await eventually(() => hrefsIn(section('New Arrivals'))).toEqual(arrivals.map(productOf))
    const best = await ask<Product>('/api/products/best-seller')
    const bestSeller = section(best.name)
    await bestSeller.getByText('New in', { exact: true }).waitFor()
    await bestSeller.getByRole('button', { name: 'Add to Cart' }).waitFor()
    const bottoms = await ask<Product[]>('/api/products?gender=Women&category=Bottom+Wear&limit=8')
    await eventually(() => hrefsIn(section('Top Wears for Women'))).toEqual(bottoms.map(productOf))
    expect(bottoms).toHaveLength(8)
    const featured = page.getByRole('region').filter({ has: page.getByRole('link', { name: 'Shop All', exact: true }) })
    // A link to the collection, and four products.
    await eventually(() => hrefsIn(featured)).toHaveLength(5)
    expect((await hrefsIn(featured))[0]).toBe('/collections/all')
    for (const perk of [/free international shipping.*over \$100\.00/i, /easy returns.*30 days/i, /secure payment/i])
      await section('What we promise').getByRole('listitem').filter({ hasText: perk }).waitFor()
  })

  test('a product is called a best seller only after a piece of it was sold', async () => {
    const product = await listProduct(there.admin, { name: 'Sold Skirt', countInStock: 1 })
    await buy(await customerAt(there.url), product)
    await go(page, '/')
    await section('Sold Skirt').getByText('Best Seller', { exact: true }).waitFor()
  })

  test('the footer links to the pages about the shop, which are also in the sitemap', async () => {
    const support = () => page.getByRole('contentinfo').getByRole('heading', { name: 'Support' }).locator('xpath=..')
    await go(page, '/login')
    const links = await hrefsIn(support())
    expect(links).toHaveLength(7)
    const sitemap = await (await page.request.get('/sitemap.xml')).text()
    for (const link of links) {
      await support().locator(`a[href="${link}"]`).click()
      const name = (await support().locator(`a[href="${link}"]`).textContent()) ?? ''
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
      await eventually(() => page.title()).toBe(`${name} - Selvedge`)
      expect((await page.request.get(link)).status()).toBe(200)
      expect(sitemap).toContain(`<loc>https://shop.test${link}</loc>`)
      await picture(page, `support-${link.split('/').at(-1)}`)
    }
    expect((await page.request.get('/support/of-nothing')).status()).toBe(404)
  })

  test('new arrivals scroll 300 pixels for each arrow press, 1.5 times the movement of a dragging mouse, and not beyond their ends', async () => {
    await go(page, '/')
    const track = section('New Arrivals').getByRole('link').first().locator('xpath=../..')
    const left = () => track.evaluate((track) => Math.round(track.scrollLeft))
    const isOff = (name: string) => button(name).isDisabled()
    await track.scrollIntoViewIfNeeded()
    await eventually(() => isOff('Scroll right')).toBe(false)
    expect(await isOff('Scroll left')).toBe(true)
    await button('Scroll right').click()
    await eventually(left).toBe(300)
    await button('Scroll left').click()
    await eventually(left).toBe(0)
    await eventually(() => isOff('Scroll left')).toBe(true)

    const { x, y } = (await track.boundingBox())!
    await page.mouse.move(x + 600, y + 100)
    await page.mouse.down()
    await page.mouse.move(x + 400, y + 100, { steps: 4 })
    await eventually(left).toBe(200 * 1.5)
    await page.mouse.up()
    expect(path()).toBe('/')
    await track.evaluate((track) => {
      track.scrollLeft = track.scrollWidth
    })
    await eventually(() => isOff('Scroll right')).toBe(true)
  })
})
