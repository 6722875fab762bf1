import type { Product } from '@shop/language/product/api'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, shootWindow } from '../support/browser.ts'
import { callerAt } from '../support/caller.ts'
import { eventually, go, WIDTHS } from '../support/page-visits.ts'
import { buy, customerAt, lineOf, listProduct } from '../support/people.ts'
import { keptOf, openCart, putInCart } from '../support/shopper-pages.ts'
import { looksWrong } from './looks.ts'
import { openAt, pageOfEach, shopInBrowser } from './shop-in-browser.ts'

/* These scripts run in the page. */
const styled = (css: string) => `(() => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(${JSON.stringify(css)})
  document.adoptedStyleSheets.push(sheet)
})()`
/** The text spacing that WCAG 1.4.12 allows readers to set. */
const SPACED = styled(
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
)
const TWICE_AS_LARGE = styled('html { font-size: 200% }')
const CUT_OFF = `(() => {
  const bar = document.querySelector('[aria-label=Announcement]')
  const text = document.createRange()
  text.selectNodeContents(bar.querySelector('p'))
  return text.getBoundingClientRect().bottom > bar.getBoundingClientRect().bottom + 0.5
})()`
const BEYOND_THE_WINDOW = 'document.documentElement.scrollWidth - innerWidth'
const SHOWN_PICTURE_IN_FOCUS = `(() => {
  const { activeElement } = document
  const image = activeElement?.querySelector('img')
  return image?.checkVisibility() ? activeElement.textContent : 'nothing'
})()`

/* The widths of the spaces in the shop's own sentences, by the letters around them, in parts of the font size. */
const SPACES = `(() => {
  const say = document.querySelector('main .type-say')
  const size = Number.parseFloat(getComputedStyle(say).fontSize)
  const space = document.createRange()
  return ['y y', '. T', 't i', 'n a'].map((letters) => {
    say.textContent = 'A' + letters
    space.setStart(say.firstChild, 2)
    space.setEnd(say.firstChild, 3)
    return space.getBoundingClientRect().width / size
  })
})()`

const styleOf = (place: Locator, property: 'opacity' | 'userSelect' | 'backgroundColor') =>
  place.evaluate((element, name) => element.ownerDocument.defaultView.getComputedStyle(element)[name], property)

