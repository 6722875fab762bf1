import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, launch, leave } from '../support/browser.ts'
import { endPage } from '../support/kept-pages.ts'
import { atRest, DESK, eventually } from '../support/page-visits.ts'
import { adminAt, type Customer, customerAt, listProduct } from '../support/people.ts'
import { startShop } from '../support/shop.ts'
import { keptOf, openPage, PHONE, putInCart } from '../support/shopper-pages.ts'
import { builtFile } from './built-file.ts'

const PUBLIC_PATHS = [
  '/',
  '/collections/all',
  '/collections/all?gender=Women&size=S,M&maxPrice=60&sortBy=priceasc',
  '/collections/all?search=nothing-is-called-this',
  '/product/one',
  '/product/of-nobody',
  '/no/such/page',
  '/product/one/and/more',
  '/contact',
  '/newsletter#token=x&leave',
  '/support/privacy',
  '/support/of-nothing',
  '/login?redirect=/checkout',
  '/register',
  '/forgot-password',
  '/reset-password#token=x',
  '/confirm-email#token=x',
]
/** The gateway draws pages without knowing the width of the window. Only on these pages do some parts measure themselves in the browser. */
const MEASURED = ['/', '/collections/all', '/product/one']
const OWN = ['/', '/collections/all', '/product/one', '/checkout', '/profile', '/my-orders', '/order/1', '/login']

describe.runIf(hasBrowser)('the client hydrates the drawn page', () => {
  let shop: Awaited<ReturnType<typeof startShop>>
  let browser: Browser
  let customer: Customer
  let product: Awaited<ReturnType<typeof listProduct>>

  beforeAll(async () => {
    shop = await startShop({}, { web: true })
    browser = await launch()
    product = await listProduct(await adminAt(shop.url), { name: 'Hydrated Shirt', countInStock: 3 })
    customer = await customerAt(shop.url)
    await putInCart(customer, product)
  })
  afterAll(async () => {
    await leave(browser)
    await shop?.close()
  })

  const addressOf = (path: string) => path.replace('/one', `/${product._id}`)

  /** Opens an address with this browser storage. Returns the errors, including a failed hydration. */
  async function open(viewport: typeof DESK, kept: Parameters<typeof openPage>[2] = {}) {
    const { page, wrong } = await openPage(browser, shop.url, kept, { viewport })
    const errors = wrong as string[]
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        errors.push(message.text())
    })
    return { page, errors }
  }

  for (const [viewport, paths] of [
    [PHONE, PUBLIC_PATHS],
    [DESK, MEASURED],
  ] as const) {
    describe(`at ${viewport.width} pixels`, () => {
      let guest: Awaited<ReturnType<typeof open>>
      let undrawn: Page
      beforeAll(async () => {
        guest = await open(viewport)
        undrawn = (await open(viewport)).page
        await withoutFirstView(undrawn)
      })

      test.each(paths)(
        'on %s no element is recreated, and no element differs from the element that the client would render',
        async (path) => {
          const { page, errors } = guest
          const begin = await held(page)
          await page.goto(addressOf(path), { waitUntil: 'commit' })
          await page.locator('footer').waitFor()
          await page.evaluate(MARK)
          begin()
          await takenOver(page)
          expect(await page.evaluate(LOST)).toEqual([])
          const over = await page.evaluate(ELEMENTS)

          await undrawn.goto(addressOf(path))
          await takenOver(undrawn)
          expect(over).toEqual(await undrawn.evaluate(ELEMENTS))
          expect(errors).toEqual([])
        },
      )
    })
  }

  test.each([
    ['is signed in, with a cart', () => keptOf(customer)],
    [
      'was signed out, with a cart that is kept',
      () => ({ cart: JSON.stringify({ products: [line()], totalPrice: 25, userId: customer.id }) }),
    ],
  ])('no page shows an error to a customer who %s', async (_, kept) => {
    const { page, errors } = await open(PHONE, kept())
    for (const path of OWN) {
      await page.goto(addressOf(path))
      await takenOver(page)
      expect(errors, path).toEqual([])
    }
    await endPage(page)
  })

  const line = () => ({
    productId: product._id,
    name: 'Kept',
    image: '',
    price: 25,
    quantity: 1,
    size: 'M',
    color: 'Red',
  })
})

/** Holds back the client's script until the test lets it load. */
async function held(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const hold = async (route: Route) => {
    await promise
    await route.continue()
  }
  await page.route(`**/${builtFile('src/main.tsx')}`, hold, { times: 1 })
  return resolve
}

async function withoutFirstView(page: Page) {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.continue()
    const response = await route.fetch()
    const html = await response.text()
    await route.fulfill({ response, body: html.replace(/(<div id="root">).*(<\/div>)(?=<script)/s, '$1$2') })
  })
}

/** Waits until every element of the page is hydrated, and the page is at rest. */
async function takenOver(page: Page) {
  await page.locator('footer').waitFor()
  await eventually(() => page.evaluate(IS_TAKEN_OVER)).toBe(true)
  await atRest(page)
}

/* The following scripts run in the page. */
const IS_TAKEN_OVER = `[...document.querySelectorAll('#root *')].every((element) =>
  Object.keys(element).some((key) => key.startsWith('__reactFiber')))`

const MARK = `for (const element of document.querySelectorAll('#root *')) element.drawn = true`

const LOST = `[...document.querySelectorAll('#root *')].filter(({ drawn }) => !drawn).map(({ outerHTML }) => outerHTML)`

/** Lists every element with its sorted attributes. Generated ids are replaced, because they differ between server and client. */
const ELEMENTS = `[...document.querySelectorAll('#root *')].map((element) => {
  const attributes = [...element.attributes].map(({ name, value }) => name + '=' + value.replace(/_[rR]_\\w+_/g, 'id'))
  return [element.localName, ...attributes.sort()].join(' ')
})`
