import { MAX_TEXT } from '@shop/language/limits'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { atRest, DESK } from '../support/page-visits.ts'
import { ADDRESS, buy, type Customer, customerAt, listProduct } from '../support/people.ts'
import { keptOf, openCart, PHONE, putInCart } from '../support/shopper-pages.ts'
import { keptOfAdmin, openAt, shopInBrowser } from './shop-in-browser.ts'

const WORD = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren'

describe.runIf(hasBrowser)('names and addresses of one long word are broken into lines', () => {
  const there = shopInBrowser({ DEMO: 'off' })
  let customer: Customer
  let pages: { customer: string[]; admin: string[] }
  beforeAll(async () => {
    customer = await customerAt(there.url, WORD)
    const product = await listProduct(there.admin)
    const { _id } = await buy(customer, product)
    const changed = await customer.put(`/api/orders/${_id}/address`, {
      ...ADDRESS,
      firstName: WORD,
      address: WORD,
      city: WORD,
    })
    expect(changed.status).toBe(200)
    pages = {
      customer: ['/profile', `/order/${_id}`],
      admin: [
        '/admin',
        '/admin/orders',
        `/admin/orders/${_id}`,
        `/admin/products/${product._id}/stock`,
        '/admin/users',
        `/admin/users/${customer.id}`,
      ],
    }
  })

  test('on a phone on the customer’s pages', async () => {
    expect(await widerIn(await openAt(there, keptOf(customer), '/', PHONE), pages.customer)).toEqual([])
  })

  test.each([PHONE, DESK])('on the admin’s pages, $width wide', async (size) => {
    expect(await widerIn(await openAt(there, keptOfAdmin(there), '/', size), pages.admin)).toEqual([])
  })
})

describe.runIf(hasBrowser)('a product’s name of one long word is broken into lines', () => {
  const there = shopInBrowser({ DEMO: 'off' })
  let customer: Customer
  let pages: { shop: string[]; admin: string[] }
  beforeAll(async () => {
    customer = await customerAt(there.url)
    const product = await listProduct(there.admin, { name: WORD.repeat(4).slice(0, MAX_TEXT.productName) })
    const { _id } = await buy(customer, product)
    await putInCart(customer, product)
    pages = {
      shop: ['/', '/collections/all', `/product/${product._id}`, '/profile', '/my-orders', `/order/${_id}`],
      admin: ['/admin', '/admin/products', `/admin/products/${product._id}/stock`, `/admin/orders/${_id}`],
    }
  })

  test.each([PHONE, DESK])('on the shop’s pages, $width wide', async (size) => {
    const page = await openAt(there, keptOf(customer), '/', size)
    // A phone shows the summary only when it is opened.
    expect(await widerIn(page, size === PHONE ? pages.shop : [...pages.shop, '/checkout'])).toEqual([])
    const cart = await openCart(page)
    await cart.getByText('Wolfeschlegel').first().waitFor()
    expect(await isWide(page)).toBe(false)
  })

  test.each([PHONE, DESK])('on the admin’s pages, $width wide', async (size) => {
    expect(await widerIn(await openAt(there, keptOfAdmin(there), '/', size), pages.admin)).toEqual([])
  })
})

/** The pages that are wider than the window. */
async function widerIn(page: Page, paths: readonly string[]): Promise<readonly string[]> {
  const wider: string[] = []
  for (const path of paths) {
    await page.goto(path)
    await page.getByText('Wolfeschlegel').filter({ visible: true }).first().waitFor()
    await atRest(page)
    if (await isWide(page)) wider.push(path)
  }
  return wider
}

const isWide = (page: Page): Promise<boolean> => page.evaluate('document.documentElement.scrollWidth > innerWidth')