describe.runIf(hasBrowser)('details of the shop’s pages', () => {
  const there = shopInBrowser()
  let page: Page
  let product: Product

  beforeAll(async () => {
    const all = (await callerAt(there.url).get('/api/products')).body as Product[]
    product = all.find(({ images, countInStock }) => countInStock > 5 && images.length > 1)!
  })

  test('in a low window the bottom bar of the filters’ drawer does not stay in view, so there is space for the filters', async () => {
    const low = await openAt(there, {}, '/collections/all', { width: 844, height: 390 })
    await low.getByRole('button', { name: /^Filter/ }).click()
    const drawer = low.getByRole('dialog', { name: 'Filter' })
    await drawer.getByText('Outerwear').first().waitFor()
    expect((await drawer.getByRole('button', { name: /^Show \d+ products$/ }).boundingBox())?.y).toBeGreaterThan(390)
    await shootWindow(low, 'filters-low-844')
  })

  describe.each(WIDTHS)('$width pixels wide', (viewport) => {
    pageOfEach(there, viewport, (opened) => {
      page = opened
    })
    const main = () => page.getByRole('main')

    test('after the large pictures are closed, the focus is on the picture that was viewed last', async () => {
      await go(page, `/product/${product._id}`)
      await main()
        .getByRole('button', { name: /, open large$/ })
        .first()
        .press('Enter')
      const large = page.getByRole('dialog', { name: `Pictures of ${product.name}` })
      await large.getByText(`1 of ${product.images.length}`).waitFor()
      await page.keyboard.press('ArrowRight')
      await large.getByText(`2 of ${product.images.length}`).waitFor()
      await page.keyboard.press('Escape')
      await large.waitFor({ state: 'detached' })
      await eventually(() => page.evaluate(SHOWN_PICTURE_IN_FOCUS)).toMatch(/, open large$/)
    })

    test('on a wide screen a card shows the back of its garment while it is pointed at', async () => {
      await go(page, '/collections/all?search=trucker')
      const card = main()
        .getByRole('link', { name: /Denim Trucker Jacket/ })
        .first()
      await card.hover()
      await eventually(() => card.locator('img[src*="-back-"]').count()).toBe(1)
      expect(await card.locator('img[src*="-back-"]').isVisible()).toBe(viewport.width >= 1024)
    })

    test('a search text above the length limit is cut, and a long word is broken into lines', async () => {
      await go(page, `/collections/all?search=${'w'.repeat(120)}`)
      await main()
        .getByRole('heading', { name: `Nothing for “${'w'.repeat(100)}”` })
        .waitFor()
      expect(await looksWrong(page)).toEqual([])
      await shootWindow(page, `search-long-${viewport.width}`)
    })

    test('the announcement is readable with the largest text spacing that a reader may set', async () => {
      await go(page, '/login')
      await page.evaluate(SPACED)
      expect(await page.evaluate(CUT_OFF)).toBe(false)
    })

    test('the words of a description do not run together, although its typeface moves some letters over the space', async () => {
      await go(page, `/product/${product._id}`)
      await page.evaluate("document.fonts.load('1em Hedvig Letters Serif')")
      expect(Math.min(...((await page.evaluate(SPACES)) as number[]))).toBeGreaterThan(0.2)
    })

    test('text follows the browser’s text size, and the page stays as wide as the window', async () => {
      for (const path of ['/', '/collections/all', `/product/${product._id}`, '/login']) {
        await go(page, path)
        await page.evaluate(TWICE_AS_LARGE)
        expect(await page.evaluate('getComputedStyle(document.body).fontSize')).toBe('32px')
        expect(await page.evaluate(BEYOND_THE_WINDOW), path).toBeLessThanOrEqual(0)
        await shootWindow(page, `text-200-${path.split('/')[1]}-${viewport.width}`)
      }
    })

    test('without scripts the page says so at its top, and all buttons look disabled', async () => {
      const context = await there.browser.newContext({ javaScriptEnabled: false, viewport, baseURL: there.url })
      const plain = await context.newPage()
      await plain.goto(`/product/${product._id}`)
      const note = plain.locator('noscript p', { hasText: 'JavaScript is off in your browser.' })
      expect((await note.boundingBox())?.y).toBe(0)
      const add = plain.getByRole('button', { name: 'Add to Cart' }).first()
      expect(await styleOf(add, 'opacity')).toBe('0.4')
      await shootWindow(plain, `no-scripts-${viewport.width}`)
      await context.close()
    })

    test('the plus button stops at the stock, and a cart that was changed elsewhere is up to date when it is opened', async () => {
      const few = await listProduct(there.admin, { name: 'Few Shirt', countInStock: 2 })
      const customer = await customerAt(there.url)
      await putInCart(customer, few)
      const own = await openAt(there, keptOf(customer), '/login', viewport)
      const cart = await openCart(own)
      const more = cart.getByRole('button', { name: 'Increase quantity' })
      expect(await more.getAttribute('aria-disabled')).toBeNull()
      await own.keyboard.press('Escape')
      await customer.put('/api/cart', { ...lineOf(few, 2), userId: customer.id })
      await openCart(own)
      await eventually(() => more.getAttribute('aria-disabled')).toBe('true')
    })

    test('a password can be shown, and the typed email is kept for the reset page', async () => {
      await go(page, '/login')
      await main().getByLabel('Email').fill('ada@x.test')
      const password = main().getByLabel('Password', { exact: true })
      await password.fill('a long secret')
      await main().getByLabel('Show password').check()
      expect(await password.getAttribute('type')).toBe('text')
      expect(await looksWrong(page)).toEqual([])
      await shootWindow(page, `login-shown-${viewport.width}`)
      await main().getByRole('link', { name: 'Forgot your password?' }).click()
      await page.waitForURL('**/forgot-password')
      expect(await main().getByLabel('Email').inputValue()).toBe('ada@x.test')
      await go(page, '/register')
      expect(await main().getByLabel('Name').getAttribute('dir')).toBe('auto')
    })

    test('a refused registration shows the reason once, at its field', async () => {
      const { email } = await customerAt(there.url)
      await go(page, '/register')
      await main().getByLabel('Name').fill('Ada Weaver')
      await main().getByLabel('Email').fill(email)
      await main().getByLabel('Password', { exact: true }).fill('seven-blue-threads-9')
      await main().getByRole('button', { name: 'Sign Up' }).click()
      await main().getByText('User already exists').first().waitFor()
      expect(await main().locator('p:not(.sr-only)', { hasText: 'User already exists' }).count()).toBe(1)
    })

    test.each([
      ['/login', 'Sign In'],
      ['/forgot-password', 'Send a link'],
    ])('an email address that %s refuses gets the reason once, at its field', async (path, button) => {
      await go(page, path)
      await main().getByLabel('Email').fill('ada@weaver')
      if (path === '/login') await main().getByLabel('Password', { exact: true }).fill('seven-blue-threads-9')
      await main().getByRole('button', { name: button }).click()
      const reason = await main().locator('p[id]', { hasText: 'email' }).first().textContent()
      expect(await main().locator('p:not(.sr-only)', { hasText: reason! }).count()).toBe(1)
    })

    test('a list shows its number of products; a confirmed order shows the price of one piece if a line has several', async () => {
      await go(page, '/collections/all')
      await main()
        .getByText(/^\d+ products$/)
        .filter({ visible: true })
        .last()
        .waitFor()
      await shootWindow(page, `collection-count-${viewport.width}`)
      const customer = await customerAt(there.url)
      const order = await buy(customer, await listProduct(there.admin, { name: 'Three Shirt', price: 20 }), 3)
      const own = await openAt(there, keptOf(customer), '/login', viewport)
      await own.evaluate(`sessionStorage.setItem('checkout', '${JSON.stringify({ orderId: order._id })}')`)
      await own.goto('/order-confirmation')
      await own.getByText('$20.00 each').waitFor()
      await own.getByText('$60.00').first().waitFor()
    })

    test('chosen options are distinguishable in forced colors, and a drag selects no text', async () => {
      await page.emulateMedia({ forcedColors: 'active' })
      await go(page, '/collections/all?size=M&category=Top+Wear')
      if (viewport === WIDTHS[0]) await page.getByRole('button', { name: /^Filter/ }).click()
      const filters = page.getByRole('form', { name: 'Filters' }).filter({ visible: true })
      const ground = (name: RegExp, role: 'button' | 'radio') =>
        styleOf(filters.getByRole(role, { name }), 'backgroundColor')
      const sizes = [await ground(/^M\b/, 'button'), await ground(/^L\b/, 'button')]
      const categories = [await ground(/^Top Wear/, 'radio'), await ground(/^Bottom Wear/, 'radio')]
      await shootWindow(page, `forced-colors-${viewport.width}`)
      // The setting is undone, because the next test may use the same page.
      await page.emulateMedia({ forcedColors: null })
      expect(new Set(sizes).size).toBe(2)
      expect(new Set(categories).size).toBe(2)
      await go(page, '/')
      const card = page.getByRole('region', { name: 'New Arrivals' }).getByRole('link').first()
      expect(await styleOf(card, 'userSelect')).toBe('none')
    })
  })
})
